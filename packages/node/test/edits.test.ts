import type { Edit } from '@verbatim/review';
import { describe, expect, test } from 'vitest';
import { edits, type ReplaceText } from '../src/edits.js';
import { refusalOf } from './scratch.js';

function run(bytes: string | Uint8Array, options: ReplaceText): { text: string; notes: readonly string[] } {
  const edit = edits.replace('notes.md', options) as Extract<Edit, { op: 'change' }>;
  const result = edit.change(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  return { text: Buffer.from(result.bytes).toString('latin1'), notes: result.notes ?? [] };
}

describe('a replacement', () => {
  test('replaces the one match', () => {
    expect(run('a b c', { replace: 'b', with: '' })).toEqual({ text: 'a  c', notes: [] });
  });

  test('refuses a text that is not there or there several times, with the count and the way on', () => {
    expect(refusalOf(() => run('a b', { replace: 'x', with: 'y' }))).toMatchObject({ code: 'MATCH_ABSENT' });
    const several = refusalOf(() => run('b b b', { replace: 'b', with: 'c' }));
    expect(several.code).toBe('MATCH_AMBIGUOUS');
    expect(several.message).toContain('3 times');
    expect(several.next).toContain('--all');
    expect(run('b b b', { replace: 'b', with: 'c', all: true }).text).toBe('c c c');
  });

  test('says that it wrote line ends as the file has them', () => {
    const { text, notes } = run('a\r\nb\r\n', { replace: 'a\nb', with: 'c\nd' });
    expect(text).toBe('c\r\nd\r\n');
    expect(notes.join()).toContain('CR LF');
  });

  test('matches the bytes of a file that is no text, or refuses', () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 2, 0xff]), Buffer.from('v1 v1'), Buffer.from([0])]);
    expect(refusalOf(() => run(bytes, { replace: 'v1', with: 'v2' })).code).toBe('MATCH_AMBIGUOUS');
    expect(refusalOf(() => run(bytes, { replace: 'v3', with: 'v2' })).code).toBe('MATCH_ABSENT');
    const { text, notes } = run(bytes, { replace: 'v1', with: 'v22', all: true });
    expect(text).toBe('\0\x01\x02\xffv22 v22\0');
    expect(notes.join()).toContain('not a text file');
  });

  test('tells itself from every other one, so that a key is bound to it', () => {
    const about = (options: ReplaceText) => (edits.replace('n', options) as Extract<Edit, { op: 'change' }>).about;
    const all = [
      { replace: 'a', with: 'b' },
      { replace: 'a', with: 'b', all: true },
      { replace: 'ab', with: '' },
      { replace: 'a","b', with: '' },
    ];
    expect(new Set(all.map(about)).size).toBe(all.length);
  });

  test('of nothing is refused', () => {
    expect(refusalOf(() => edits.replace('n', { replace: '', with: 'b' })).code).toBe('INPUT_INVALID');
  });
});
