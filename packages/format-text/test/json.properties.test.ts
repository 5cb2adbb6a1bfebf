import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChangeSet, compose, findChanges } from '../src/index.js';
import { anyEdit, anyStyle, anyValue, edited, print, printLines } from './json-documents.js';
import { checkExact, must, same, spliceByHand, verdictsOf } from './promises.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;
/** With `VERBATIM_LONG` ten times as many. */
const runs = (count: number): number => (isLong ? 10 * count : count);

/** Fifteen subsets of the changes of each pair of documents. */
const anySubsets = fc.array(fc.infiniteStream(fc.boolean()), { minLength: 15, maxLength: 15 });
const anyEdits = fc.array(anyEdit, { minLength: 1, maxLength: 6 });
/** Most edits keep the layout. */
const anyStyles = fc
  .tuple(anyStyle, anyStyle, fc.nat(3))
  .map(([before, other, roll]) => [before, roll === 0 ? other : before] as const);

/** Checks all that holds for any pair, and each subset; returns how many subsets there were. */
function checkSubsets(set: ChangeSet, subsets: readonly fc.Stream<boolean>[], parse: (text: string) => void): number {
  checkExact(set);
  must(set.fallback === undefined, `no fallback: ${set.fallback}`, set);
  must(set.decidedBy === 'per-change', 'decided by change', set);
  for (const accepted of subsets) {
    const chosen = set.changes.map(() => accepted.next().value === true);
    const verdicts = verdictsOf(set.changes, (at) => chosen[at] === true);
    const result = compose(set, verdicts);
    must(same(result, spliceByHand(set, verdicts)), 'composition is slices', set);
    try {
      parse(new TextDecoder().decode(result));
    } catch {
      must(false, `subset ${chosen.join()} is not JSON: ${new TextDecoder().decode(result)}`, set);
    }
  }
  return subsets.length;
}

test('every choice of changes of two JSON documents is a JSON document', { timeout: 600_000 }, () => {
  let subsetCount = 0;
  fc.assert(
    fc.property(anyValue, anyEdits, anyStyles, anySubsets, (document, edits, styles, subsets) => {
      const before = print(document, styles[0]);
      const after = print(edits.reduce(edited, document), styles[1]);
      const set = findChanges(before, after, { format: 'json' });
      subsetCount += checkSubsets(set, subsets, JSON.parse);
    }),
    { numRuns: runs(700) },
  );
  expect(subsetCount).toBeGreaterThan(10_000);
});

test('no choice repeats a key that neither side repeats', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(anyValue, anyEdits, anyStyles, anySubsets, (document, edits, styles, subsets) => {
      const before = print(document, styles[0]);
      const after = print(edits.reduce(edited, document), styles[1]);
      const isClean = [before, after].every((bytes) => !hasRepeatedKey(new TextDecoder().decode(bytes)));
      fc.pre(isClean);
      const set = findChanges(before, after, { format: 'json' });
      checkSubsets(set, subsets, (text) => {
        if (hasRepeatedKey(text)) throw new Error('a key is repeated');
      });
    }),
    { numRuns: runs(300) },
  );
});

test('every choice of changes of two unrelated JSON documents is a JSON document', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(anyValue, anyValue, anyStyles, anySubsets, (one, other, styles, subsets) => {
      const set = findChanges(print(one, styles[0]), print(other, styles[1]), { format: 'json' });
      checkSubsets(set, subsets, JSON.parse);
    }),
    { numRuns: runs(200) },
  );
});

test('every choice of changes of two files of one document a line is such a file', { timeout: 600_000 }, () => {
  const anyDocuments = fc.array(anyValue, { minLength: 2, maxLength: 6 });
  const parseLines = (text: string): void => {
    for (const line of text.split('\n')) if (line.trim() !== '') JSON.parse(line);
  };
  fc.assert(
    fc.property(anyDocuments, anyEdits, anyStyles, anySubsets, (documents, edits, styles, subsets) => {
      const changed = edits.reduce(edited, { items: documents });
      const after = typeof changed === 'object' && 'items' in changed ? changed.items : [changed];
      if (after.length === 0) return;
      const set = findChanges(printLines(documents, styles[0]), printLines(after, styles[1]), { format: 'json' });
      checkSubsets(set, subsets, parseLines);
    }),
    { numRuns: runs(200) },
  );
});

test('changes, ids and labels are the same every time', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(anyValue, anyEdits, anyStyles, (document, edits, styles) => {
      const before = print(document, styles[0]);
      const after = print(edits.reduce(edited, document), styles[1]);
      const once = findChanges(before, after, { format: 'json' });
      expect(findChanges(Uint8Array.from(before), Uint8Array.from(after), { format: 'json' })).toEqual(once);
    }),
    { numRuns: runs(100) },
  );
});

test('any bytes, and JSON with any bytes put in, come apart and together exactly', { timeout: 600_000 }, () => {
  const anyBytes = fc.uint8Array({ maxLength: 12 });
  fc.assert(
    fc.property(anyValue, anyStyle, anyBytes, fc.nat(200), fc.nat(20), (document, style, bytes, at, count) => {
      const before = print(document, style);
      const after = Uint8Array.from(before).slice();
      const broken = Uint8Array.from([...after.slice(0, at), ...bytes, ...after.slice(at + count)]);
      checkExact(findChanges(before, broken, { format: 'json' }));
      checkExact(findChanges(broken, before, { format: 'json' }));
      checkExact(findChanges(bytes, broken, { format: 'json' }));
    }),
    { numRuns: runs(300) },
  );
});

/** What JSON.parse lost would be missing when all is printed again; each member has one colon outside of strings. */
function hasRepeatedKey(text: string): boolean {
  const memberCount = (json: string): number => json.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length;
  return memberCount(text) !== memberCount(JSON.stringify(JSON.parse(text)));
}
