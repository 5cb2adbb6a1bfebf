import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { verbList } from '../src/cli/verb-list.js';
import { bin, type Desk, isBuilt, openDesk } from './desk.js';

/** What bash offers for a line that ends where the cursor is. */
function completed(desk: Desk, ...words: readonly string[]): string[] {
  const line = ['verbatim', ...words].map((word) => `'${word}'`).join(' ');
  const script = `source <("$NODE" "$BIN" completion bash); COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _verbatim; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { PATH: process.env['PATH'], NODE: process.execPath, BIN: bin };
  const ran = spawnSync('bash', ['--norc', '-c', script], { cwd: desk.root, env, encoding: 'utf8' });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  return ran.stdout.split('\n').filter((word) => word !== '');
}

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

describe.skipIf(!isBuilt)('completion', () => {
  test('in bash knows every verb, and each verb its options', () => {
    const desk = openDesk();
    desk.write('sub/notes.md', 'x');
    expect(completed(desk, '').sort()).toEqual([...Object.keys(verbList), '--help', '--version'].sort());
    expect(completed(desk, 'sta')).toEqual(['status']);
    expect(completed(desk, 'discard', '--accept')).toEqual(['--accept-replaced']);
    expect(completed(desk, '--root', 'work', 'discard', '--al').sort()).toEqual(['--all', '--allow-unsafe-replace']);
    expect(completed(desk, 'hook', 'cl')).toEqual(['claude-code']);
    expect(completed(desk, 'draft', 'pub')).toEqual(['publish']);
    expect(completed(desk, 'draft', 'publish', 'app', '--rev')).toEqual(['--revision']);
    expect(completed(desk, 'status', '--root', 's')).toEqual(['sub']);
    // Names of files are the shell's own.
    expect(completed(desk, 'edit', 'no')).toEqual([]);
    expect(completed(desk, 'edit', '--replace', '--wi')).toEqual([]);
  });

  test.each(['bash', 'zsh', 'fish'])('for %s is a script of that shell', (shell) => {
    const { script } = openDesk().json(['completion', shell]);
    for (const verb of Object.keys(verbList)) expect(script).toContain(verb);
    if (!has(shell)) return;
    const ran = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
  });

  test('for another shell is not understood', () => {
    expect(openDesk().run(['completion', 'tcsh'])).toMatchObject({ status: 64 });
  });
});
