import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.js';

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

test('a plain name stays as it is', () => {
  expect(shellWord('./notes/a-b_c.md')).toBe('./notes/a-b_c.md');
  expect(shellWord('')).toBe("''");
  expect(shellWord('my notes.md')).toBe("'my notes.md'");
  expect(shellWord("it's.md")).toBe(`'it'\\''s.md'`);
  expect(shellWord('a\nb\u001b[2J')).toBe("$'a\\nb\\x1b[2J'");
  expect(shellWord('\u202eabc')).toBe("$'\\u202eabc'");
});

test.skipIf(!hasBash)('bash reads every word back as it was, from one printable line', () => {
  const words = fc.sample(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 150, maxLength: 150 }), {
    numRuns: 1,
    seed: 7,
  })[0]!;
  const all = [...words, 'a\nb', "'", '$HOME', '`x`', '\\', "\n'\\", '🙂', '\u00e91', '\u0001\u0031'].filter(
    (word) => !word.includes('\0'),
  );
  const commands = all.map((word) => `printf '%s\\0' ${shellWord(word)}`);
  expect(commands.join('').match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)).toBeNull();
  const script = commands.join('\n');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
  const run = spawnSync('bash', [], { input: script, env });
  expect(run.stdout.toString('utf8').split('\0').slice(0, -1)).toEqual(all);
});
