import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { asLatin1, latin1, utf16 } from '../test/bytes.js';
import { cutLines } from './cut-lines.js';
import { internBodies } from './intern.js';
import { limits } from './limits.js';

vi.mock('./limits.js', async (importOriginal) => {
  const original = await importOriginal<{ limits: typeof limits }>();
  return { limits: { ...original.limits } };
});
const changeable = limits as { hashProbesMax: number };
const usual = limits.hashProbesMax;
afterEach(() => {
  changeable.hashProbesMax = usual;
});

const encoding = { name: 'utf-8', bomBytes: 0, unitBytes: 1 } as const;
const cut = (bytes: Uint8Array) => ({ bytes, encoding, atoms: cutLines({ bytes, encoding }, 1_000)! });

/** The same numbers by a map of strings. */
function numbersByMap(files: readonly ReturnType<typeof cut>[]): number[][] {
  const numbers = new Map<string, number>();
  return files.map(({ bytes, atoms }) =>
    [...atoms].map(({ start, bodyEnd }) => {
      const text = asLatin1(bytes.subarray(start, bodyEnd));
      if (!numbers.has(text)) numbers.set(text, numbers.size);
      return numbers.get(text)!;
    }),
  );
}

test.each([usual, 2, 1, 0])('equal lines have equal numbers, and no others, after %i probes too', (probes) => {
  changeable.hashProbesMax = probes;
  const line = fc.oneof(fc.constantFrom('', 'a', 'b', '  ', 'a line', 'another line'), fc.string({ unit: 'binary' }));
  const file = fc.array(line, { maxLength: 40 }).map((lines) => cut(new TextEncoder().encode(lines.join('\n'))));
  fc.assert(
    fc.property(file, file, (before, after) => {
      const keys = internBodies(before, after);
      const expected = numbersByMap([before, after]);
      expect([[...keys.before], [...keys.after]]).toEqual(expected);
      expect(keys.keyCount).toBe(new Set(expected.flat()).size);
    }),
    { numRuns: 500 },
  );
});

test('every byte counts', () => {
  const line = 'a line of text';
  const others = Array.from(line, (_, at) => `${line.slice(0, at)}\xff${line.slice(at + 1)}`);
  const keys = internBodies(cut(latin1(line)), cut(latin1(others.join('\n'))));
  expect(keys.keyCount).toBe(line.length + 1);
});

test('lines of white space are blank, in wide units too', () => {
  const keys = internBodies(cut(latin1('\n \t\na\n\xa0')), cut(utf16(' \t')));
  expect(Array.from({ length: keys.keyCount }, (_, key) => keys.isBlank(key))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});
