import { describe, expect, test } from 'vitest';
import { asLatin1, utf8 } from '../../test/bytes.js';
import { checkExact, verdictsOf } from '../../test/promises.js';
import type { ChangeSet } from '../change.js';
import { compose } from '../compose.js';
import { findChanges } from '../find-changes.js';
import { limits } from '../limits.js';

/** Finds, and checks that every choice (of the first 6 changes, others as the first) is exact and JSON. */
function changesOf(before: string | Uint8Array, after: string | Uint8Array): ChangeSet {
  const bytes = (file: string | Uint8Array) => (typeof file === 'string' ? utf8(file) : file);
  const set = findChanges(bytes(before), bytes(after), { format: 'json' });
  checkExact(set);
  if (set.fallback !== undefined || before === '' || after === '') return set;
  const isLines = set.changes.some(({ label }) => /^line \d/.test(label));
  for (let subset = 0; subset < 2 ** Math.min(6, set.changes.length); subset++) {
    const verdicts = verdictsOf(set.changes, (at) => (subset & (1 << (at % 6))) !== 0);
    const result = new TextDecoder().decode(compose(set, verdicts));
    for (const text of isLines ? result.split('\n').filter((line) => line.trim() !== '') : [result]) JSON.parse(text);
  }
  return set;
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

describe('what a change is, and what it is called', () => {
  test.each([
    ['a value', '{"list":[{"price":1},{"price":2}]}', '{"list":[{"price":1},{"price":3}]}', ['value: /list/1/price']],
    ['two values', '{"a":1,"b":2}', '{"a":3,"b":4}', ['value: /a', 'value: /b']],
    ['a value of another type', '{"a":[1]}', '{"a":{"x":1}}', ['value: /a']],
    ['an object with no member of the old one', '{"a":{"b":1}}', '{"a":{"x":[2],"y":0}}', ['value: /a']],
    ['the root', '{"a":1}', '[1]', ['value: whole document']],
    ['the last element added', '[1, 2]', '[1, 2, 3]', ['added: /2 added']],
    ['the first element added', '[1,2,3]', '[0,1,2,3]', ['added: /0 added']],
    ['an element removed', '[1,2,3]', '[1,3]', ['removed: /1 removed']],
    ['an array emptied', '[1,2,3]', '[]', ['removed: /0 to /2 removed']],
    ['members in an empty object', '{"a":{}}', '{"a":{"x":1,"y":2}}', ['added: /a/x, /a/y added']],
    ['an element moved', '[1,2,3,4]', '[4,1,2,3]', ['moved: /0 moved from /3']],
    ['a member moved', '{"a":1,"b":2,"c":3}', '{"b":2,"c":3,"a":1}', ['moved: /a moved']],
    ['a key', '{"a":{"x":1,"y":2}}', '{"b":{"x":1,"y":2}}', ['key-rename: /b renamed from /a']],
    ['a repeated key', '{"a":1,"a":2,"a":3}', '{"a":1,"a":5,"a":3}', ['value: /a (2nd)']],
    ['a key with signs of the pointer', '{"a/b~":1}', '{"a/b~":2}', ['value: /a~1b~0']],
    ['a key with a line end', '{"a\\nb":1}', '{"a\\nb":2}', ['value: /a␊b']],
    ['the spelling of a number', '[1,2]', '[1.0,2e0]', ['number-spelling: /0', 'number-spelling: /1']],
    ['the sign of zero', '[0]', '[-0]', ['value: /0']],
    ['a large number', '[12345678901234567890]', '[12345678901234567891]', ['value: /0']],
    ['an escape', '["\\u00e9"]', '["é"]', ['escape-spelling: /0']],
    ['an escape of a key', '{"\\u0061":1}', '{"a":1}', ['escape-spelling: /a']],
    ['a moved key of another spelling', '{"\\u00e9":1,"b":2}', '{"b":2,"é":1}', ['moved: /é moved']],
    ['the final line end', '[1]', '[1]\n', ['eol: final line end added']],
    ['line ends', '[\r\n1\r\n]\r\n', '[\n1\n]\n', ['eol: line ends CRLF to LF, 3 lines']],
    ['the byte order mark', '\ufeff[1]', '[1]', ['bom: byte order mark removed']],
    ['a value and white space', '{"a":  1}', '{"a": 2}', ['format-only: white space, 1 place', 'value: /a']],
  ])('%s', (_, before, after, changes) => {
    const set = changesOf(before, after);
    expect(summary(set)).toEqual(changes);
    expect(set).toMatchObject({ coarse: false, decidedBy: 'per-change' });
    expect(set.fallback).toBeUndefined();
  });

  test('elements with an id are known again by it', () => {
    const item = (id: number, price: number) => `{"id":${id},"price":${price},"name":"n${id}"}`;
    const set = changesOf(`[${item(1, 5)},${item(2, 6)},${item(3, 7)}]`, `[${item(2, 6)},${item(3, 9)},${item(4, 7)}]`);
    expect(summary(set)).toEqual(['removed: /0 removed', 'value: /1/price', 'added: /2 added']);
  });

  test('a new layout is one change beside each value', () => {
    const document = { a: 1, list: [1, 2, { b: 'x' }], empty: {} };
    const set = changesOf(JSON.stringify(document), JSON.stringify({ ...document, a: 2 }, null, 2));
    expect(summary(set)).toEqual([expect.stringMatching(/^format-only: white space, \d places$/), 'value: /a']);
  });

  test('members are decided whole, each with one comma', () => {
    expect(partsOf(changesOf('{"a":1,"b":2}', '{"a":1,"x":9,"b":2}'))).toEqual([[' → ,"x":9']]);
    const style = (keys: string) =>
      `{${keys
        .split('')
        .map((key) => `\n  "${key}": 1`)
        .join(',')}\n}\n`;
    expect(partsOf(changesOf(style('ab'), style('axb')))).toEqual([[' → \n  "x": 1,']]);
    expect(partsOf(changesOf(style('ab'), style('abx')))).toEqual([[' → ,\n  "x": 1']]);
    expect(partsOf(changesOf(style('ab'), style('xab')))).toEqual([[' → \n  "x": 1,']]);
  });

  test('a file that came to be or was emptied is one change', () => {
    expect(summary(changesOf('', '{"a":1}'))).toEqual(['added: whole document added']);
    expect(summary(changesOf('{"a":1}', ''))).toEqual(['removed: whole document removed']);
  });
});

describe('several documents, one a line', () => {
  test('each is named by its line', () => {
    const set = changesOf('{"a":1}\n\n{"b":2}\n', '{"a":2}\n{"c":0}\n\n{"b":2}\n');
    expect(summary(set)).toEqual(['value: line 1 /a', 'added: line 2 added']);
  });

  test('one that was removed leaves no empty hole in what is JSON', () => {
    expect(summary(changesOf('{"a":1}\n{"b":2}\n{"c":3}\n', '{"a":1}\n{"c":3}\n'))).toEqual([
      'removed: line 2 removed',
    ]);
    expect(summary(changesOf('{"a":1}\n{"b":2}\n', '{"a":1}\n'))).toEqual(['removed: line 2 removed']);
  });
});

describe('what is no JSON is compared line by line, and the answer says so', () => {
  test.each([
    ['a comment', '{\n"a": 1 // one\n}', 'line 2: unexpected "/"'],
    ['a comma too much', '[1,]', 'line 1: unexpected "]"'],
    ['NaN', '[NaN]', 'line 1: unexpected "N"'],
    ['a zero in front', '[01]', 'line 1: unexpected "1"'],
    ['half a file', '{"a": [1', 'it ends too early'],
    ['only blanks', '  \n', 'it ends too early'],
    ['two documents on a line', '{} {}', 'line 1: unexpected "{"'],
    ['100,000 open arrays', '['.repeat(100_000), 'it ends too early'],
    ['a bad escape', '["\\x"]', 'line 1: unexpected "\\"'],
    ['a tab in a string', '["\t"]', 'line 1: unexpected "\t"'],
  ])('%s', (_, text, problem) => {
    const fallback = (side: string) =>
      `This file is not valid JSON (${side} the edit: ${problem}), so it is compared line by line.`;
    expect(changesOf('[1]', text).fallback).toBe(fallback('after'));
    expect(changesOf(text, '[1]').fallback).toBe(fallback('before'));
  });

  test('several documents of which one goes over lines', () => {
    expect(changesOf('{"a":1}\n{"b":\n2}\n', '{"a":2}\n{"b":2}\n').fallback).toContain('takes several lines');
  });

  test('another encoding', () => {
    const latin1 = Uint8Array.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]);
    expect(changesOf(latin1, '["e"]').fallback).toBe('This file is not UTF-8, so it is compared line by line.');
  });
});

describe('large and strange documents', () => {
  const numbers = Array.from({ length: 20_002 }, (_, at) => at);

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('100,000 %s, one inside the other', (_, open, close) => {
    const nested = (value: string) => open.repeat(100_000) + value + close.repeat(100_000);
    const { changes } = findChanges(utf8(nested('1')), utf8(nested('[2]')), { format: 'json' });
    expect(changes).toMatchObject([{ kind: 'value', label: expect.stringMatching(/^…(\/[0a])+$/) }]);
  });

  test('10 MB on one line', () => {
    const items = Array.from({ length: 130_000 }, (_, id) => ({
      id,
      name: `item number ${id}`,
      size: { w: 1, h: 2.5 },
    }));
    const before = `[${`"${'x'.repeat(2_000_000)}",`}${JSON.stringify(items).slice(1)}`;
    expect(before.length).toBeGreaterThan(9_000_000);
    const set = findChanges(utf8(before), utf8(before.replace('number 77"', 'number 78"')), { format: 'json' });
    expect(summary(set)).toEqual(['value: /78/name']);
  });

  test('an array and an object whose order changed everywhere', () => {
    const swapped = numbers.map((at) => at ^ 1);
    const object = (keys: readonly number[]) => `{${keys.map((key) => `"k${key}":1`).join()}}`;
    expect(summary(changesOf(JSON.stringify(numbers), JSON.stringify(swapped)))).toEqual([
      expect.stringMatching(/^moved: \/1 moved from \/0, .* and 9998 more$/),
    ]);
    expect(summary(changesOf(object(numbers), object(numbers.toReversed())))).toHaveLength(1);
  });

  test('200,000 things in one place need no stack', () => {
    const many = JSON.stringify(Array.from({ length: 200_000 }, (_, at) => at));
    expect(summary(changesOf('[]', many))).toEqual(['added: /0 to /199999 added']);
  });

  test('changes over the limit are decided with their neighbours, and the answer says so', () => {
    const object = (value: number) => `{${numbers.map((at) => `"k${at}":${value}`).join()}}`;
    const set = findChanges(utf8(object(1)), utf8(object(2)), { format: 'json' });
    checkExact(set);
    expect(set.coarse).toBe(true);
    expect(set.changes.length).toBeLessThanOrEqual(limits.jsonChangesMax);
    expect(set.changes[0]).toMatchObject({ kind: 'value', label: '/k0, /k1, /k2', parts: [{}, {}, {}] });
  });

  test('a table of numbers that was computed anew is one change', () => {
    const table = (step: number) => `{"a":[${Array.from({ length: 50 }, (_, at) => at * step + step / 16).join()}]}`;
    const set = changesOf(table(3), table(7));
    expect(set.coarse).toBe(true);
    expect(set.changes.length).toBeLessThanOrEqual(2);
  });
});
