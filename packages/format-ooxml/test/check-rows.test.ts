import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkOffice } from '../src/index.js';
import { problemCodes } from '../src/problem.js';
import {
  contentTypes,
  excelParts,
  makePackage,
  type Parts,
  paragraph,
  powerpointParts,
  r,
  rels,
  shape,
  w,
  wordParts,
  x,
} from './make-office.js';
import { type MadeArchive, type MadeEntry, makeZip } from './make-zip.js';

/**
 * Every rule of the check, in the order of sections 1.1 to 1.4 of the measurements it rests on: what is refused, what is only
 * told, and what is accepted without a word, each by a file that provokes it. The files are Word documents where it does not
 * matter.
 */
type Row = readonly [rule: string, problems: string, bytes: Uint8Array, fileName?: string];

const body = paragraph('x');
const parts = wordParts(body);
const main = 'word/document.xml';
const word = (more: Parts = {}) => makePackage(wordParts(body, more));
const powerpoint = (more: Parts = {}, slide = shape(2, 'Title 1', 'x')) => makePackage(powerpointParts([slide], more));
const excel = (more: Parts = {}) => makePackage(excelParts({ Data: '<sheetData/>' }, more));

const entries: readonly MadeEntry[] = Object.entries(parts).map(([name, content]) => ({ name, content: content! }));
const zip = (archive: MadeArchive) => makeZip(entries, archive);
const all = (how: Partial<MadeEntry>) => makeZip(entries.map((entry) => ({ ...entry, ...how })));
/** A sound document and one picture that nobody needs. */
const withPicture = (how: Partial<MadeEntry>) =>
  makeZip([...entries, { name: 'word/media/a.png', content: 'picture '.repeat(40), ...how }]);

function patched(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at < 0 ? copy.length + at : at);
  return copy;
}

function secondHeader(bytes: Uint8Array): number {
  return Buffer.from(bytes).indexOf('PK\x03\x04', 4, 'latin1');
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const compound = (stream: string) => latin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${stream.replaceAll(/./g, '$&\0')}`);

const container: readonly Row[] = [
  ['an empty file', 'refuse empty-file', new Uint8Array()],
  ['HTML under an Office name', 'refuse html-file', latin1('<html><body>Report</body></html>')],
  ['PDF under an Office name', 'refuse pdf-file', latin1('%PDF-1.7')],
  ['RTF under an Office name', 'refuse not-a-package', latin1('{\\rtf1')],
  ['gzip under an Office name', 'refuse not-a-package', latin1('\x1f\x8b\x08\0')],
  ['nothing but zeros', 'refuse not-a-package', new Uint8Array(4_096)],
  ['a package behind a password', 'refuse encrypted', compound('EncryptedPackage')],
  ['a document of the old format', 'refuse legacy-format', compound('WordDocument')],
  ['no end of central directory: cut off', 'refuse zip-damaged', word().subarray(0, -10)],
  ['an empty archive', 'refuse zip-damaged', makeZip([])],
  ['a directory that is not where the end record says', 'refuse zip-damaged', zip({ directoryShift: 1 })],
  ['fewer records than announced', 'refuse zip-damaged', zip({ count: entries.length + 1 })],
  ['more records than announced', 'refuse zip-damaged', zip({ count: entries.length - 1 })],
  ['a comment longer than the file', 'refuse zip-damaged', patched(word(), -2, 9, 0)],
  ['two end records that both fit', 'refuse zip-damaged', zip({ comment: String.fromCharCode(...makeZip([])) })],
  ['an end record quoted in the comment', '', zip({ comment: `PK\x05\x06${'\0'.repeat(10)} and more, and more` })],
  ['bytes behind the end', 'warn zip-trailing-bytes', zip({ trailing: Uint8Array.of(0) })],
  ['bytes before the first entry', 'refuse zip-damaged', zip({ prefix: latin1('PK\x03\x04') })],
  ['zip64 fields in local headers', '', all({ zip64: 'local' })],
  ['zip64 fields in the directory', '', all({ zip64: 'directory' })],
  ['zip64 data descriptors', '', all({ descriptor: 'zip64' })],
  ['a zip64 end record', '', zip({ zip64End: true })],
  ['encryption (bit 0)', 'refuse zip-encrypted', withPicture({ flags: 1 })],
  ['strong encryption (bit 6)', 'refuse zip-encrypted', withPicture({ flags: 64 })],
  ['encryption in the local header only', 'refuse zip-encrypted', withPicture({ local: { flags: 1 } })],
  ['another method', 'refuse zip-method', withPicture({ method: 12 })],
  ['stored entries', '', all({ method: 0 })],
  ['no local header where the directory says', 'refuse zip-mismatch', patched(word(), secondHeader(word()), 0)],
  ['another name in the local header', 'refuse zip-mismatch', withPicture({ local: { name: 'word/media/b.png' } })],
  ['another method in the local header', 'refuse zip-mismatch', withPicture({ local: { method: 0 } })],
  ['another checksum in the local header', 'refuse zip-mismatch', withPicture({ local: { crc: 1 } })],
  ['another size in the local header', 'refuse zip-mismatch', withPicture({ local: { size: 1 } })],
  ['data descriptors, with a signature', '', all({ descriptor: 'signed' })],
  ['data descriptors, without', '', all({ descriptor: 'bare' })],
  ['a data descriptor that only the local header tells of', '', withPicture({ local: { flags: 8, crc: 0, size: 0 } })],
  ['entries that overlap', 'refuse zip-overlap', withPicture({ lie: { packedSize: 60 } })],
  ['a length that is too short', 'refuse entry-unreadable', withPicture({ lie: { size: 100 } })],
  ['a length that is too long', 'refuse entry-unreadable', withPicture({ lie: { size: 400 } })],
  ['a wrong checksum, of media too', 'refuse entry-crc', withPicture({ lie: { crc: 1 } })],
  ['a broken stream', 'refuse entry-unreadable', withPicture({ packed: Uint8Array.of(255, 255, 255) })],
  [
    'a stream without end',
    'refuse entry-unreadable',
    withPicture({ packed: deflateRawSync('picture '.repeat(40)).subarray(0, 8) }),
  ],
  ['one name twice, in another case', 'refuse entry-duplicate', withPicture({ name: 'WORD/document.xml' })],
  ['one name twice, with a backslash', 'refuse entry-duplicate', withPicture({ name: 'word\\document.xml' })],
  ['one folder twice', '', makeZip([...entries, folder('word/'), folder('Word/')])],
  ['a name that leads out', 'refuse entry-name', withPicture({ name: 'word/../../a.png' })],
  ['an absolute name', 'refuse entry-name', withPicture({ name: '/word/a.png' })],
  ['a drive', 'refuse entry-name', withPicture({ name: 'C:/a.png' })],
  ['a NUL in a name', 'refuse entry-name', withPicture({ name: 'word/a\0.png' })],
  ['a backslash in a name', 'warn entry-backslash', withPicture({ name: 'word\\media\\a.png' })],
  ['folders', '', makeZip([folder('word/'), ...entries, folder('word/media/')])],
  [
    'content types last, another order of the directory',
    '',
    zip({ order: entries.map((_, at) => entries.length - 1 - at) }),
  ],
  ['a comment', '', zip({ comment: 'made by hand' })],
  ['unknown extra fields', '', all({ directoryExtra: Uint8Array.of(9, 9, 1, 0, 7) })],
  ['no time at all', '', patched(word(), 10, 0, 0, 0, 0)],
  ['any version needed', '', patched(word(), 4, 63)],
  ['padding for growth in local headers only', '', all({ localExtra: Uint8Array.of(0x20, 0xa2, 2, 0, 0, 0) })],
  ['a UTF-8 name', '', withPicture({ name: 'word/media/Bild ü.png', flags: 0x800 })],
  ['a name in an old code page', '', withPicture({ name: latin1('word/media/Bild \xfc.png') })],
  ['too many entries', 'refuse limit', zip({ count: 10_001 })],
  ['an entry that would be too large', 'refuse limit, refuse limit', withPicture({ lie: { size: 300_000_000 } })],
  [
    'a package that would be too large',
    'refuse limit',
    makeZip(Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, content: 'x', lie: { size: 60_000_000 } }))),
  ],
];

function folder(name: string): MadeEntry {
  return { name, content: '', method: 0 };
}

const types = parts['[Content_Types].xml'] as string;
const withType = (item: string) => word({ '[Content_Types].xml': types.replace('</Types>', `${item}</Types>`) });
type Relation = readonly [id: string, kind: string, target: string];
const documentRel = ['rId1', 'officeDocument', main] as const;
const packageRels = (...list: readonly Relation[]) => word({ '_rels/.rels': rels(...list) });
/** Relationships of the document. */
const related = (...list: readonly Relation[]) => word({ 'word/_rels/document.xml.rels': rels(...list) });
const relatedXml = (item: string) => word({ 'word/_rels/document.xml.rels': rels().replace('</Rel', `${item}</Rel`) });
const binary = types
  .replace(/<Override[^>]*>/, '')
  .replace(
    '</Types>',
    '<Override PartName="/word/document.xml" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
  );

const contentTypesAndRelationships: readonly Row[] = [
  ['no content types', 'refuse content-types', word({ '[Content_Types].xml': undefined })],
  ['content types in another case', '', word({ '[Content_Types].xml': undefined, '[content_types].xml': types })],
  ['content types that are not well-formed', 'refuse xml-malformed', word({ '[Content_Types].xml': '<Types>' })],
  ['content types with another root', 'refuse content-types', word({ '[Content_Types].xml': '<Types/>' })],
  [
    'an OpenDocument file',
    'refuse open-document',
    makeZip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }]),
  ],
  ['an EPUB book', 'refuse other-package', makeZip([{ name: 'mimetype', content: 'application/epub+zip' }])],
  [
    'two overrides for one part',
    'refuse content-type-duplicate',
    withType('<Override PartName="/word/Document.xml" ContentType="a/b"/>'),
  ],
  [
    'two defaults for one extension',
    'warn content-type-duplicate',
    withType('<Default Extension="XML" ContentType="a/b"/>'),
  ],
  [
    'an override for an absent part',
    'warn override-absent',
    withType('<Override PartName="/gone.xml" ContentType="a/b"/>'),
  ],
  [
    'an override that escapes its name',
    '',
    makeZip([
      ...entries.filter(({ name }) => name !== '[Content_Types].xml'),
      {
        name: '[Content_Types].xml',
        content: types.replace('</Types>', '<Override PartName="/word/a%20b.bin" ContentType="a/b"/></Types>'),
      },
      { name: 'word/a b.bin', content: 'x' },
    ]),
  ],
  ['an item without a content type', 'warn content-type-absent', word({ '[trash]/0000.dat': 'x' })],
  [
    'a related part without a content type',
    'refuse content-type-absent',
    word({ 'word/a.emf': 'x', 'word/_rels/document.xml.rels': rels(['r1', 'image', 'a.emf']) }),
  ],
  ['no package relationships', 'refuse relationships', word({ '_rels/.rels': undefined })],
  [
    'no relationship to a main part',
    'refuse main-part',
    packageRels(['r1', 'extended-properties', 'docProps/app.xml']),
  ],
  [
    'an external main part only',
    'refuse main-part',
    word({ '_rels/.rels': rels(documentRel).replace('/></', ' TargetMode="External"/></') }),
  ],
  [
    'the Strict type of the relationship',
    '',
    word({
      '_rels/.rels': rels(documentRel).replaceAll(
        'http://schemas.openxmlformats.org/officeDocument/2006/',
        'http://purl.oclc.org/ooxml/officeDocument/',
      ),
    }),
  ],
  ['a main part that is missing', 'refuse main-part', packageRels(['r1', 'officeDocument', 'word/gone.xml'])],
  [
    'a main part outside of the package',
    'refuse main-part',
    packageRels(['r1', 'officeDocument', '../word/document.xml']),
  ],
  ['a main part of another name', '', renamedMain()],
  ['an absolute target', '', packageRels(['r1', 'officeDocument', '/word/document.xml'])],
  ['a target with steps back', '', packageRels(['r1', 'officeDocument', './word/../word/document.xml'])],
  ['a target in another case', '', packageRels(['r1', 'officeDocument', 'Word/Document.XML'])],
  ['a target with backslashes', '', packageRels(['r1', 'officeDocument', 'word\\document.xml'])],
  ['a percent-encoded target', '', packageRels(['r1', 'officeDocument', 'word/docu%6Dent.xml'])],
  ['a workbook named .docx', 'refuse wrong-kind', excel(), 'a.docx'],
  ['a presentation named .xlsm', 'refuse wrong-kind', powerpoint(), 'a.xlsm'],
  [
    'a theme named .docx',
    'refuse wrong-kind',
    word({ '[Content_Types].xml': contentTypes({ [main]: 'themeManager' }) }),
  ],
  [
    'a main part without a content type of its own',
    'refuse wrong-kind',
    word({ '[Content_Types].xml': contentTypes({}) }),
  ],
  ['a binary workbook', 'refuse binary-workbook', word({ '[Content_Types].xml': binary }), 'a.xlsx'],
  [
    'a template under a document’s name',
    'warn other-variant',
    word({ '[Content_Types].xml': contentTypes({ [main]: 'wordprocessingml.template.main' }) }),
  ],
  [
    'macros under a name without',
    'warn other-variant',
    word({
      '[Content_Types].xml': types.replace(
        'openxmlformats-officedocument.wordprocessingml.document.main',
        'ms-word.document.macroEnabled.main',
      ),
    }),
  ],
  [
    'a content type in another case',
    '',
    word({ '[Content_Types].xml': types.replace('application/vnd.openx', 'Application/VND.openx') }),
  ],
  ['a main part with another root', 'refuse main-part', word({ [main]: `<w:styles ${w}/>` })],
  ['the right root in no namespace', 'refuse main-part', word({ [main]: '<document><body/></document>' })],
  [
    'Strict, with another prefix',
    '',
    word({ [main]: '<q:document xmlns:q="http://purl.oclc.org/ooxml/wordprocessingml/main"><q:body/></q:document>' }),
  ],
  [
    'relationships that are not well-formed',
    'refuse xml-malformed',
    word({ 'word/_rels/document.xml.rels': '<Relationships>' }),
  ],
  ['one id twice', 'refuse relationship-duplicate', related(['r1', 'hyperlink', '#a'], ['r1', 'hyperlink', '#a'])],
  ['a target that is not there', 'warn target-absent', related(['r1', 'attachedTemplate', 'NULL'])],
  ['a fragment as target', 'warn target-absent', related(['r1', 'hyperlink', '#_Toc1'])],
  ['an empty target', 'warn target-absent', related(['r1', 'image', ''])],
  ['no target', 'warn target-absent', relatedXml('<Relationship Id="r1" Type="a/b"/>')],
  [
    'an absolute URI that is not said to be external',
    'warn target-absent',
    related(['r1', 'hyperlink', 'https://example.org/']),
  ],
  [
    'relationships of an absent part',
    'warn source-absent',
    word({ 'word/_rels/gone.xml.rels': rels(['r1', 'image', 'gone.png']) }),
  ],
  [
    'an external target, and a malformed one',
    '',
    relatedXml(
      '<Relationship Id="r1" Type="a/b" Target="mailto:a@b" TargetMode="External"/><Relationship Id="r2" Type="a/b" Target="ht tp:\\\\%zz" TargetMode="External"/>',
    ),
  ],
  ['core properties that break the rules', '', word({ 'docProps/core.xml': '<a xml:lang="en"><b/><b/></a>' })],
];

function renamedMain(): Uint8Array {
  const { [main]: document, ...rest } = parts;
  return makePackage({
    ...rest,
    '[Content_Types].xml': types.replace('/word/document.xml', '/word/document2.xml'),
    '_rels/.rels': rels(['r1', 'officeDocument', '/word/document2.xml']),
    'word/document2.xml': document,
  });
}

const utf16 = (text: string, order: 'le' | 'be') => {
  const units = Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (order === 'le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};
const document = parts[main] as string;
const part = (content: string | Uint8Array) => word({ 'word/a.xml': content });

const xmlParts: readonly Row[] = [
  ['a part that is not well-formed, by its name', 'refuse xml-malformed', part('<a>')],
  [
    'a part that is not well-formed, by its type',
    'refuse xml-malformed',
    word({
      '[Content_Types].xml': contentTypes({ [main]: 'wordprocessingml.document.main', 'word/a.part': 'x' }),
      'word/a.part': '<a>',
    }),
  ],
  ['two roots', 'refuse xml-malformed', part('<a/><b/>')],
  ['text behind the root', 'refuse xml-malformed', part('<a/>x')],
  ['a prefix without a declaration', 'refuse xml-malformed', part('<p:a/>')],
  ['a control character', 'refuse xml-malformed', part('<a>\u0001</a>')],
  ['an unknown entity', 'refuse xml-malformed', part('<a>&nbsp;</a>')],
  [
    'VML that is not well-formed',
    '',
    word({
      '[Content_Types].xml': types.replace(
        '</Types>',
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/></Types>',
      ),
      'word/a.vml': '<xml><br></xml>',
    }),
  ],
  [
    'a related part that is no XML',
    '',
    word({
      '[Content_Types].xml': types.replace(
        '</Types>',
        '<Default Extension="pb" ContentType="application/binary"/></Types>',
      ),
      'word/a.pb': '<a>',
      'word/_rels/document.xml.rels': rels(['r1', 'metadata', 'a.pb']),
    }),
  ],
  ['UTF-8 with a byte order mark', '', word({ [main]: `\ufeff${document}` })],
  ['UTF-16, least byte first', '', word({ [main]: utf16(document.replace('UTF-8', 'UTF-16'), 'le') })],
  ['UTF-16, most byte first', '', word({ [main]: utf16(document.replace('UTF-8', 'UTF-16'), 'be') })],
  [
    'bytes in another encoding',
    'refuse xml-encoding',
    part(latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>')),
  ],
  ['only the name of another encoding', 'warn xml-encoding', part('<?xml version="1.0" encoding="US-ASCII"?><a/>')],
  ['a document type', 'refuse xml-doctype', part('<!DOCTYPE a><a/>')],
  [
    'a document type behind comments',
    'refuse xml-doctype',
    part('<?xml version="1.0"?>\n<!-- <!DOCTYPE --><?b c?> <!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
  ],
  [
    'a document type in relationships',
    'refuse xml-doctype',
    word({ '_rels/.rels': `<!DOCTYPE a>${rels(documentRel).replace(/^.*\?>\s*/, '')}` }),
  ],
  ['a document type that is only spoken of', '', part('<!-- <!DOCTYPE a> --><a><![CDATA[<!DOCTYPE a>]]></a>')],
  ['an empty main part', 'refuse xml-empty', word({ [main]: '' })],
  ['an empty part', 'warn xml-empty', part('')],
  [
    'comments, CDATA, instructions, no declaration, any line ends',
    '',
    part("<!-- a -->\r\n<?b c?>\r<a b = 'c' ><![CDATA[<d>]]></a >\n"),
  ],
  ['a standalone declaration', '', part('<?xml version="1.0" encoding="utf-8" standalone="no"?><a/>')],
  [
    'alternatives and embedded files',
    '',
    word({
      [main]: document.replace(
        '<w:p>',
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="w14"/><mc:Fallback/></mc:AlternateContent><w:altChunk/><w:p>',
      ),
    }),
  ],
  [
    'relationships too large to be judged',
    'warn not-checked',
    word({ 'word/_rels/document.xml.rels': rels().replace('</Rel', `<!--${' '.repeat(4_300_000)}--></Rel`) }),
  ],
  [
    'what macOS leaves in an archive',
    'warn content-type-absent',
    word({ '__MACOSX/word/._document.xml': '\0\x05', '.DS_Store': '\0' }),
  ],
];

const sheets = (list: string) => excel({ 'xl/workbook.xml': `<workbook ${x} ${r}>${list}</workbook>` });
const presentation = (xml: string) =>
  powerpoint({
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ${r}>${xml}</p:presentation>`,
  });
const twins = (inner: string) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="a">${inner}</mc:Choice><mc:Choice Requires="b">${inner}</mc:Choice><mc:Fallback>${inner}</mc:Fallback></mc:AlternateContent>`;

const families: readonly Row[] = [
  ['a document with nothing but a body', '', word()],
  ['a document without a body', 'refuse main-part', word({ [main]: `<w:document ${w}/>` })],
  ['a workbook without shared strings, styles, theme', '', excel(), 'a.xlsx'],
  ['a workbook without a list of sheets', 'refuse main-part', sheets(''), 'a.xlsx'],
  [
    'a workbook whose sheet has no part',
    'refuse target-absent',
    excel({ 'xl/worksheets/sheet1.xml': undefined }),
    'a.xlsx',
  ],
  [
    'a workbook whose sheet has no relationship',
    'refuse target-absent',
    sheets('<sheets><sheet name="A" sheetId="1" r:id="rId9"/></sheets>'),
    'a.xlsx',
  ],
  [
    'a module of macros, which has an empty id',
    '',
    sheets('<sheets><sheet name="A" sheetId="1" r:id="rId1"/><sheet name="M" sheetId="2" r:id=""/></sheets>'),
    'a.xlsx',
  ],
  [
    'a chart sheet',
    '',
    excel({ 'xl/_rels/workbook.xml.rels': rels(['rId1', 'chartsheet', 'worksheets/sheet1.xml']) }),
    'a.xlsx',
  ],
  ['a presentation without slides', '', presentation(''), 'a.pptx'],
  [
    'a presentation whose slide has no part',
    'refuse target-absent',
    powerpoint({ 'ppt/slides/slide1.xml': undefined }),
    'a.pptx',
  ],
  [
    'a presentation whose master has no part',
    'refuse target-absent',
    presentation('<p:sldMasterIdLst><p:sldMasterId r:id="rId9"/></p:sldMasterIdLst>'),
    'a.pptx',
  ],
  ['shapes with one number in alternatives', '', powerpoint({}, twins(shape(5, 'a', 'x'))), 'a.pptx'],
  [
    'shapes with one number',
    'warn shape-id-duplicate',
    powerpoint({}, shape(5, 'a', 'x') + shape(5, 'b', 'x')),
    'a.pptx',
  ],
];

const sections = {
  '1.1 the container': container,
  '1.2 content types and relationships': contentTypesAndRelationships,
  '1.3 the parts': xmlParts,
  '1.4 the three families': families,
};

/** What a file is refused for, or else what is told of it: a part that was taken out is always told of too. */
function problemsOf(bytes: Uint8Array, fileName: string): string {
  const { verdict, problems } = checkOffice(bytes, fileName);
  for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\.$/s);
  const refusals = problems.filter(({ grade }) => grade === 'refuse');
  expect(verdict).toBe(refusals.length > 0 ? 'refuse' : 'accept');
  const told = refusals.length > 0 ? refusals : problems;
  return told.map(({ grade, code }) => `${grade} ${code}`).join(', ');
}

describe.each(Object.entries(sections))('%s', (_section, rows) => {
  test.each(rows.map(([rule, problems, bytes, fileName = 'a.docx']) => ({ rule, problems, bytes, fileName })))(
    '$rule: $problems',
    ({ problems, bytes, fileName }) => {
      expect(problemsOf(bytes, fileName)).toBe(problems);
    },
  );
});

test('every code is provoked, and has a row in docs/formats/office.md with each grade it comes in', () => {
  const provoked = new Set(
    Object.values(sections).flatMap((rows) => rows.flatMap(([, problems]) => problems.split(', '))),
  );
  provoked.delete('');
  const codes = new Set([...provoked].map((one) => one.split(' ')[1]!));
  expect([...codes].sort()).toEqual([...problemCodes].sort());
  const page = readFileSync(new URL('../../../docs/formats/office.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([\w-]+)` +\| (refuse|warn)(?:, (warn))? +\|/gm)].flatMap(
    ([, code, ...grades]) => grades.filter((grade) => grade !== undefined).map((grade) => `${grade} ${code}`),
  );
  expect(documented.sort()).toEqual([...provoked].sort());
});
