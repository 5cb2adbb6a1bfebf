/** Real Office files: native edits and Discard on sound ones; broken and hostile ones are looked at without harm. */
import { detectEncoding } from '@verbatim/format-text';
import { describe, expect, test } from 'vitest';
import { readParts } from '../../src/operations/demo/read-parts.js';
import { corpusFiles, type Desk, hasCorpus, openDesk, readCorpus, sampled, sha256 } from './corpus.js';

const marker = 'A text that an agent wrote.';

/** Which native edit a file takes, by the start of its ending. */
function editFor(
  { edits }: Desk['verbatim'],
  name: string,
  bytes: Buffer,
): Parameters<Desk['verbatim']['review']['act']>[1] {
  if (/\.do[ct]/.test(name)) return [edits.insertParagraph(name, { text: marker })];
  if (/\.p[op]/.test(name)) return [edits.addTextBox(name, { slide: 1, text: marker })];
  return [edits.setCell(name, { cell: `${firstSheet(bytes)}!Z99`, value: marker })];
}

function firstSheet(bytes: Buffer): string {
  // One of them is packed with backslashes in its names.
  const workbook = [...readParts(bytes)].find(({ name }) => /^xl[/\\]workbook\.xml$/.test(name))?.content() ?? '';
  return /<(?:\w+:)?sheet\s[^>]*?name="([^"]*)"/.exec(String(workbook))?.[1] ?? '';
}

function isMarked(bytes: Buffer): boolean {
  return [...readParts(bytes)].some(({ name, content }) => {
    if (!name.endsWith('.xml')) return false;
    const part = content();
    return part.includes(marker) || (detectEncoding(part).name === 'utf-16le' && part.includes(marker, 0, 'utf16le'));
  });
}

describe.skipIf(!hasCorpus)('the sound Office files of the corpus', () => {
  test('take a native edit where it applies, and come back byte for byte', async () => {
    const desk = await openDesk();
    const { review } = desk.verbatim;
    const refusals: string[] = [];
    const wrong: string[] = [];
    let discarded = 0;
    const chosen = sampled(corpusFiles('ooxml/valid'), 6);
    for (const name of chosen) {
      const bytes = readCorpus(`ooxml/valid/${name}`);
      desk.put(name, bytes);
      const acted = await review.act('edit', editFor(desk.verbatim, name, bytes));
      if (acted.outcome === 'refused') {
        refusals.push(`${name}: ${acted.code} ${acted.message}`);
        if (!['OFFICE_UNSUPPORTED', 'OFFICE_PLACE_ABSENT'].includes(acted.code)) wrong.push(refusals.at(-1) ?? '');
      } else {
        if (!isMarked(desk.read(name))) wrong.push(`${name}: the edit's marker is not there`);
        const shown = await review.inspect({ kind: 'file', path: name });
        const text = JSON.stringify(shown);
        if (!text.includes(marker)) wrong.push(`${name}: the edit is not shown`);
        const decided = await review.discard([{ kind: 'file', path: name }]);
        if (decided.outcome !== 'discarded') wrong.push(`${name}: ${JSON.stringify(decided)}`);
        discarded += 1;
      }
      if (desk.sha256(name) !== sha256(bytes)) wrong.push(`${name}: the bytes are not those from before`);
    }
    console.log(
      `office corpus: ${discarded} of ${chosen.length} edited and discarded to their hash, ${refusals.length} refused${refusals.map((line) => `\n  ${line}`).join('')}`,
    );
    expect(wrong).toEqual([]);
    expect(discarded).toBeGreaterThan(chosen.length / 2);
  }, 600_000);
});

describe.skipIf(!hasCorpus)('the broken and hostile Office files of the corpus', () => {
  test('never hang, throw or eat memory when they are looked at, and come back byte for byte', async () => {
    const desk = await openDesk();
    const { review } = desk.verbatim;
    const all = corpusFiles('ooxml/broken');
    const chosen = sampled(all, 3);
    const slowest = { name: '', ms: 0 };
    for (const name of chosen) {
      const bytes = readCorpus(`ooxml/broken/${name}`);
      const target = { kind: 'file', path: name } as const;
      const started = performance.now();
      // As what an agent made, as what an agent mended, and as what an agent spoiled.
      for (const [before, after] of [
        [undefined, bytes],
        [bytes, Buffer.concat([bytes, Buffer.from([0])])],
        [readCorpus('ooxml/valid/hello-o14.docx'), bytes],
      ] as const) {
        if (before !== undefined) desk.put(name, before);
        const acted = await review.act('write', [{ op: 'write', path: name, bytes: after }]);
        expect({ name, outcome: acted.outcome }).toEqual({ name, outcome: 'pending' });
        const { actions } = await review.status();
        expect(actions).toMatchObject([{ files: [{ changeCount: 1 }] }]);
        expect(await review.inspect(target)).toMatchObject({ changeCount: 1 });
        expect(await review.discard([target])).toMatchObject({ outcome: 'discarded' });
        if (before !== undefined) expect(desk.sha256(name)).toBe(sha256(before));
      }
      const ms = performance.now() - started;
      if (ms > slowest.ms) Object.assign(slowest, { name, ms });
    }
    const peak = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(
      `office corpus: ${chosen.length} of ${all.length} broken files looked at, the slowest ${slowest.name} in ${Math.round(slowest.ms)} ms, peak RSS ${peak} MB`,
    );
    expect(peak).toBeLessThan(700);
    expect(chosen.length).toBeGreaterThan(8);
  }, 600_000);
});
