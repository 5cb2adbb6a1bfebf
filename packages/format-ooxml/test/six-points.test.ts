import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { addTextBox, checkOffice, insertParagraph, recognizeOffice } from '../src/index.js';
import { readEntry } from '../src/zip/pour-entry.js';
import { readArchive } from '../src/zip/read-archive.js';
import { rewriteArchive } from '../src/zip/rewrite-archive.js';
import { brokenFiles, editedFiles, hasCorpus, validFiles } from './corpus.js';
import { touchedEntries } from './list-zip.js';
import { makePackage, makeWord, paragraph, w, wordParts } from './make-office.js';
import { type MadeEntry, makeZip } from './make-zip.js';
import { refusedOr } from './refusals.js';

/** The six findings on real files that the package is built on, each as a promise. */

const entries: readonly MadeEntry[] = Object.entries(wordParts(paragraph('x'))).map(([name, content]) => {
  return { name, content: content! };
});
const withPicture = (how: Partial<MadeEntry>): Uint8Array =>
  makeZip([...entries, { name: 'word/media/a.png', content: 'picture '.repeat(40), ...how }]);

describe('1. what an unzipper unpacks without complaint is not therefore sound', () => {
  test.each([
    ['a wrong checksum', withPicture({ lie: { crc: 1 } })],
    ['a length that cuts the content off', withPicture({ lie: { size: 9 } })],
    ['a length that is too long', withPicture({ lie: { size: 999 } })],
    ['one name twice', withPicture({ name: 'word/document.xml', content: paragraph('other') })],
    ['an encryption bit', withPicture({ flags: 1, method: 0 })],
    ['another name at its place', withPicture({ local: { name: 'word/media/b.png' } })],
    ['another checksum at its place', withPicture({ local: { crc: 1 } })],
  ])('%s is refused', (_what, bytes) => {
    expect(Object.keys(unzipSync(bytes)).length).toBeGreaterThan(0);
    expect(checkOffice(bytes, 'a.docx').verdict).toBe('refuse');
  });

  test.skipIf(!hasCorpus)('most broken files are unpacked by it, and all are refused here', () => {
    const unpacked = brokenFiles.filter(({ bytes }) => {
      try {
        // The bomb is left out: it would be unpacked too, in all its length.
        return unzipSync(bytes, { filter: ({ originalSize }) => originalSize < 50_000_000 }) !== undefined;
      } catch {
        return false;
      }
    });
    expect(unpacked.length).toBeGreaterThan(brokenFiles.length / 2);
    for (const { name, bytes } of brokenFiles) expect(checkOffice(bytes, name).verdict).toBe('refuse');
  });

  test.skipIf(!hasCorpus)('of sound files both read the same bytes', () => {
    for (const { bytes } of validFiles.filter((file) => file.bytes.length < 200_000)) {
      const archive = readArchive(bytes);
      const others = Object.values(unzipSync(bytes));
      expect(others).toHaveLength(archive.entries.length);
      archive.entries.forEach((entry, at) => {
        expect(Buffer.compare(readEntry(archive, entry), others[at]!)).toBe(0);
      });
    }
  });
});

describe('2. a lenient validator is no gate: each of these is refused', () => {
  test.each([
    '<a/><b/>',
    '<a/>text',
    '<a><?xml version="1.0"?></a>',
    '<p:a/>',
    '<a p:b="1"/>',
    '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>',
    '<a xmlns:p=""/>',
    '<a b="<"/>',
    '<a>]]></a>',
    '<a><!-- a -- b --></a>',
    '<?xml verzion="1.0"?><a/>',
    '<a>\u0001</a>',
    '<a>\ufffe</a>',
    '<a>&#0;</a>',
    '<a>&#x1F;</a>',
    '<a>&nbsp;</a>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  ])('%j', (xml) => {
    const bytes = makePackage(wordParts(paragraph('x'), { 'customXml/item1.xml': xml }));
    expect(checkOffice(bytes, 'a.docx')).toMatchObject({
      verdict: 'refuse',
      problems: [{ part: 'customXml/item1.xml' }],
    });
  });
});

describe('3. a part is never printed anew', () => {
  const odd =
    `<?xml version='1.0'  encoding="UTF-8" ?>\r\n<!-- kept -->\r<w:document  ${w} ><w:body\n>` +
    `<w:p ></w:p><w:p><w:r><w:t xml:space='preserve'> &#xFF2D;&#10;&quot;</w:t ></w:r></w:p><?pi?></w:body></w:document >\n`;

  test('line ends, quotes, spaces, references and comments stay as they were written', () => {
    const before = makePackage(wordParts('', { 'word/document.xml': odd }));
    const after = insertParagraph(before, { text: 'new', after: 1 }).bytes;
    expect(insertedText(partText(before), partText(after))).toContain('>new<');
  });

  const documents = editedFiles.filter(({ name }) => !name.includes('.xl'));
  test.each(documents)('$name: text is only put in', ({ name, bytes }) => {
    const edited = refusedOr(() => {
      const isWord = recognizeOffice(bytes, name) === 'word';
      return isWord ? insertParagraph(bytes, { text: 'Zebra' }) : addTextBox(bytes, { slide: 1, text: 'Zebra' });
    });
    if (edited === undefined) return;
    const [part] = touchedEntries(bytes, edited.bytes);
    expect(insertedText(partText(bytes, part), partText(edited.bytes, part))).toContain('Zebra');
  });

  /** What `after` has more than `before`; fails where anything else differs. Latin-1, so that a byte is a character. */
  function insertedText(before: string, after: string): string {
    let start = 0;
    while (start < before.length && before[start] === after[start]) start++;
    const rest = before.length - start;
    expect(after.slice(after.length - rest)).toBe(before.slice(start));
    return after.slice(start, after.length - rest);
  }

  function partText(bytes: Uint8Array, name = 'word/document.xml'): string {
    const archive = readArchive(bytes);
    const entry = archive.entries.find((one) => one.name === name);
    return Buffer.from(readEntry(archive, entry!)).toString('latin1').replaceAll('\0', '');
  }
});

describe('4. offsets count every character, whatever the line ends', () => {
  test.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['LF', '\n'],
  ])('%s, after letters of two code units', (_what, end) => {
    const body = ['🦓', 'ü', 'x'].map((text) => paragraph(text)).join(end.repeat(3));
    const before = makeWord(`${end}${body}${end}`);
    const { bytes } = insertParagraph(before, { text: 'new', after: 2 });
    const document = new TextDecoder().decode(readPart(bytes));
    expect(document).toContain(`${paragraph('ü')}<w:p>`);
    expect(document.replace(/<w:p><w:r><w:t[^>]*>new<\/w:t><\/w:r><\/w:p>/, '')).toBe(
      new TextDecoder().decode(readPart(before)),
    );
  });

  function readPart(bytes: Uint8Array): Uint8Array {
    const archive = readArchive(bytes);
    return readEntry(archive, archive.entries.find(({ name }) => name === 'word/document.xml')!);
  }
});

describe.skipIf(!hasCorpus)('5. untouched entries are copied raw', () => {
  test('a rewrite without a change is the same file, for all of them', () => {
    for (const { bytes } of validFiles)
      expect(Buffer.compare(rewriteArchive(readArchive(bytes), new Map()), bytes)).toBe(0);
  });

  test('new content for the last entry leaves every other extent as it was', () => {
    for (const { bytes } of validFiles) {
      const archive = readArchive(bytes);
      const last = archive.entries.at(-1)!;
      const written = rewriteArchive(archive, new Map([[last, Uint8Array.of(1, 2, 3)]]));
      expect(touchedEntries(bytes, written)).toEqual([last.name.replaceAll('/', rawSlash(bytes))]);
    }
  });

  function rawSlash(bytes: Uint8Array): string {
    return readArchive(bytes).problems.some(({ code }) => code === 'entry-backslash') ? '\\' : '/';
  }
});

describe.skipIf(!hasCorpus)('6. the rules tell sound from broken without an error', () => {
  test('69 accepted, 29 refused', () => {
    const verdicts = (files: typeof validFiles) => files.map(({ name, bytes }) => checkOffice(bytes, name).verdict);
    expect(verdicts(validFiles)).toEqual(Array.from({ length: 69 }, () => 'accept'));
    expect(verdicts(brokenFiles)).toEqual(Array.from({ length: 29 }, () => 'refuse'));
  });
});
