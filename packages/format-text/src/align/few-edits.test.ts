import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../../test/bytes.js';
import { Bodies } from '../bodies.js';
import { cutLines } from '../cut-lines.js';
import { numberBodies } from '../intern.js';
import { align } from './align.js';
import { alignFewEdits } from './few-edits.js';

const encoding = { name: 'utf-8', bomBytes: 0, unitBytes: 1 } as const;

function bodiesOf(before: readonly string[], after: readonly string[]): Bodies {
  const [one, other] = [before, after].map((lines) => {
    const bytes = utf8(lines.join('\n'));
    return { bytes, encoding, atoms: cutLines({ bytes, encoding }, 10_000)! };
  });
  return new Bodies(one!, other!);
}

test('lines that were not numbered align as numbered ones do', () => {
  const line = fc.constantFrom('', 'a', 'b', ' ', 'a line', 'a lime', 'end');
  const splice = fc.tuple(fc.nat(60), fc.nat(4), fc.array(line, { maxLength: 5 }));
  const file = fc.array(line, { maxLength: 60 });
  fc.assert(
    fc.property(file, fc.array(splice, { maxLength: 4 }), (before, splices) => {
      const after = [...before];
      for (const [at, removed, added] of splices) after.splice(at, removed, ...added);
      const bodies = bodiesOf(before, after);
      expect(alignFewEdits(bodies)).toEqual(align(numberBodies(bodies)).runs);
    }),
    { numRuns: process.env['VERBATIM_LONG'] === undefined ? 500 : 20_000 },
  );
});

test('more edits than the direct attempt looks for are no answer', () => {
  const lines = (word: string) => Array.from({ length: 120 }, (_, at) => `${word} ${at}`);
  expect(alignFewEdits(bodiesOf(lines('one'), lines('other')))).toBeUndefined();
  expect(alignFewEdits(bodiesOf(['a'], lines('more')))).toBeUndefined();
});
