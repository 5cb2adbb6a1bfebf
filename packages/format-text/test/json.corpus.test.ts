import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compose, findChanges } from '../src/index.js';
import { corpusFiles, corpusPairs, hasCorpus } from './corpus.js';
import { checkExact, must, same, spliceByHand, verdictsOf } from './promises.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;
const jsonFiles = corpusFiles.filter(({ name }) => /^json\/.*\.json$/.test(name));
const jsonPairs = corpusPairs.filter(({ fileName }) => fileName.endsWith('.json'));

describe.skipIf(!hasCorpus)('real and hostile JSON', () => {
  test('there is a suite of it, and there are edits', () => {
    expect(jsonFiles.length).toBeGreaterThan(150);
    expect(jsonPairs.length).toBeGreaterThan(10);
  });

  test.each(jsonFiles)('$name is taken for JSON where JSON.parse takes it', ({ bytes }) => {
    const longer = Uint8Array.from([...bytes, 0x0a]);
    const [set, back] = [
      findChanges(bytes, longer, { format: 'json' }),
      findChanges(longer, bytes, { format: 'json' }),
    ];
    checkExact(set);
    checkExact(back);
    const isTaken = [set, back].map(({ decidedBy, fallback }) => decidedBy === 'per-change' && fallback === undefined);
    // No bytes are no JSON, but a file that came to be is nothing to complain of.
    expect(isTaken).toEqual([isJson(bytes), isJson(bytes)]);
  });

  test.each(jsonPairs)('$name: every choice of changes is JSON', ({ before, after }) => {
    for (const set of [
      findChanges(before, after, { format: 'json' }),
      findChanges(after, before, { format: 'json' }),
    ]) {
      checkExact(set);
      expect(set).toMatchObject({ coarse: false, decidedBy: 'per-change' });
      expect(set.fallback).toBeUndefined();
      const anySubset = fc.array(fc.boolean(), { minLength: set.changes.length, maxLength: set.changes.length });
      fc.assert(
        fc.property(anySubset, (accepted) => {
          const verdicts = verdictsOf(set.changes, (at) => accepted[at] === true);
          const result = compose(set, verdicts);
          must(same(result, spliceByHand(set, verdicts)), 'composition is slices', set);
          must(isJson(result), `subset ${accepted.join()} is JSON`, set);
        }),
        { numRuns: isLong ? 400 : 20 },
      );
    }
  });
});

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
