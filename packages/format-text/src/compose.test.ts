import { describe, expect, test } from 'vitest';
import { asLatin1, utf8 } from '../test/bytes.js';
import type { ChangeId, ChangeSet, Verdict } from './change.js';
import { assertKeptBytesAgree, compose } from './compose.js';
import { findChanges } from './find-changes.js';

const set = findChanges(utf8('a\nb\nc\nd\ne\n'), utf8('a\nB\nc\nD\ne\nf\n'), { format: 'text' });
const ids = set.changes.map(({ id }) => id);
const composed = (...verdicts: Verdict[]) =>
  asLatin1(compose(set, new Map(verdicts.map((verdict, at): [ChangeId, Verdict] => [ids[at]!, verdict]))));

describe('compose', () => {
  test('takes rejected changes from before and all others from after', () => {
    expect(composed()).toBe('a\nB\nc\nD\ne\nf\n');
    expect(composed('accept', 'reject')).toBe('a\nB\nc\nd\ne\nf\n');
    expect(composed('reject', 'accept', 'reject')).toBe('a\nb\nc\nD\ne\n');
    expect(composed('reject', 'reject', 'reject')).toBe('a\nb\nc\nd\ne\n');
  });

  test('gives a new array each time', () => {
    const result = compose(set, new Map());
    expect(result).not.toBe(set.after);
    result.fill(0);
    expect(composed()).toBe('a\nB\nc\nD\ne\nf\n');
  });

  test('refuses an id that is not in the set, whatever the verdict', () => {
    const stale: ChangeId = 'c000000000000';
    for (const verdict of ['accept', 'reject'] as const) {
      expect(() => compose(set, new Map([[stale, verdict]]))).toThrow(
        expect.objectContaining({ code: 'VERBATIM_CALL_INVALID', data: { id: stale } }),
      );
    }
  });

  test('refuses a word that is no verdict', () => {
    const verdicts = new Map([[ids[0]!, 'keep' as Verdict]]);
    expect(() => compose(set, verdicts)).toThrow(expect.objectContaining({ code: 'VERBATIM_CALL_INVALID' }));
  });

  test('has a guard against changes that leave a difference out', () => {
    const lying: ChangeSet[] = [
      { ...set, changes: set.changes.slice(1) },
      { ...set, changes: [] },
      { ...set, changes: [...set.changes, set.changes[0]!] },
    ];
    for (const one of lying) {
      expect(() => assertKeptBytesAgree(one)).toThrow(expect.objectContaining({ code: 'VERBATIM_BUG' }));
    }
    expect(() => assertKeptBytesAgree(set)).not.toThrow();
  });
});
