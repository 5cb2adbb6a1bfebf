import { expect, test } from 'vitest';
import { latin1 } from '../../test/bytes.js';
import { DistinctFields } from './distinct-fields.js';

const bytes = latin1('ab,ab,b,,abc');
const field = (start: number, end: number) => ({ start, end });

test('a field is new once', () => {
  const fields = new DistinctFields(bytes, 5);
  expect(fields.add(field(0, 2))).toBe(true);
  expect(fields.add(field(3, 5))).toBe(false);
  expect(fields.add(field(6, 7))).toBe(true);
  expect(fields.add(field(8, 8))).toBe(true);
  expect(fields.add(field(9, 12))).toBe(true);
});

test('fields of another file are found by their bytes', () => {
  const fields = new DistinctFields(bytes, 5);
  fields.add(field(0, 2));
  expect(fields.has(latin1('xab'), field(1, 3))).toBe(true);
  expect(fields.has(latin1('xab'), field(0, 3))).toBe(false);
});

test('no field is lost or doubled where a table of places is too small for all', () => {
  const numbers = Array.from({ length: 2_000 }, (_, at) => String(at).padStart(4, '0'));
  const digits = latin1(numbers.join(''));
  const fields = new DistinctFields(digits, 1);
  const places = numbers.map((_, at) => field(at * 4, at * 4 + 4));
  expect(places.every((place) => fields.add(place))).toBe(true);
  expect(places.some((place) => fields.add(place))).toBe(false);
});
