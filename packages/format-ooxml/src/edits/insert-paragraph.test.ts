import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { touchedEntries } from '../../test/list-zip.js';
import {
  contentTypes,
  makeExcel,
  makePackage,
  makePowerpoint,
  makeWord,
  paragraph,
  rels,
  w,
  wordParts,
} from '../../test/make-office.js';
import { partText, wordText } from '../../test/other-readers.js';
import { refusalOf } from '../../test/refusals.js';
import { findOfficeChanges } from '../changes/find-office-changes.js';
import { OfficePackage } from '../package/office-package.js';
import { decodeXml, encodeXml } from '../xml/encoding.js';
import { readArchive } from '../zip/read-archive.js';
import { insertParagraph } from './insert-paragraph.js';

const main = 'word/document.xml';

function documentOf(bytes: Uint8Array): string {
  const pack = new OfficePackage(readArchive(bytes));
  return decodeXml(pack.read(pack.part(main)!), main).text;
}

/** What stands in the body after the edit. */
function bodyAfter(body: string, edit: Parameters<typeof insertParagraph>[1]): string {
  const before = makeWord(body);
  const { bytes } = insertParagraph(before, edit);
  expect(touchedEntries(before, bytes)).toEqual([main]);
  return /<w:body>(.*)<\/w:body>/s.exec(documentOf(bytes))![1]!;
}

const added = '<w:p><w:r><w:t xml:space="preserve">new</w:t></w:r></w:p>';
const table = '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>';
const control = '<w:sdt><w:sdtContent><w:p/></w:sdtContent></w:sdt>';
const bold = '<w:rPr><w:b/></w:rPr>';
const section = '<w:sectPr><w:pgSz w:w="1"/></w:sectPr>';

describe('the place', () => {
  test('is the end of the body, before the settings of the last section', () => {
    expect(bodyAfter(`<w:p/>${section}`, { text: 'new' })).toBe(`<w:p/>${added}${section}`);
    expect(bodyAfter('<w:p/><w:bookmarkEnd w:id="1"/>', { text: 'new' })).toBe(
      `<w:p/><w:bookmarkEnd w:id="1"/>${added}`,
    );
    expect(bodyAfter('', { text: 'new' })).toBe(added);
  });

  test('counts paragraphs, tables and content controls, and nothing else', () => {
    const body = `<w:bookmarkStart w:id="1"/><w:p/><!-- c -->${table}<w:customXml><w:p/></w:customXml>${control}${section}`;
    expect(bodyAfter(body, { text: 'new', after: 0 })).toBe(`${added}${body}`);
    expect(bodyAfter(body, { text: 'new', after: 1 })).toBe(body.replace('<!--', `${added}<!--`));
    expect(bodyAfter(body, { text: 'new', after: 2 })).toBe(body.replace('<w:customXml>', `${added}<w:customXml>`));
    expect(bodyAfter(body, { text: 'new', after: 3 })).toBe(body.replace(section, `${added}${section}`));
    expect(refusalOf(() => bodyAfter(body, { text: 'new', after: 4 }))).toMatchObject({
      code: 'OFFICE_PLACE_ABSENT',
      message: 'The document has 3 paragraphs, tables and content controls, so there is no place behind number 4.',
    });
  });

  test('is the next section behind a paragraph that ends one, which is said', () => {
    const body = `<w:p><w:pPr>${section}</w:pPr></w:p><w:p/>`;
    const { notes } = insertParagraph(makeWord(body), { text: 'new', after: 1 });
    expect(notes).toEqual(['Paragraph 1 ends a section, so the new paragraph is the first of the next one.']);
    expect(insertParagraph(makeWord(body), { text: 'new', after: 2 }).notes).toEqual([]);
  });

  test('is right before a child, with all that stands between it and the child before', () => {
    const body = `<w:p/><w:bookmarkStart w:id="1"/>${table}${section}`;
    expect(bodyAfter(body, { text: 'new', before: 2 })).toBe(body.replace(table, `${added}${table}`));
    expect(bodyAfter(body, { text: 'new', before: 1 })).toBe(`${added}${body}`);
    expect(refusalOf(() => bodyAfter(body, { text: 'new', before: 3 })).code).toBe('OFFICE_PLACE_ABSENT');
    for (const edit of [{ before: 0 }, { before: 1.5 }, { before: 1, after: 1 }])
      expect(refusalOf(() => bodyAfter(body, { text: 'new', ...edit })).code).toBe('INPUT_INVALID');
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is none', (after) => {
    expect(refusalOf(() => insertParagraph(makeWord('<w:p/>'), { text: 'new', after })).code).toBe('INPUT_INVALID');
  });
});

describe('like its neighbour', () => {
  const look = '<w:pPr><w:pStyle w:val="berschrift1"/><w:jc w:val="both"/></w:pPr>';
  const runLook = '<w:rPr><w:b/><w:sz w:val="22"/></w:rPr>';
  const like = (body: string, edit: Omit<Parameters<typeof insertParagraph>[1], 'text'> = {}) =>
    bodyAfter(body, { text: 'new', likeNeighbour: true, ...edit });
  const styled = `<w:p>${look}<w:r>${runLook}<w:t>a</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>b</w:t></w:r></w:p>`;
  const copy = `<w:p>${look}<w:r>${runLook}<w:t xml:space="preserve">new</w:t></w:r></w:p>`;

  test('it has the formatting of the paragraph that the place names, or of the last one', () => {
    expect(like(styled)).toBe(`${styled}${copy}`);
    expect(like(`${styled}<w:p/>`, { after: 1 })).toBe(`${styled}${copy}<w:p/>`);
    expect(like(`<w:p/>${styled}`, { before: 2 })).toBe(`<w:p/>${copy}${styled}`);
    expect(like(styled, { after: 0 })).toBe(`${copy}${styled}`);
    expect(like('<w:p><w:hyperlink><w:r><w:rPr><w:u/></w:rPr></w:r></w:hyperlink></w:p>')).toContain(added);
  });

  test('but not its section, frame, list number or history', () => {
    const own = `<w:framePr/><w:numPr><w:ilvl w:val="0"/></w:numPr>`;
    const history = '<w:rPr><w:ins w:id="1"/><w:b/><w:rPrChange><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr>';
    const body = `<w:p><w:pPr><w:pStyle w:val="a"/>${own}<w:jc w:val="end"/>${history}${section}<w:pPrChange><w:pPr/></w:pPrChange></w:pPr><w:r>${history}<w:t>a</w:t></w:r></w:p>`;
    expect(like(body)).toBe(
      `${body}<w:p><w:pPr><w:pStyle w:val="a"/><w:jc w:val="end"/><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">new</w:t></w:r></w:p>`,
    );
  });

  test('nor that it is hidden: the new text is seen', () => {
    const hidden = '<w:rPr><w:b/><w:vanish/><w:specVanish/><w:webHidden/></w:rPr>';
    const body = `<w:p><w:pPr>${hidden}</w:pPr><w:r>${hidden}<w:t>a</w:t></w:r></w:p>`;
    expect(like(body)).toBe(
      `${body}<w:p><w:pPr>${bold}</w:pPr><w:r>${bold}<w:t xml:space="preserve">new</w:t></w:r></w:p>`,
    );
  });

  test('where no paragraph is next to it, it is plain, which is told', () => {
    for (const body of [table, ''])
      expect(insertParagraph(makeWord(body), { text: 'new', likeNeighbour: true }).notes).toEqual([
        'No paragraph is next to the new one, so it has no formatting.',
      ]);
    expect(like(`<w:p/>${table}`, { after: 2 })).toContain(added);
  });

  test('where the neighbour declares prefixes of its own, nothing of it is copied', () => {
    expect(like('<w:p xmlns:z="u"><w:pPr><z:a/></w:pPr></w:p>')).toContain(added);
  });
});

describe('the part keeps its form', () => {
  const uri = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  test.each([
    ['another prefix', `<q:document xmlns:q="${uri}"><q:body><q:p/></q:body></q:document>`, 'q:p'],
    ['no prefix', `<document xmlns="${uri}"><body><p/></body></document>`, 'p'],
    [
      'Strict',
      '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body><w:p/></w:body></w:document>',
      'w:p',
    ],
    ['an empty body', `<w:document ${w}><w:body/></w:document>`, 'w:p'],
    ['an empty body with a space', `<w:document ${w}><w:body w:x=""   /></w:document>`, 'w:p'],
    [
      'CRLF, comments and CDATA',
      `<?xml version="1.0"?>\r\n<!-- a -->\r\n<w:document ${w}>\r\n<w:body><![CDATA[]]><w:p/>\r\n</w:body></w:document>\r\n`,
      'w:p',
    ],
  ])('%s', async (_what, xml, name) => {
    const before = makeWord('', { [main]: xml });
    const { bytes } = insertParagraph(before, { text: 'new' });
    const text = documentOf(bytes);
    expect(text).toContain(`<${name}><`);
    expect(await partText(bytes, main, 't')).toEqual(['new']);
    // All that was there is still there, in order.
    const without = text.replace(/<(\w+:)?p><(\w+:)?r>.*?<\/(\w+:)?p>/s, '');
    expect(without.replace(/><\/w:body>/, '/>').replace(/ {3}\/>|\/>/g, '/>')).toBe(
      xml.replace(/ {3}\/>/g, '/>').replace(/><\/w:body>/, '/>'),
    );
  });

  test.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('%s with a byte order mark', async (encoding) => {
    const xml = documentOf(makeWord(paragraph('ü 🦓')));
    const before = makeWord('', {
      [main]: encodeXml(xml.replace('UTF-8', encoding), { encoding, bomBytes: encoding === 'utf-8' ? 3 : 2 }),
    });
    const { bytes } = insertParagraph(before, { text: 'neu 🐘' });
    expect(await partText(bytes, main, 't')).toEqual(['ü 🦓', 'neu 🐘']);
  });
});

describe('the text', () => {
  test('line ends are breaks, tabs are tabs, spaces are kept', () => {
    const t = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;
    expect(bodyAfter('', { text: ' a\r\nb\rc\n\td ' })).toBe(
      `<w:p><w:r>${t(' a')}<w:br/>${t('b')}<w:br/>${t('c')}<w:br/><w:tab/>${t('d ')}</w:r></w:p>`,
    );
    expect(bodyAfter('', { text: '' })).toBe('<w:p></w:p>');
  });

  test('from right to left where its first letter is', () => {
    expect(bodyAfter('', { text: '12 שלום' })).toMatch(/<w:pPr><w:bidi\/><\/w:pPr><w:r><w:rPr><w:rtl\/><\/w:rPr>/);
    expect(bodyAfter('', { text: 'abc שלום' })).not.toContain('bidi');
  });

  test('any text comes back from other programs and from the changes', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .filter((value) => /^[^\r\n\t\p{C}]*\S/u.test(value) && !/[\p{C}]/u.test(value));
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const before = makeWord(paragraph('one'));
        const { bytes } = insertParagraph(before, { text: value });
        expect(await partText(bytes, main, 't')).toEqual(['one', value]);
        expect(await wordText(bytes)).toBe(`one\n\n${value}\n\n`);
        expect(findOfficeChanges(before, bytes, 'a.docx').changes.map(({ label, parts }) => [label, parts])).toEqual([
          ['paragraph 2 added', [{ before: '', after: value }]],
        ]);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  test.each(['\0', 'a\u000bb', '\ud800', '\uffff'])('%j is refused', (text) => {
    expect(refusalOf(() => insertParagraph(makeWord(''), { text })).code).toBe('INPUT_INVALID');
  });

  test('too much of it is refused', () => {
    expect(refusalOf(() => insertParagraph(makeWord(''), { text: 'x'.repeat(1_000_001) })).code).toBe('LIMIT');
  });
});

describe('the file', () => {
  const withSettings = (settings: string) =>
    makeWord(paragraph('x'), {
      'word/_rels/document.xml.rels': rels(['r1', 'settings', 'settings.xml']),
      'word/settings.xml': `<w:settings ${w}>${settings}</w:settings>`,
    });

  test('that restricts editing is refused, if the restriction is in force', () => {
    const protect = (value: string) =>
      withSettings(`<w:documentProtection w:edit="readOnly" w:enforcement="${value}"/>`);
    for (const value of ['1', 'true', 'on']) {
      expect(refusalOf(() => insertParagraph(protect(value), { text: 'new' })).code).toBe('OFFICE_UNSUPPORTED');
    }
    expect(insertParagraph(protect('0'), { text: 'new' }).notes).toEqual([]);
  });

  test('that tracks changes is edited, and it is said', () => {
    expect(insertParagraph(withSettings('<w:trackRevisions/>'), { text: 'new' }).notes).toHaveLength(1);
    expect(insertParagraph(withSettings('<w:trackRevisions w:val="false"/>'), { text: 'new' }).notes).toEqual([]);
  });

  test('that is signed, of another family or no sound package is refused', () => {
    const signed = makeWord(paragraph('x'), { '_xmlsignatures/sig1.xml': '<a/>' });
    const html = new TextEncoder().encode('<html>');
    const damaged = makeWord(paragraph('x'), { 'word/other.xml': '<a' });
    const unclosed = makeWord('<w:p>');
    const bodiless = makePackage(wordParts('', { [main]: `<w:document ${w}/>` }));
    const strange = makeWord('', { '[Content_Types].xml': contentTypes({ [main]: 'theme' }) });
    const codes = [signed, makeExcel({ Data: '' }), makePowerpoint([]), strange, html, damaged, unclosed, bodiless].map(
      (bytes) => refusalOf(() => insertParagraph(bytes, { text: 'new' })).code,
    );
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 'OFFICE_UNSUPPORTED'),
      ...Array.from({ length: 4 }, () => 'OFFICE_INVALID'),
    ]);
  });

  test('that is signed is edited where the caller insists, and it is told that the signature is void', () => {
    const origin = makeWord(paragraph('x'), {
      '_rels/.rels': rels(['r1', 'officeDocument', main], ['r2', 'digital-signature/origin', 'sig/origin.xml']),
      'sig/origin.xml': '<a/>',
    });
    const folder = makeWord(paragraph('x'), { '_xmlsignatures/sig1.xml': '<a/>' });
    for (const signed of [origin, folder]) {
      expect(refusalOf(() => insertParagraph(signed, { text: 'new' })).code).toBe('OFFICE_UNSUPPORTED');
      const { bytes, notes } = insertParagraph(signed, { text: 'new', evenIfSigned: true });
      expect(touchedEntries(signed, bytes)).toEqual([main]);
      expect(notes).toEqual(['The file is digitally signed; the signature is still in it, and void.']);
    }
  });

  test('that is behind a password, or older than packages, is refused with the way on', () => {
    const compound = (stream: string) =>
      Uint8Array.from(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${stream.replaceAll(/./g, '$&\0')}`, (c) => c.charCodeAt(0));
    expect(refusalOf(() => insertParagraph(compound('EncryptedPackage'), { text: 'new' }))).toMatchObject({
      code: 'OFFICE_UNSUPPORTED',
      next: 'Take the password off in its own program first.',
    });
    expect(refusalOf(() => insertParagraph(compound('WordDocument'), { text: 'new' })).code).toBe('OFFICE_UNSUPPORTED');
  });

  test('whose main part names an encoding that it is not in is refused', () => {
    const xml = documentOf(makeWord('')).replace('UTF-8', 'ISO-8859-1');
    expect(refusalOf(() => insertParagraph(makeWord('', { [main]: xml }), { text: 'new' })).code).toBe(
      'OFFICE_UNSUPPORTED',
    );
  });
});
