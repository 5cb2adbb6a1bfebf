import { describe, expect, test } from 'vitest';
import { asLatin1, latin1, utf8, utf16 } from '../test/bytes.js';
import { blockedByEdits, composeAround } from './around-edits.js';
import type { ChangeId, ChangeSet, Verdict } from './change.js';
import { compose } from './compose.js';
import { findChanges } from './find-changes.js';
import { limits } from './limits.js';
import type { TextFormat } from './recognize-text.js';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthree\nfour\nFIVE\nsix\nseven\neight\n';

function setOf(from: string, to: string, format: TextFormat = 'text'): ChangeSet {
  return findChanges(latin1(from), latin1(to), { format });
}

const noVerdicts: ReadonlyMap<ChangeId, Verdict> = new Map();

/** Rejects changes, by number, in a file where all are accepted and that a person edited. */
function rejected(set: ChangeSet, numbers: readonly number[], current: string): unknown {
  const wanted = new Map(numbers.map((at): [ChangeId, Verdict] => [set.changes[at]!.id, 'reject']));
  const composed = composeAround(set, noVerdicts, wanted, latin1(current));
  if ('bytes' in composed) return asLatin1(composed.bytes);
  return 'blocked' in composed ? composed.blocked.map((id) => numberOf(set, id)) : composed;
}

function blocked(set: ChangeSet, current: string): unknown {
  const found = blockedByEdits(set, noVerdicts, latin1(current));
  return 'unfit' in found ? found : [...found.keys()].map((id) => numberOf(set, id));
}

function numberOf({ changes }: ChangeSet, id: ChangeId): number {
  return changes.findIndex((change) => change.id === id);
}

describe('a rejected change, in a file that a person edited elsewhere,', () => {
  const set = setOf(before, after);

  test('takes its own bytes back and leaves everything that was typed', () => {
    const current = 'zero\none\nTWO\nthree\nfour\nFIVE\nsix\n7even\neight\n';
    expect(rejected(set, [1], current)).toBe('zero\none\nTWO\nthree\nfour\nfive\nsix\n7even\neight\n');
    expect(blocked(set, current)).toEqual([2]);
  });

  test('can be accepted again, and then every byte is as it was', () => {
    const current = latin1('zero\none\nTWO\nthree\nfour\nFIVE\nsix\n');
    const wanted = new Map<ChangeId, Verdict>([[set.changes[0]!.id, 'reject']]);
    const composed = composeAround(set, noVerdicts, wanted, current);
    if (!('bytes' in composed)) throw new Error('It is blocked.');
    expect(asLatin1(composed.bytes)).toBe('zero\none\ntwo\nthree\nfour\nFIVE\nsix\n');
    expect(composeAround(set, wanted, noVerdicts, composed.bytes)).toEqual({ bytes: current });
  });

  test('moves with its line, and with the line ends, mark and bytes that the person’s editor left', () => {
    const mixed = setOf('\xef\xbb\xbfa\r\nb\nc\rd\r\ne\xff', '\xef\xbb\xbfa\r\nB\nc\rd\r\ne\xff');
    expect(rejected(mixed, [0], '\xef\xbb\xbfa\r\nB\nc\rD\nx\xfe')).toBe('\xef\xbb\xbfa\r\nb\nc\rD\nx\xfe');
    expect(rejected(mixed, [0], 'a\r\nB\nc\rd\r\ne\xff')).toEqual([0]);
  });

  test('goes where the person left the verdicts of others alone', () => {
    const verdicts = new Map<ChangeId, Verdict>([[set.changes[0]!.id, 'reject']]);
    const wanted = new Map<ChangeId, Verdict>([...verdicts, [set.changes[2]!.id, 'reject']]);
    const current = latin1('One\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\n');
    expect(composeAround(set, verdicts, wanted, current)).toEqual({
      bytes: latin1('One\ntwo\nthree\nfour\nFIVE\nsix\nseven\n'),
    });
  });

  test('is found on whole code units of UTF-16', () => {
    const file = (text: string) => utf16(`\ufeff${text}`);
    const wide = findChanges(file('a\nb\nc\nd\n'), file('a\nB\nc\nd\n'), { format: 'text' });
    const wanted = new Map<ChangeId, Verdict>([[wide.changes[0]!.id, 'reject']]);
    expect(composeAround(wide, noVerdicts, wanted, file('a\nB\nc\nਊ\n'))).toEqual({ bytes: file('a\nb\nc\nਊ\n') });
  });
});

describe('a change is blocked', () => {
  const set = setOf(before, after);

  test.each([
    ['in its line', 'one\nTWO!\nthree\nfour\nFIVE\nsix\nseven\neight\n', [0]],
    ['of the line above', 'one!\nTWO\nthree\nfour\nFIVE\nsix\nseven\neight\n', [0]],
    ['of the line below', 'one\nTWO\nthree!\nfour\nFIVE\nsix\nseven\neight\n', [0]],
    ['that puts a line in right above', 'one\nmine\nTWO\nthree\nfour\nFIVE\nsix\nseven\neight\n', [0]],
    ['that puts a line in right below', 'one\nTWO\nmine\nthree\nfour\nFIVE\nsix\nseven\neight\n', [0]],
    ['that takes it out', 'one\nthree\nfour\nFIVE\nsix\nseven\neight\n', [0]],
    ['of the line end above', 'one\r\nTWO\nthree\nfour\nFIVE\nsix\nseven\neight\n', [0]],
    ['at the end of the file', 'one\nTWO\nthree\nfour\nFIVE\nsix\nseven\neight\nmine\n', [2]],
    ['of all of it', '', [0, 1, 2]],
    ['between two', 'one\nTWO\nthree!\nfour!\nFIVE\nsix\nseven\neight\n', [0, 1]],
  ])('by an edit %s', (_where, current, numbers) => {
    expect(blocked(set, current)).toEqual(numbers);
    expect(rejected(set, [0, 1, 2], current)).toEqual(numbers);
  });

  test.each([
    ['two lines above', 'mine\none\nTWO\nthree\nfour\nFIVE\nsix\nseven\neight\n'],
    ['with an unchanged line between', 'one\nTWO\nthree\nmine\nfour\nFIVE\nsix\nseven\neight\n'],
  ])('but not by an edit %s', (_where, current) => {
    expect(blocked(set, current)).toEqual([]);
  });

  test('where lines were removed, by an edit of either line at the place', () => {
    const removal = setOf('a\nb\nc\nd\ne\n', 'a\nb\nd\ne\n');
    for (const current of ['a\nB\nd\ne\n', 'a\nb\nD\ne\n', 'a\nb\nmine\nd\ne\n'])
      expect(blocked(removal, current)).toEqual([0]);
    for (const current of ['A\nb\nd\ne\n', 'a\nb\nd\nE\n', 'a\nb\nd\n']) expect(blocked(removal, current)).toEqual([]);
  });

  test('and told with the person’s lines, those from before and those that are there now', () => {
    const edits = (current: string): unknown[] => {
      const found = blockedByEdits(set, noVerdicts, latin1(current));
      if ('unfit' in found) throw new Error(found.unfit);
      return [...found].map(([id, those]) => [
        numberOf(set, id),
        ...those.map((edit) => [asLatin1(edit.before), asLatin1(edit.after)]),
      ]);
    };
    expect(edits('one!\nTWO\nmine\nthree\nfour\nFIVE\nsix\nseven\n')).toEqual([
      [0, ['one\n', 'one!\n'], ['', 'mine\n']],
      [2, ['eight\n', '']],
    ]);
    const lineEnds = setOf('a\r\nb\r\nc\r\nd\r\n', 'a\nb\nc\nd\n');
    const both = blockedByEdits(lineEnds, noVerdicts, latin1('A\nb\nc\nD\n'));
    expect([...(both as ReadonlyMap<ChangeId, readonly unknown[]>).values()].map(({ length }) => length)).toEqual([2]);
    const records = setOf('begin\nx\nend\nbegin\nx\nend\nlast\n', 'begin\nX\nend\nbegin\nX\nend\nlast\n');
    const unclear = blockedByEdits(records, noVerdicts, latin1('begin\nX\nend\nmine\nlast\n'));
    expect([...(unclear as ReadonlyMap<ChangeId, unknown>).values()][0]).toEqual([]);
  });

  test('where it is smaller than a line, by an edit of that line or of the next', () => {
    const cells = setOf('k,v\n1,a\n2,b\n3,c\n4,d\n', 'k,v\n1,a\n2,B\n3,c\n4,d\n', 'csv');
    expect(rejected(cells, [0], 'k,v\n1,a\n2,B\n3,c\n4,D\n')).toBe('k,v\n1,a\n2,b\n3,c\n4,D\n');
    expect(rejected(cells, [0], 'k,v\n1,a\n9,B\n3,c\n4,d\n')).toEqual([0]);
    expect(rejected(cells, [0], 'k,v\n1,a\n2,B\n3,C\n4,d\n')).toEqual([0]);
    const emptied = setOf('k,v\n1,a\nb,2\n3,c\n4,d\n', 'k,v\n1,a\n,2\n3,c\n4,d\n', 'csv');
    expect(rejected(emptied, [0], 'k,v\n1,a\n,2\n3,C\n4,d\n')).toEqual([0]);
    expect(rejected(emptied, [0], 'k,v\n1,A\n,2\n3,c\n4,d\n')).toEqual([0]);
  });

  test('with all of its parts, by an edit that touches one', () => {
    const lineEnds = setOf('a\r\nb\r\nc\r\nd\r\n', 'a\nb\nc\nd\n');
    expect(rejected(lineEnds, [0], 'a\nb\nc\nD\n')).toEqual([0]);
  });

  test('where an edit may as well have been made on its other side', () => {
    // The person put in "X b" above, or "X b" below.
    expect(blocked(setOf('a\nx\nb\nc\n', 'a\nX\nb\nc\n'), 'a\nX\nb\nX\nb\nc\n')).toEqual([0]);
    // The person put in "a X" and a blank line above, or a blank line and "a X" below.
    expect(blocked(setOf('a\nx\nb\n', 'a\nX\nb\n'), 'a\nX\n\na\nX\nb\n')).toEqual([0]);
  });

  test('where an edit, at the lowest place where it may as well have been made, touches it: git calls it a conflict', () => {
    // The person put in "a b" and a blank line above, or a blank line and "a b" below.
    expect(blocked(setOf('a\nb\nx\n', 'a\nb\nX\n'), 'a\nb\n\na\nb\nX\n')).toEqual([0]);
    // The agent put a blank line in above "b", or below the other blank line: where the person typed.
    expect(blocked(setOf('a\n\nb\nc\n', 'a\n\n\nb\nc\n'), 'a\n\n\nmine\nb\nc\n')).toEqual([0]);
  });

  test('where one of two equal stretches is gone, and what was typed does not say which', () => {
    const records = setOf('begin\nx\nend\nbegin\nx\nend\nlast\n', 'begin\nX\nend\nbegin\nX\nend\nlast\n');
    // The first record was taken out and "mine" typed below the second; or the second was typed over.
    expect(blocked(records, 'begin\nX\nend\nmine\nlast\n')).toEqual([0, 1]);
    expect(rejected(records, [0], 'begin\nX\nend\nmine\nlast\n')).toEqual([0]);
    // With a line of its own between them, it is plain.
    const named = setOf('begin\nx\nend\n# 2\nbegin\nx\nend\nlast\n', 'begin\nX\nend\n# 2\nbegin\nX\nend\nlast\n');
    expect(rejected(named, [1], '# 2\nbegin\nX\nend\nmine\nlast\n')).toBe('# 2\nbegin\nx\nend\nmine\nlast\n');
  });

  test('where too much between two lines that are there once was edited to be read in all ways', () => {
    const many = (word: string, count: number): string => Array.from({ length: count }, () => `${word}\n`).join('');
    const [top, bottom] = [many('a', 1_500), `${many('a', 1_500)}X\n`];
    const set = setOf(`${top}x\n${bottom}`, `${top}X\n${bottom}`);
    // The 4,000 lines that were typed on top are so many that a look at all readings stops.
    const typed = Array.from({ length: 4_000 }, (_, at) => `mine ${at}\n`).join('');
    expect(blocked(set, `${typed}${top}X\n${bottom}`)).toEqual([0]);
    expect(blocked(set, `mine\n${top}X\n${bottom}`)).toEqual([]);
  });

  test('but not where it is the same one wherever the edit was made', () => {
    // The person took out "b" with the blank line above it, or with the one below.
    expect(rejected(setOf('x\n\nb\n\nc\n', 'X\n\nb\n\nc\n'), [0], 'X\n\nc\n')).toBe('x\n\nc\n');
    // The person put in "mine" and a blank line below one, or a blank line and "mine" above one.
    expect(rejected(setOf('x\n\nb\n', 'X\n\nb\n'), [0], 'X\n\nmine\n\nb\n')).toBe('x\n\nmine\n\nb\n');
  });
});

describe('JSON that is valid on both sides', () => {
  test('stays so: a change that an edit far from it would break is blocked', () => {
    // The person took out the one element that was left.
    const list = setOf('[\n\n\n  1,\n\n\n  2\n]\n', '[\n\n\n\n\n  2\n]\n', 'json');
    expect(rejected(list, [0], '[\n\n\n\n\n]\n')).toEqual([0]);
  });

  test('may be half typed by the person, and is then not judged', () => {
    const set = setOf('[\n  1,\n  2,\n  3\n]\n', '[\n  9,\n  2,\n  3\n]\n', 'json');
    expect(rejected(set, [0], '[\n  9,\n  2,\n  3, oh\n]\n')).toBe('[\n  1,\n  2,\n  3, oh\n]\n');
  });
});

describe('around edits', () => {
  const set = setOf(before, after);
  const [first] = set.changes.map(({ id }) => id);
  const wanted = new Map<ChangeId, Verdict>([[first!, 'reject']]);

  test('a file that nobody edited is composed as ever, whatever it is', () => {
    expect(composeAround(set, noVerdicts, wanted, latin1(after))).toEqual({ bytes: compose(set, wanted) });
    const binary = findChanges(latin1('a\0'), latin1('b\0'), { format: 'text' });
    const whole = new Map<ChangeId, Verdict>([[binary.changes[0]!.id, 'reject']]);
    expect(composeAround(binary, noVerdicts, whole, latin1('b\0'))).toEqual({ bytes: latin1('a\0') });
    expect(blockedByEdits(binary, noVerdicts, latin1('b\0'))).toEqual(new Map());
  });

  test('a file stays as it is when no verdict turns, whatever it is; to accept what is undecided turns nothing', () => {
    for (const current of [latin1('mine\n'), latin1('a\0')]) {
      const composed = composeAround(set, noVerdicts, new Map([[first!, 'accept']]), current);
      expect(composed).toEqual({ bytes: current });
      expect('bytes' in composed && composed.bytes).not.toBe(current);
    }
  });

  test.each([
    ['is no text any more', latin1(`${after}\0`), 'This file is not text.'],
    ['is in another encoding now', utf16(`\ufeff${after}`), 'The encoding changed from utf-8 to utf-16le.'],
    ['has too many lines now', utf8('\n'.repeat(limits.atomsMax + 1)), 'This file has more than 200000 lines.'],
  ])('nothing moves in a file that %s, and it is said', (_what, current, unfit) => {
    expect(composeAround(set, noVerdicts, wanted, current)).toEqual({ unfit });
    expect(blockedByEdits(set, noVerdicts, current)).toEqual({ unfit });
  });

  test('nothing moves in a file that is decided as a whole, and it is said', () => {
    const binary = findChanges(latin1('a\0'), latin1('b\0'), { format: 'text' });
    const whole = new Map<ChangeId, Verdict>([[binary.changes[0]!.id, 'reject']]);
    const unfit = 'This file can only be decided as a whole.';
    expect(composeAround(binary, noVerdicts, whole, latin1('c\0'))).toEqual({ unfit });
    expect(blockedByEdits(binary, noVerdicts, latin1('c\0'))).toEqual({ unfit });
  });

  test('a person who typed the same again edited nothing', () => {
    expect(blocked(set, `${after}`)).toEqual([]);
    expect(rejected(set, [0, 2], after)).toBe('one\ntwo\nthree\nfour\nFIVE\nsix\nseven\n');
  });

  test('a change that the person put back by hand is theirs: it is blocked, the others are not', () => {
    const current = 'one\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\n';
    expect(blocked(set, current)).toEqual([0]);
    expect(rejected(set, [1], current)).toBe('one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n');
    expect(blocked(set, before)).toEqual([0, 1, 2]);
  });

  test('an id that is not in the set is refused, in either place', () => {
    const stale = new Map<ChangeId, Verdict>([['c000000000000', 'accept']]);
    const refused = expect.objectContaining({ code: 'VERBATIM_CALL_INVALID' });
    expect(() => composeAround(set, stale, wanted, latin1(after))).toThrow(refused);
    expect(() => composeAround(set, noVerdicts, stale, latin1(after))).toThrow(refused);
    expect(() => blockedByEdits(set, stale, latin1(after))).toThrow(refused);
  });
});
