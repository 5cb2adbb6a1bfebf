import { type MadeArchive, type MadeEntry, makeZip } from './make-zip.js';

/** The smallest packages that are Word, PowerPoint and Excel files, made by tests. Each part can be replaced or left out. */
export type Parts = Readonly<Record<string, string | Uint8Array | undefined>>;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument';

export const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
export const x = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const r: string = `xmlns:r="${office}"`;
export const p = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
export const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

export function makePackage(parts: Parts, archive: MadeArchive = {}, how: Partial<MadeEntry> = {}): Uint8Array {
  const entries = Object.entries(parts).flatMap(([name, content]): MadeEntry[] => {
    return content === undefined ? [] : [{ name, content, ...how }];
  });
  return makeZip(entries, archive);
}

export function rels(...list: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const items = list.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `${head}<Relationships xmlns="${relationships}">${items.join('')}</Relationships>`;
}

export function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const items = Object.entries(overrides).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${types}.${type}+xml"/>`,
  );
  return (
    `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${items.join('')}</Types>`
  );
}

export function wordParts(body: string, more: Parts = {}): Parts {
  return {
    '[Content_Types].xml': contentTypes({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': rels(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `${head}<w:document ${w}><w:body>${body}</w:body></w:document>`,
    ...more,
  };
}

export function makeWord(body: string, more: Parts = {}): Uint8Array {
  return makePackage(wordParts(body, more));
}

export function paragraph(text: string, properties = ''): string {
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** Slides by what their trees of shapes hold. */
export function powerpointParts(slides: readonly string[], more: Parts = {}): Parts {
  const names = slides.map((_, at) => `ppt/slides/slide${at + 1}.xml`);
  const list = names.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 2}"/>`).join('');
  const overrides = Object.fromEntries(names.map((name) => [name, 'presentationml.slide']));
  return {
    '[Content_Types].xml': contentTypes({ 'ppt/presentation.xml': 'presentationml.presentation.main', ...overrides }),
    '_rels/.rels': rels(['rId1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `${head}<p:presentation ${p} ${r}><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(
      ...names.map((name, at) => [`rId${at + 2}`, 'slide', name.slice(4)] as const),
    ),
    ...Object.fromEntries(names.map((name, at) => [name, slideXml(slides[at]!)])),
    ...more,
  };
}

export function makePowerpoint(slides: readonly string[], more: Parts = {}): Uint8Array {
  return makePackage(powerpointParts(slides, more));
}

export function slideXml(shapes: string): string {
  return `${head}<p:sld ${p} ${a}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:sld>`;
}

export function shape(id: number, name: string, text: string): string {
  const lines = text.split('\n').map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`);
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>` +
    `<p:txBody><a:bodyPr/>${lines.join('')}</p:txBody></p:sp>`
  );
}

/** Sheets by what stands in their `worksheet` element. */
export function excelParts(sheets: Readonly<Record<string, string>>, more: Parts = {}): Parts {
  const names = Object.keys(sheets);
  const parts = names.map((_, at) => `xl/worksheets/sheet${at + 1}.xml`);
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('');
  const overrides = Object.fromEntries(parts.map((name) => [name, 'spreadsheetml.worksheet']));
  const hasStrings = more['xl/sharedStrings.xml'] !== undefined;
  const hasStyles = more['xl/styles.xml'] !== undefined;
  return {
    '[Content_Types].xml': contentTypes({ 'xl/workbook.xml': 'spreadsheetml.sheet.main', ...overrides }),
    '_rels/.rels': rels(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${head}<workbook ${x} ${r}><sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      ...parts.map((name, at) => [`rId${at + 1}`, 'worksheet', name.slice(3)] as const),
      ...(hasStrings ? ([['rIdS', 'sharedStrings', 'sharedStrings.xml']] as const) : []),
      ...(hasStyles ? ([['rIdT', 'styles', 'styles.xml']] as const) : []),
    ),
    ...Object.fromEntries(parts.map((name, at) => [name, `${head}<worksheet ${x}>${sheets[names[at]!]!}</worksheet>`])),
    ...more,
  };
}

export function makeExcel(sheets: Readonly<Record<string, string>>, more: Parts = {}): Uint8Array {
  return makePackage(excelParts(sheets, more));
}

export function sharedStrings(...items: readonly string[]): string {
  return `${head}<sst ${x}>${items.map((item) => `<si>${item}</si>`).join('')}</sst>`;
}
