import { expect, test } from 'vitest';
import { withSuffix } from './with-suffix.js';

test('stands before the extension, and behind a name that has none', () => {
  expect(withSuffix('notes.tar.gz', ' 2')).toBe('notes.tar 2.gz');
  expect(withSuffix('.profile', ' 2')).toBe('.profile 2');
  expect(withSuffix('1. A title of many words, all of it, no extension', ' 2')).toMatch(/extension 2$/);
});

test('leaves a name that disks take, cut by whole characters', () => {
  for (const name of [`${'x'.repeat(252)}.md`, `${'ü'.repeat(126)}.md`, `1. ${'Word '.repeat(50)}`, '👍'.repeat(63)]) {
    const named = withSuffix(name, ' 2', 10);
    expect(Buffer.byteLength(named) + 10).toBeLessThanOrEqual(255);
    expect(named).not.toMatch(/\p{Surrogate}/u);
    expect(named).toContain(' 2');
  }
});
