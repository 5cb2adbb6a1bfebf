import { expect, test } from 'vitest';
import { utf8 } from '../test/bytes.js';
import type { ChangeKind } from './change.js';
import { ChangeIds } from './change-id.js';

const part = (start: number, end: number) => ({ before: { start, end }, after: { start, end } });
const idOf = (before: string, after: string, kind: ChangeKind, ...ranges: [number, number][]) =>
  new ChangeIds(utf8(before), utf8(after)).idOf(
    kind,
    ranges.map(([start, end]) => part(start, end)),
  );

test('an id tells kind, place and bytes of both sides', () => {
  const ids = [
    idOf('abcd', 'wxyz', 'lines', [0, 1]),
    idOf('abcd', 'wxyz', 'eol', [0, 1]),
    idOf('abcd', 'wxyz', 'lines', [0, 2]),
    idOf('abcd', 'wxyz', 'lines', [0, 1], [2, 3]),
    idOf('abcd', 'wxyz', 'lines', [1, 2]),
    idOf('bbcd', 'wxyz', 'lines', [0, 1]),
    idOf('abcd', 'xxyz', 'lines', [0, 1]),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(idOf('abcd', 'wxyz', 'lines', [0, 1])).toBe(ids[0]);
  // Bytes outside of the parts do not matter.
  expect(idOf('a...', 'w---', 'lines', [0, 1])).toBe(ids[0]);
});

test('an id that is taken is not given again', () => {
  const ids = new ChangeIds(utf8('a'), utf8('b'));
  expect(ids.idOf('lines', [part(0, 1)])).not.toBe(ids.idOf('lines', [part(0, 1)]));
});
