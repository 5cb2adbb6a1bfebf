import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLines, cutWholeLines } from '../src/cut-lines.js';
import { compose, detectEncoding, findChanges, replaceText, type TextEncoding } from '../src/index.js';
import { utf16 } from './bytes.js';
import { linesOf } from './lines.js';
import { checkExact, must, same, spliceByHand, verdictsOf } from './promises.js';

const anyBytes = fc.uint8Array({ maxLength: 200 });

/** Lines of few different texts, so that a lot repeats, moves and collides. */
const fewLines = fc.array(fc.constantFrom('', 'a', 'b', 'ab', '  ', '}', 'é'), { maxLength: 30 });
const anyLineEnd = fc.constantFrom('\n', '\r\n', '\r');
const anyText = fc
  .tuple(fewLines, fc.array(anyLineEnd, { minLength: 31, maxLength: 31 }), fc.boolean())
  .map(([lines, ends, isEnded]) =>
    lines.map((line, at) => line + (isEnded || at < lines.length - 1 ? ends[at] : '')).join(''),
  );

const units: readonly TextEncoding[] = [
  { name: 'utf-8', bomBytes: 0, unitBytes: 1 },
  { name: 'utf-16le', bomBytes: 0, unitBytes: 2 },
  { name: 'utf-16be', bomBytes: 2, unitBytes: 2 },
  { name: 'utf-32le', bomBytes: 4, unitBytes: 4 },
  { name: 'utf-32be', bomBytes: 0, unitBytes: 4 },
];

test('atoms tile any bytes on whole code units, without gap or overlap', () => {
  fc.assert(
    fc.property(anyBytes, fc.constantFrom(...units), (raw, encoding) => {
      const bytes = raw.subarray(0, raw.length - (raw.length % 4));
      for (const { cut, from } of [
        { cut: cutLines, from: Math.min(encoding.bomBytes, bytes.length) },
        { cut: cutWholeLines, from: 0 },
      ]) {
        const atoms = [...cut({ bytes, encoding }, 1_000)!];
        const ends = [from, ...atoms.map(({ end }) => end)];
        expect(atoms.map(({ start }) => start)).toEqual(ends.slice(0, -1));
        expect(ends.at(-1)).toBe(bytes.length);
        expect(atoms.every(({ start, bodyEnd, end }) => start <= bodyEnd && bodyEnd <= end && start < end)).toBe(true);
        expect(ends.every((end) => end % encoding.unitBytes === 0)).toBe(true);
      }
    }),
  );
});

test('any two byte arrays come apart and together exactly', () => {
  fc.assert(
    fc.property(anyBytes, anyBytes, (before, after) => {
      checkExact(findChanges(before, after, { format: 'text' }));
    }),
    { numRuns: 2_000 },
  );
});

test('any subset of the changes of two texts is slices, and whole lines of one side', () => {
  const encodings = fc.constantFrom(
    (text: string) => new TextEncoder().encode(text),
    (text: string) => new TextEncoder().encode(`\ufeff${text}`),
    (text: string) => utf16(`\ufeff${text}`),
    (text: string) => utf16(`\ufeff${text}`, true),
  );
  fc.assert(
    fc.property(anyText, anyText, encodings, fc.infiniteStream(fc.boolean()), (one, other, encode, accepted) => {
      const [before, after] = [encode(one), encode(other)];
      const set = findChanges(before, after, { format: 'markdown' });
      checkExact(set);
      const chosen = set.changes.map(() => accepted.next().value === true);
      const verdicts = verdictsOf(set.changes, (at) => chosen[at] === true);
      const result = compose(set, verdicts);
      must(same(result, spliceByHand(set, verdicts)), 'composition is slices', set);
      const reversed = new Map([...verdicts].reverse());
      must(same(result, compose(set, reversed)), 'the order of decisions does not matter', set);

      const encoding = detectEncoding(before.length > 0 ? before : after);
      const lines = new Set([...linesOf(before, encoding), ...linesOf(after, encoding)]);
      must(
        linesOf(result, encoding).every((line) => lines.has(line)),
        'lines are of one side',
        set,
      );
    }),
    { numRuns: 3_000 },
  );
});

test('deciding one change after the other gives the same file as deciding at once', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const [before, after] = [new TextEncoder().encode(one), new TextEncoder().encode(other)];
      const set = findChanges(before, after, { format: 'text' });
      const rejected = set.changes.filter((_, at) => at % 2 === 0);
      const atOnce = compose(set, new Map(rejected.map(({ id }) => [id, 'reject'])));
      const undecided = compose(set, new Map(set.changes.map(({ id }) => [id, 'accept'])));
      must(same(undecided, after), 'undecided is accepted', set);
      const others = set.changes.filter((_, at) => at % 2 === 1);
      const fromBefore = compose({ ...set, changes: others }, new Map());
      must(same(atOnce, fromBefore), 'rejecting some is applying the others', set);
    }),
  );
});

test('replacing text is what it is on strings, in every encoding that can hold it', () => {
  const short = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '𝄞', '\n', ' '), minLength: 1, maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '𝄞', '\n', ' '), maxLength: 40 });
  const encodings = fc.constantFrom(
    (file: string) => new TextEncoder().encode(file),
    (file: string) => utf16(`\ufeff${file}`),
    (file: string) => utf16(`\ufeff${file}`, true),
  );
  fc.assert(
    fc.property(text, short, fc.oneof(short, fc.constant('')), encodings, (file, oldText, newText, encode) => {
      const result = replaceText(encode(file), oldText, newText, { all: true });
      if (!file.includes(oldText)) expect(result.kind).toBe('absent');
      else expect(result).toMatchObject({ kind: 'replaced', bytes: encode(file.replaceAll(oldText, () => newText)) });
    }),
    { numRuns: 2_000 },
  );
});
