/** What History restores over an Office file passes its check first (source text, "Restoring from History"; its ninth test). */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verbatim } from '../src/open-verbatim.js';
import { fixture } from './fixture.js';
import { makeScratch, open } from './scratch.js';

const memo = fixture('survey-memo.docx');
const deck = fixture('board-briefing.pptx');
const workbook = fixture('gauge-workbook.xlsx');

/** A copy whose directory and local headers call a part by another name of the same length. */
function renamed(bytes: Buffer, part: string): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(part); at >= 0; at = copy.indexOf(part, at + 1)) copy.write('z', at + part.length - 5);
  return copy;
}

/** A copy in which one character of a part that lies uncompressed is another one. */
function scratched(bytes: Buffer, text: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write('X', copy.indexOf(text));
  return copy;
}

const broken = [
  ['memo.docx', memo.subarray(0, Math.floor(memo.length * 0.6)), memo, /cut off \(check zip-damaged\)/],
  ['deck.pptx', scratched(deck, 'Three questions'), deck, /\(check entry-crc, part ppt\/slides\/slide2\.xml\)/],
  ['book.xlsx', renamed(workbook, 'xl/workbook.xml'), workbook, /main part .* missing \(check main-part, part /],
] as const;

/** What agents did to a file, oldest first, as the ids of the copies from before and after each. */
function copiesOf({ ledger }: Verbatim, path: string): { before: string; after: string }[] {
  return ledger.read((view) =>
    view.pendingPairs(path).map(({ before, after }) => ({ before: before ?? '', after: after ?? '' })),
  );
}

describe('restore', () => {
  test.each(broken)('invalid_office_snapshot_cannot_replace_a_document: %s', async (name, bad, good, why) => {
    const scratch = makeScratch();
    const path = join(scratch.root, name);
    // The file was broken already when it was captured; an agent then wrote a good one.
    writeFileSync(path, bad);
    const verbatim = await open(scratch);
    const { review } = verbatim;
    const answer = await review.act('write', [{ op: 'write', path: name, bytes: good }], { agent: 'mender' });
    expect(answer).toMatchObject({ outcome: 'pending' });
    const [copies] = copiesOf(verbatim, name);
    const { ino } = statSync(path);

    const refused = await review.restore(name, copies?.before ?? '');
    expect(refused).toMatchObject({ outcome: 'refused', code: 'OFFICE_INVALID', files: [{ path: name }] });
    expect(refused).toHaveProperty('message', expect.stringMatching(why));
    expect(refused).toHaveProperty('message', expect.stringMatching(/The file was not restored\.$/));
    expect(readFileSync(path).equals(good)).toBe(true);
    expect(statSync(path).ino).toBe(ino);

    // Discard gives the person's own bytes back, sound or not (P2).
    expect(await review.discard([{ kind: 'file', path: name }])).toMatchObject({ outcome: 'discarded' });
    expect(readFileSync(path).equals(bad)).toBe(true);

    // A good copy restores, over the broken file too, and both states are kept.
    const restored = await review.restore(name, copies?.after ?? '');
    if (restored.outcome !== 'restored') throw new Error(JSON.stringify(restored));
    expect(readFileSync(path).equals(good)).toBe(true);
    const [saved] = restored.copies;
    const labels = verbatim.ledger.read((view) =>
      [saved?.beforeRestore ?? '', saved?.restored ?? ''].map((id) => view.snapshot(id)?.label),
    );
    expect(labels).toEqual(['Before restore', 'Restored']);
  });

  test.each(broken)('an edit after which a file would not open is shown as one: %s', async (name, bad, good, why) => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.root, name), good);
    const verbatim = await open(scratch);
    const { review } = verbatim;
    await review.act('write', [{ op: 'write', path: name, bytes: bad }], {});
    const problem = expect.stringMatching(why);
    expect(await review.status()).toMatchObject({ actions: [{ files: [{ path: name, problem }] }] });
    expect(await review.inspect({ kind: 'file', path: name })).toMatchObject({ files: [{ problem }] });
    await review.keep([{ kind: 'file', path: name }]);
    // Whoever mends it, or writes over what was broken before, has broken nothing.
    for (const bytes of [bad.subarray(1), good]) {
      await review.act('write', [{ op: 'write', path: name, bytes }], {});
      const [file] = (await review.status()).actions.at(-1)?.files ?? [];
      expect(file).not.toHaveProperty('problem');
      await review.keep([{ kind: 'file', path: name }]);
    }
  });

  test('of a document under another name is checked too; of other files nothing is asked', async () => {
    const scratch = makeScratch();
    const bad = scratched(deck, 'Three questions');
    writeFileSync(join(scratch.root, 'deck.bin'), bad);
    writeFileSync(join(scratch.root, 'notes.md'), 'old');
    const verbatim = await open(scratch);
    const { review } = verbatim;
    for (const [path, bytes] of [
      ['deck.bin', deck],
      ['notes.md', Buffer.from('new')],
    ] as const) {
      await review.act('write', [{ op: 'write', path, bytes }]);
    }
    const before = (path: string) => copiesOf(verbatim, path)[0]?.before ?? '';
    expect(await review.restore('deck.bin', before('deck.bin'))).toMatchObject({ code: 'OFFICE_INVALID' });
    expect(await review.restore('notes.md', before('notes.md'))).toMatchObject({ outcome: 'restored' });
  });
});
