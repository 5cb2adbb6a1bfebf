import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { sentenceLines, suggestionsFor } from '../src/cli/print/suggestion.js';

const names = ['y;touch PWNED;', 'shop #2', '$(touch PWNED)', '`x`', `it's "quoted"`, '~', 'a b', 'a\nb', '*', '', 'é'];

/** The words that a shell hands to the command. */
function wordsOf(line: string): string[] {
  const script = `verbatim() { printf '%s\\0' "$@"; }; ${line}`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } });
  return stdout.split('\0').slice(0, -1);
}

describe('a suggested command', () => {
  test('hands over every name, value and folder as it is', () => {
    for (const name of names) {
      const { command, path } = suggestionsFor({ root: name, home: `${name}/home` });
      const repeated = ['--root', name, '--home', `${name}/home`];
      const line = command('draft diff', [name, 'x'], ['--turn', name]);
      expect(wordsOf(line)).toEqual(['draft', 'diff', name, 'x', '--turn', name, ...repeated]);
      expect(wordsOf(command('inspect', [path(name)]))).toEqual(['inspect', `./${name}`, ...repeated]);
    }
  });

  test('has a name that looks like an option behind two dashes, and every option before them', () => {
    const { command } = suggestionsFor({ home: 'copies' });
    expect(command('draft undo', ['-x'], ['--to', '0'])).toBe('verbatim draft undo --to 0 --home copies -- -x');
    expect(command('draft diff', ['app', '--json'], ['--turn', '-t'])).toBe(
      'verbatim draft diff --turn -t --home copies -- app --json',
    );
    expect(command('draft undo', ['x'], ['--to', '0'])).toBe('verbatim draft undo x --to 0 --home copies');
  });

  test('in a sentence is followed by the options that it has not', () => {
    const given = { root: 'my work', home: 'copies' };
    expect(sentenceLines('Run verbatim status.', given)).toEqual([
      'Run verbatim status.',
      "(with --root 'my work' --home copies)",
    ]);
    expect(sentenceLines('verbatim relocate --root /w', given)).toEqual([
      'verbatim relocate --root /w',
      '(with --home copies)',
    ]);
    expect(sentenceLines('Make room.', given)).toEqual(['Make room.']);
    expect(sentenceLines('Run verbatim status.', {})).toEqual(['Run verbatim status.']);
  });
});
