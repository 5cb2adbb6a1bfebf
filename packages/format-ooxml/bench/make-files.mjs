// Files for the bench, made by code: the same bytes on every machine.
import { existsSync, readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument';
const schema = (name) => `http://schemas.openxmlformats.org/${name}/2006/main`;

/** Twenty megabytes as decks have them: most of it pictures, 120 slides of text and shapes. */
export function deckOf20MB() {
  const slides = Array.from({ length: 120 }, (_, at) => at + 1);
  const parts = {
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      ...Object.fromEntries(slides.map((n) => [`ppt/slides/slide${n}.xml`, 'presentationml.slide'])),
    }),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${schema('presentationml')}" xmlns:r="${office}"><p:sldIdLst>${slides.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(slides.map((n) => [`rId${n}`, 'slide', `slides/slide${n}.xml`])),
  };
  const next = numbers(1);
  for (const n of slides) {
    parts[`ppt/slides/slide${n}.xml`] = slide(n, next);
    parts[`ppt/slides/_rels/slide${n}.xml.rels`] = rels([['rId1', 'image', `../media/image${n}.png`]]);
    parts[`ppt/media/image${n}.png`] = noise(160_000, next);
  }
  return zip(parts, (name) => (name.endsWith('.png') && name.charCodeAt(name.length - 5) % 2 === 0 ? 0 : 8));
}

function slide(n, next) {
  const shapes = Array.from({ length: 60 }, (_, at) => {
    const lines = Array.from(
      { length: 4 },
      () =>
        `<a:p><a:pPr lvl="1"/><a:r><a:rPr lang="en-GB" sz="1800" dirty="0"/><a:t>${words(9, next)}</a:t></a:r></a:p>`,
    );
    return `<p:sp><p:nvSpPr><p:cNvPr id="${at + 2}" name="Content ${at + 2}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${next() % 9_000_000}" y="${next() % 6_000_000}"/><a:ext cx="4000000" cy="1000000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${lines.join('')}</p:txBody></p:sp>`;
  });
  return `<p:sld xmlns:p="${schema('presentationml')}" xmlns:a="${schema('drawingml')}" xmlns:r="${office}"><p:cSld name="Slide ${n}"><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes.join('')}</p:spTree></p:cSld></p:sld>`;
}

/** One worksheet of fifty megabytes: numbers, shared texts' numbers, formats. */
export function workbookWithSheetOf50MB() {
  const next = numbers(2);
  const rows = [];
  let length = 0;
  for (let row = 1; length < 50_000_000; row++) {
    const cells = Array.from({ length: 20 }, (_, at) => {
      const name = `${String.fromCharCode(65 + at)}${row}`;
      return at % 5 === 0
        ? `<c r="${name}" s="3" t="inlineStr"><is><t>${words(2, next)}</t></is></c>`
        : `<c r="${name}" s="1"><v>${next() / 1000}</v></c>`;
    });
    rows.push(`<row r="${row}" spans="1:20">${cells.join('')}</row>`);
    length += rows.at(-1).length;
  }
  return zip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${schema('spreadsheetml')}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels([['rId1', 'worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${schema('spreadsheetml')}"><dimension ref="A1:T${rows.length}"/><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

/** Two versions of a document of five megabytes of markup; every fiftieth paragraph differs, some came and went. */
export function documentsOf5MB() {
  const next = numbers(3);
  const paragraphs = [];
  let length = 0;
  while (length < 5_000_000) {
    paragraphs.push(words(40, next));
    length += wordParagraph(paragraphs.at(-1)).length;
  }
  const edited = paragraphs.flatMap((text, at) => {
    if (at % 501 === 500) return [];
    if (at % 307 === 306) return [text, words(30, next)];
    return at % 50 === 49 ? [text.replace(' ', ' really ')] : [text];
  });
  return [paragraphs, edited].map((list) =>
    zip({
      '[Content_Types].xml': contentTypes({ 'word/document.xml': 'wordprocessingml.document.main' }),
      '_rels/.rels': rels([['rId1', 'officeDocument', 'word/document.xml']]),
      'word/document.xml': `<w:document xmlns:w="${schema('wordprocessingml')}"><w:body>${list.map(wordParagraph).join('')}<w:sectPr/></w:body></w:document>`,
    }),
  );
}

function wordParagraph(text) {
  const half = text.indexOf(' ', text.length / 2);
  return `<w:p><w:pPr><w:pStyle w:val="BodyText"/><w:jc w:val="both"/></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="22"/></w:rPr><w:t xml:space="preserve">${text.slice(0, half)}</w:t></w:r><w:r><w:t xml:space="preserve">${text.slice(half)}</w:t></w:r></w:p>`;
}

/** Names and bytes of files that are made to hurt. */
export function bombs(corpus) {
  const document = (xml) => ({
    '[Content_Types].xml': contentTypes({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': xml,
  });
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
  const found = [
    ['entity-bomb.docx', zip(document(`<!DOCTYPE a [<!ENTITY e0 "ha">${entities}]><a>&e9;</a>`))],
    [
      'dtd-bomb.docx',
      zip(document(`<!DOCTYPE a SYSTEM "http://example.org/a.dtd" [${'<!ENTITY a "b">'.repeat(100_000)}]><a/>`)),
    ],
    ['lying-size.docx', zip(document(new Uint8Array(150_000_000)), () => 8, { 'word/document.xml': 500 })],
    ['overlap.docx', overlapping(zip({ '0000': noise(20_000, numbers(4)) }), 400)],
  ];
  const sheet = `${corpus}broken/deflate-bomb-sheet.xlsx`;
  return existsSync(sheet) ? [['deflate-bomb-sheet.xlsx', new Uint8Array(readFileSync(sheet))], ...found] : found;
}

/** One local entry, many directory records that all point to it. */
function overlapping(one, count) {
  const start = one.readUInt32LE(one.length - 6);
  const record = one.subarray(start, one.length - 22);
  const records = Array.from({ length: count }, (_, at) => {
    const copy = Buffer.from(record);
    copy.write(String(at).padStart(4, '0'), 46, 'latin1');
    return copy;
  });
  const end = Buffer.from(one.subarray(one.length - 22));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(record.length * count, 12);
  return Buffer.concat([one.subarray(0, start), ...records, end]);
}

function contentTypes(overrides) {
  const items = Object.entries(overrides).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${types}.${type}+xml"/>`,
  );
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${items.join('')}</Types>`;
}

function rels(list) {
  const items = list.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${relationships}">${items.join('')}</Relationships>`;
}

function zip(parts, methodOf = () => 8, lies = {}) {
  const locals = [];
  const records = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const method = methodOf(name);
    const data = method === 0 ? bytes : deflateRawSync(bytes);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(method, 4);
    fixed.writeUInt32LE(crc32(bytes), 10);
    fixed.writeUInt32LE(data.length, 14);
    fixed.writeUInt32LE(lies[name] ?? bytes.length, 18);
    fixed.writeUInt16LE(name.length, 22);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    fixed.copy(record, 6);
    record.writeUInt32LE(at, 42);
    records.push(record, Buffer.from(name));
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), fixed, Buffer.from(name), data);
    at += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Numbers that only look random. */
function numbers(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >>> 8;
}

function noise(length, next) {
  return Uint8Array.from({ length }, () => next() & 255);
}

const vocabulary =
  'water level gauge weir upstream survey crew budget report agreed measured on the bridge near north with a and of'.split(
    ' ',
  );

function words(count, next) {
  return Array.from({ length: count }, () => vocabulary[next() % vocabulary.length]).join(' ');
}
