import fc from 'fast-check';
import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { touchedEntries } from '../../test/list-zip.js';
import { type MadeArchive, type MadeEntry, makeZip } from '../../test/make-zip.js';
import { readEntry } from './pour-entry.js';
import { readArchive } from './read-archive.js';
import { rewriteArchive } from './rewrite-archive.js';

/** Archives in every form that the reader accepts. */
const entry = fc.record(
  {
    content: fc.oneof(fc.string({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 })),
    method: fc.constantFrom(0, 8),
    descriptor: fc.constantFrom('signed', 'bare', 'zip64'),
    zip64: fc.constantFrom('local', 'directory'),
    localExtra: fc.constant(Uint8Array.of(0x20, 0xa2, 2, 0, 0, 0)),
    gap: fc.nat(5),
  },
  { requiredKeys: ['content'] },
) as fc.Arbitrary<Omit<MadeEntry, 'name'>>;
const archives = fc.record({
  entries: fc
    .array(entry, { minLength: 1, maxLength: 6 })
    .map((list) => list.map((one, at): MadeEntry => ({ ...one, name: `p${at}` }))),
  how: fc.record(
    {
      comment: fc.string({ maxLength: 30 }),
      zip64End: fc.boolean(),
      isReversed: fc.constant(true),
      trailing: fc.constant(Uint8Array.of(7)),
    },
    { requiredKeys: [] },
  ),
});

function make({
  entries,
  how,
}: {
  entries: readonly MadeEntry[];
  how: { isReversed?: boolean } & MadeArchive;
}): Uint8Array {
  const order = entries.map((_, at) => (how.isReversed === true ? entries.length - 1 - at : at));
  return makeZip(entries, { ...how, order });
}

test('rewriting without a change is the same bytes', () => {
  fc.assert(
    fc.property(archives, (made) => {
      const bytes = make(made);
      expect(Buffer.compare(rewriteArchive(readArchive(bytes), new Map()), bytes)).toBe(0);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('new content for some entries leaves all others as they lie, and reads back here and elsewhere', async () => {
  const content = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(archives, fc.array(fc.option(content), { minLength: 6, maxLength: 6 }), async (made, contents) => {
      const bytes = make(made);
      const archive = readArchive(bytes);
      const replacements = new Map(
        archive.entries.flatMap((one, at) => {
          const content = contents[at] ?? undefined;
          return content === undefined ? [] : [[one, content] as const];
        }),
      );
      const written = rewriteArchive(archive, replacements);
      const again = readArchive(written);
      expect(again.problems).toEqual(archive.problems);
      const changed = new Set([...replacements.keys()].map(({ name }) => name));
      for (const name of touchedEntries(bytes, written)) expect(changed).toContain(name);
      const zip = await JSZip.loadAsync(written.subarray(0, written.length - again.end.trailingBytes), {
        checkCRC32: true,
      });
      for (const [at, one] of archive.entries.entries()) {
        const now = again.entries[at]!;
        expect(now.name).toBe(one.name);
        expect(now.method).toBe(one.method);
        const wanted = Buffer.from(replacements.get(one) ?? readEntry(archive, one));
        expect(Buffer.from(readEntry(again, now))).toEqual(wanted);
        expect(Buffer.from(await zip.file(one.name)!.async('uint8array'))).toEqual(wanted);
      }
    }),
    { numRuns: 150, seed: 2 },
  );
});
