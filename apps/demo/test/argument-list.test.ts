import { describe, expect, test } from 'vitest';
import { readArguments, valueOf, withValues } from '../src/cli/argument-list.js';

function read(...argv: string[]): { verb: string | undefined; words: string[]; json: boolean; help: boolean } {
  const { words, values, verb, isJson, isHelp } = readArguments(argv);
  return { verb, words: words.map((word) => valueOf(word, values)), json: isJson, help: isHelp };
}

describe('the words of a command line', () => {
  test('keep values that look like options, are empty, or hold line ends', () => {
    for (const value of ['--json', '-x', '', 'two\nlines', '--', '- item', 'a=b', '--root=x', 'keep']) {
      const { words, json, verb } = read('edit', 'a.md', '--replace', value, '--with', value);
      expect({ words, json, verb }).toEqual({
        words: ['edit', '--replace', value, '--with', value, 'a.md'],
        json: false,
        verb: 'edit',
      });
      expect(read('edit', `--replace=${value}`, 'a.md').words).toEqual(['edit', '--replace', value, 'a.md']);
    }
  });

  test('take options from before the verb and from behind it', () => {
    expect(read('--json', '--root', 'dir', 'status')).toEqual({
      verb: 'status',
      words: ['status', '--json', '--root', 'dir'],
      json: true,
      help: false,
    });
  });

  test('leave everything behind -- as it is', () => {
    expect(read('delete', '--json', '--', '--root', '-f').words).toEqual(['delete', '--json', '--', '--root', '-f']);
    expect(read('--', 'delete', '-f').words).toEqual(['delete', '--', '-f']);
    expect(read('delete', '--', '--json').json).toBe(false);
  });

  test('read help as the option it stands for', () => {
    expect(read('help', 'edit')).toMatchObject({ verb: 'edit', words: ['edit', '--help'], help: true });
    expect(read('help')).toMatchObject({ verb: undefined, help: true });
    expect(read('help', 'nonsense').verb).toBe('help');
  });

  test('keep an option without its value for the parser to complain about', () => {
    expect(read('edit', 'a.md', '--replace').words).toEqual(['edit', '--replace', 'a.md']);
  });

  test('come back into texts of the parser', () => {
    const { words, values } = readArguments(['edit', '--replace', 'x y']);
    expect(withValues(`got ${words[2]}!`, values)).toBe('got x y!');
  });
});
