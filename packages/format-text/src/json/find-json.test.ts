import { describe, test } from 'vitest';
import { asLatin1, utf8 } from '../../test/bytes.js';
import { checkExact, verdictsOf } from '../../test/promises.js';
import type { ChangeSet } from '../change.js';
import { compose } from '../compose.js';
import { findChanges } from '../find-changes.js';

/** Finds, and checks that every choice (of up to 10 changes) is exact and JSON. */
function changesOf(before: string | Uint8Array, after: string | Uint8Array): ChangeSet {
  const bytes = (file: string | Uint8Array) => (typeof file === 'string' ? utf8(file) : file);
  const set = findChanges(bytes(before), bytes(after), { format: 'json' });
  checkExact(set);
  if (set.fallback !== undefined) return set;
  for (let subset = 0; subset < 2 ** Math.min(10, set.changes.length); subset++) {
    const result = new TextDecoder().decode(
      compose(
        set,
        verdictsOf(set.changes, (at) => (subset & (1 << at)) !== 0),
      ),
    );
    for (const line of isLines(set) ? result.split('\n').filter((one) => one.trim() !== '') : [result]) {
      if (line !== '') JSON.parse(line);
    }
  }
  return set;
}

function isLines({ changes }: ChangeSet): boolean {
  return changes.some(({ label }) => label.startsWith('line '));
}

const summary = ({ changes }: ChangeSet) => changes.map(({ kind, label }) => `${kind}: ${label}`);

/** What each part takes out and puts in. */
const partsOf = ({ before, after, changes }: ChangeSet) =>
  changes.map(({ parts }) =>
    parts.map(
      (part) =>
        `${asLatin1(before.subarray(part.before.start, part.before.end))} → ${asLatin1(after.subarray(part.after.start, part.after.end))}`,
    ),
  );

describe('smoke', () => {
  test.each([
    ['{"a":1,"b":2}', '{"a":3,"b":4}'],
    ['[1, 2]', '[1, 2, 3]'],
    ['[1,2,3]', '[0,1,2,3]'],
    ['{\n  "a": 1,\n  "b": 2\n}\n', '{\n  "a": 1,\n  "x": 9,\n  "b": 2\n}\n'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":[{"id":1,"p":2},{"id":2,"p":3}]}', '{"a":[{"id":2,"p":3},{"id":1,"p":2}]}'],
    ['{"a":1}', '{"b":1}'],
    ['{"a":{}}', '{"a":{"x":1,"y":2}}'],
    ['{"a":1,"b":[1,2]}', '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ]\n}\n'],
    ['[1, 1.0, "\\u00e9"]\r\n', '[1.0, 1, "é"]\n'],
    ['{"a":1}\n{"b":2}\n', '{"a":2}\n{"c":0}\n{"b":2}\n'],
    ['{"a":1,"a":2,"a":3}', '{"a":1,"a":5,"a":3}'],
    ['{"list":[{"price":1,"n":"x"},{"price":2,"n":"y"}]}', '{"list":[{"price":1,"n":"x"},{"price":3,"n":"y"}]}'],
    ['', '{"a":1}'],
    ['{"a":1}', '{"a":NaN}'],
    ['{"b":1}', '{"a":0,"c":1}'],
  ])('%s to %s', (before, after) => {
    const set = changesOf(before, after);
    console.log(before, '=>', after, summary(set), JSON.stringify(partsOf(set)), set.fallback);
  });
});
