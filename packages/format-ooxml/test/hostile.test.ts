import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkOffice, findOfficeChanges, recognizeOffice, setCell } from '../src/index.js';
import { brokenFiles, hasCorpus, isLong } from './corpus.js';
import {
  excelParts,
  makePackage,
  makeWord,
  paragraph,
  powerpointParts,
  rels,
  shape,
  wordParts,
} from './make-office.js';
import { makeZip } from './make-zip.js';

const sound = makeWord(paragraph('sound'));

/** The short form asks the same questions of smaller bytes. */
const many = (count: number): number => (isLong ? count : Math.ceil(count / 10));

beforeAll(() => {
  // The first parse of a process compiles; times below are about the bytes.
  look(makeWord(paragraph('warm')), 'warm.docx');
});

/** Everything that happens to a file which somebody looks at; prints what it cost where the form is long. */
function look(bytes: Uint8Array, name: string): { verdict: string; codes: string[] } {
  const started = performance.now();
  recognizeOffice(bytes, name);
  const { verdict, problems } = checkOffice(bytes, name);
  const checked = performance.now() - started;
  const set = findOfficeChanges(sound, bytes, name);
  const back = findOfficeChanges(bytes, sound, name);
  const all = performance.now() - started;
  expect(set.changes.length).toBeGreaterThan(0);
  expect(back.changes.length).toBeGreaterThan(0);
  if (isLong) {
    const peak = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(
      `${name}: check ${checked.toFixed(0)} ms, all ${all.toFixed(0)} ms, peak RSS of the process ${peak} MB; ` +
        `${verdict} ${problems.find(({ grade }) => grade === 'refuse')?.code ?? ''}; ${set.reason.slice(0, 160)}`,
    );
  }
  return { verdict, codes: problems.map(({ code }) => code) };
}

describe.skipIf(!hasCorpus)('broken files', () => {
  test('there are 29 of them', () => {
    expect(brokenFiles).toHaveLength(29);
  });

  test.each(brokenFiles)('$name is refused, and looked at without harm: $verdict', ({ name, bytes, verdict }) => {
    const answer = look(bytes, name);
    expect(answer.verdict).toBe('refuse');
    expect(codesFor(verdict)).toContain(answer.codes[0]);
    const { decidedBy, reason } = findOfficeChanges(bytes, sound, name);
    expect(decidedBy).toBe('whole-file');
    expect(reason).toMatch(/^(?:The|Office files are) /);
  });

  /** The manifest's words, by the codes that say the same. */
  function codesFor(verdict: string): readonly string[] {
    const row = reasons.find(([words]) => words.test(verdict));
    if (row === undefined) throw new Error(`No code is known for: ${verdict}`);
    return row[1];
  }

  const reasons: readonly (readonly [RegExp, readonly string[]])[] = [
    [/DTD/, ['xml-doctype']],
    [/CRC mismatch/, ['entry-crc', 'entry-unreadable']],
    [/truncated|no end of central|central directory not found|no parts at all/, ['zip-damaged']],
    [/zip bomb/, ['limit']],
    [/duplicate entry/, ['entry-duplicate']],
    [/OLE compound file, not a zip/, ['legacy-format']],
    [/encrypted, not a zip/, ['encrypted']],
    [/encrypted entries/, ['zip-encrypted']],
    [/not a zip package/, ['html-file']],
    [/not an OPC package/, ['open-document']],
    [/not well-formed/, ['xml-malformed']],
    [/no content types/, ['content-types']],
    [/main part missing/, ['main-part']],
    [/no package relationships/, ['relationships']],
    [/slide in sldIdLst/, ['target-absent']],
    [/path traversal/, ['entry-name']],
    [/for the name it carries/, ['wrong-kind']],
    [/empty/, ['empty-file']],
  ];
});

describe('bombs', () => {
  const zeros = new Uint8Array(deflateRawSync(new Uint8Array(100_000_000), { level: 9 }));

  test('an honest bomb is refused before anything is unpacked', () => {
    const bomb = makeZip([
      { name: '[Content_Types].xml', content: wordParts('')['[Content_Types].xml']! },
      { name: 'big.xml', content: '', packed: zeros, lie: { size: 100_000_000, packedSize: zeros.length } },
    ]);
    const { codes } = look(bomb, 'bomb.docx');
    expect(codes).toContain('limit');
  });

  test('an entry that says less than it holds stops at what it says', () => {
    const bomb = makeZip([
      { name: '[Content_Types].xml', content: '', packed: zeros, lie: { size: 500, packedSize: zeros.length } },
    ]);
    const { codes } = look(bomb, 'lie.docx');
    expect(codes).toEqual(['entry-unreadable']);
  });

  test('an entry that says more than it can hold is not tried', () => {
    const lie = { size: 60_000_000, packedSize: 20 };
    const bomb = makeZip([{ name: '[Content_Types].xml', content: '', packed: zeros.subarray(0, 20), lie }]);
    expect(look(bomb, 'lie.docx').codes).toEqual(['entry-unreadable']);
  });

  test('entries that share their bytes are refused by the directory', () => {
    const one = makeZip([{ name: '0000', content: 'x'.repeat(10_000) }]);
    const bomb = shareEntry(one, 400);
    const { codes } = look(bomb, 'shared.docx');
    expect(codes[0]).toBe('zip-overlap');
  });

  test('more entries than any file has are refused unread', () => {
    const bytes = makeZip(Array.from({ length: 10_001 }, (_, at) => ({ name: `p${at}`, content: '', method: 0 })));
    expect(look(bytes, 'many.xlsx').codes).toEqual(['limit']);
  });

  test.each([
    ['nested without end', `<a>`.repeat(many(200_000)), 'limit'],
    ['prefixes looked up from the depths', nestedPrefixes(900, 200_000), 'limit'],
    ['a document type with entities', `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}">]><a>&b;</a>`, 'xml-doctype'],
    ['spaces in a tag', `<a${' '.repeat(many(2_000_000))}/>`, undefined],
    ['one long name', `<${'a'.repeat(many(2_000_000))}/>`, undefined],
    ['a million empty elements', `<a>${'<b/>'.repeat(many(1_000_000))}</a>`, undefined],
    ['two million references', `<a>${'&amp;'.repeat(many(500_000))}</a>`, undefined],
    ['many attributes', `<a ${Array.from({ length: many(50_000) }, (_, at) => `b${at}=""`).join(' ')}/>`, undefined],
  ])('XML with %s costs no more than its size', (_what, xml, code) => {
    const parts = wordParts(paragraph('x'), { 'word/custom.xml': xml });
    const { codes } = look(makePackage(parts), 'xml.docx');
    expect(codes[0]).toBe(code);
  });

  test.each([
    [
      'attributes',
      `<Types ${Array.from({ length: many(50_000) }, (_, at) => `xmlns:b${at}="u"`).join(' ')}>${'<b0:c/>'.repeat(many(50_000))}</Types>`,
    ],
    [
      'nested declarations',
      `${'<a xmlns:b="u">'.repeat(255)}${'<b:c xmlns:d="u"/>'.repeat(many(50_000))}${'</a>'.repeat(255)}`,
    ],
    ['spaces', `<Types xmlns="u">${' '.repeat(many(3_000_000))}</Types>`],
    ['comments', `<Types xmlns="u">${'<!-- - -->'.repeat(many(100_000))}</Types>`],
    ['text that is no markup', `<Types xmlns="u">${'="> '.repeat(many(500_000))}</Types>`],
    ['forbidden names', '<constructor><__proto__ toString="1"/></constructor>'],
  ])('a list of content types with many %s is only no list', (_what, xml) => {
    const { codes } = look(makePackage({ ...wordParts(''), '[Content_Types].xml': xml }), 'types.docx');
    expect(['content-types', 'limit']).toContain(codes[0]);
  });

  test('a hundred thousand relationships that lead nowhere do not hide a refusal', () => {
    const gone = Array.from({ length: many(30_000) }, (_, at) => [`r${at}`, 'image', `gone${at}.png`] as const);
    const parts = wordParts(paragraph('x'), { 'word/_rels/document.xml.rels': rels(...gone, ['r1', 'x', 'y']) });
    const { verdict, codes } = look(makePackage(parts), 'rels.docx');
    expect(verdict).toBe('refuse');
    expect(codes[0]).toBe('relationship-duplicate');
    expect(codes).toHaveLength(100);
  });
});

describe('lists that name one part again and again', () => {
  const count = many(20_000);

  test('a workbook with thousands of names for one sheet is compared once', () => {
    const rows = (value: number) =>
      `<sheetData>${`<row><c><v>${value}</v></c></row>`.repeat(many(20_000))}</sheetData>`;
    const parts = (value: number, prefix: string) => {
      const sheets = Array.from(
        { length: count },
        (_, at) => `<sheet name="${prefix}${at}" sheetId="${at}" r:id="rId1"/>`,
      );
      const workbook = (excelParts({ Data: '' })['xl/workbook.xml'] as string).replace(
        /<sheet .*\/>(?=<\/sheets>)/,
        sheets.join(''),
      );
      return makePackage(excelParts({ Data: rows(value) }, { 'xl/workbook.xml': workbook }));
    };
    const set = findOfficeChanges(parts(1, 'a'), parts(2, 'a'), 'a.xlsx');
    expect(set.coarse).toBe(true);
    expect(set.changes.length).toBeGreaterThan(many(20_000) / 20);
    expect(findOfficeChanges(parts(1, 'a'), parts(1, 'b'), 'a.xlsx').changes.length).toBeGreaterThan(0);
    expect(setCell(parts(1, 'a'), { cell: 'a1!A1', value: '3' }).bytes).toBeInstanceOf(Uint8Array);
  });

  test('a presentation with thousands of places for one slide is compared once', () => {
    const parts = (text: string) => {
      const list = Array.from({ length: count }, (_, at) => `<p:sldId id="${256 + at}" r:id="rId2"/>`).join('');
      const base = powerpointParts([shape(2, 'Title', text).repeat(many(5_000))]);
      const presentation = (base['ppt/presentation.xml'] as string).replace(/<p:sldId .*\/>(?=<\/p:sldIdLst>)/, list);
      return makePackage({ ...base, 'ppt/presentation.xml': presentation });
    };
    const set = findOfficeChanges(parts('a'), parts('b'), 'a.pptx');
    expect(set.coarse).toBe(true);
    expect(set.changes.length).toBeGreaterThan(many(5_000) / 20);
  });
});

function nestedPrefixes(depth: number, leaves: number): string {
  return `<a xmlns:p="u">${'<p:b>'.repeat(depth)}${'<p:c p:d=""/>'.repeat(leaves)}${'</p:b>'.repeat(depth)}</a>`;
}

/** One local entry, many directory records that all point to it. */
function shareEntry(one: Uint8Array, count: number): Uint8Array {
  const view = new DataView(one.buffer);
  const start = view.getUint32(one.length - 6, true);
  const record = one.subarray(start, one.length - 22);
  const end = one.slice(one.length - 22);
  const endView = new DataView(end.buffer);
  endView.setUint16(8, count, true);
  endView.setUint16(10, count, true);
  endView.setUint32(12, record.length * count, true);
  const records = Array.from({ length: count }, (_, at) => {
    const copy = record.slice();
    copy.set(new TextEncoder().encode(String(at).padStart(4, '0')), 46);
    return copy;
  });
  return Uint8Array.from(Buffer.concat([one.subarray(0, start), ...records, end]));
}

describe('bytes', () => {
  test('any bytes under any name are answered', () => {
    const start = fc.constantFrom(
      '',
      'PK\x03\x04',
      'PK\x05\x06',
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      '%PDF-',
      '<html>',
    );
    const name = fc.constantFrom('a.docx', 'b.PPTM', 'c.xlsx', 'd.txt', '', '..');
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 300 }), name, (head, tail, fileName) => {
        const bytes = Uint8Array.from(Array.from(head, (letter) => letter.charCodeAt(0)).concat(...tail));
        expect(checkOffice(bytes, fileName).verdict).toBe('refuse');
        const other = Uint8Array.from([...bytes, 1]);
        expect(findOfficeChanges(bytes, other, fileName).changes).toHaveLength(1);
        expect(findOfficeChanges(bytes, bytes.slice(), fileName).changes).toEqual([]);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
