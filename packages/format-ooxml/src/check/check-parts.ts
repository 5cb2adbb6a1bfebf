import type { OfficePackage } from '../package/office-package.js';
import { sourceNameOf } from '../package/relationships.js';
import { isXmlPart } from '../package/xml-parts.js';
import { type OfficeProblem, problem, problemOf } from '../problem.js';
import { isUnicodeName, XmlDecoder, xmlFormOf } from '../xml/encoding.js';
import { XmlReader, type XmlVisitor } from '../xml/xml-reader.js';
import type { Entry } from '../zip/entry.js';
import { pourEntry } from '../zip/pour-entry.js';

/**
 * Reads every entry in full, media too, and sends the XML parts through the gate on the way: one pass, one piece at a time
 * in memory. Stops at the first that is broken, so a hostile package is not worked through to its end. `watch` may look at
 * what goes through the gate.
 */
export function checkParts(
  pack: OfficePackage,
  isChecked: (entry: Entry) => boolean,
  watch: { visitorOf(entry: Entry): XmlVisitor | undefined },
): OfficeProblem[] {
  const problems: OfficeProblem[] = [];
  const list = listOfParts(pack);
  for (const entry of pack.archive.entries) {
    if (isChecked(entry)) continue;
    try {
      const isXml = !entry.isFolder && isXmlPart(pack, entry);
      if (isXml && isReadAsValues(pack, entry, list)) continue;
      if (isXml && entry.size > 0) problems.push(...readXmlPart(pack, entry, watch.visitorOf(entry)));
      else pourEntry(pack.archive, entry, () => {});
      // An empty main part is refused where the main part is looked at.
      if (isXml && entry.size === 0) problems.push(problem('warn', 'xml-empty', 'The XML part is empty.', entry.name));
    } catch (error) {
      return [...problems, problemOf(error)];
    }
  }
  return problems;
}

/** Relationships and the lists of sheets and slides are needed as values further on, so they are read as such, and once. */
function isReadAsValues(pack: OfficePackage, entry: Entry, list: Entry | undefined): boolean {
  if (pack.isRead(entry) || entry.size === 0) return pack.isRead(entry);
  const source = sourceNameOf(entry.name);
  try {
    if (source !== undefined) pack.relationshipsOf(source);
    else if (entry === list) void pack.mainRoot;
  } catch (error) {
    // Too large to be read as values: it goes through the gate like any other.
    if (problemOf(error).code !== 'limit') throw error;
  }
  return pack.isRead(entry);
}

/** The main part of a workbook or presentation. */
function listOfParts(pack: OfficePackage): Entry | undefined {
  try {
    const { entry, family } = pack.main;
    return family === 'excel' || family === 'powerpoint' ? entry : undefined;
  } catch (error) {
    // That there is no main part is said where it is looked for.
    problemOf(error);
    return undefined;
  }
}

function readXmlPart(pack: OfficePackage, entry: Entry, visitor: XmlVisitor = {}): OfficeProblem[] {
  let declared = 'utf-8';
  let sink: ((piece: Uint8Array) => void) | undefined;
  const gate = new XmlReader(entry.name, { ...visitor, declaredEncoding: (name) => (declared = name) });
  let finish = (): void => {};
  pourEntry(pack.archive, entry, (piece) => {
    if (sink === undefined) {
      const form = xmlFormOf(piece);
      const decoder = new XmlDecoder(form, entry.name);
      sink = (bytes) => gate.write(decoder.decode(bytes));
      finish = () => gate.write(decoder.end());
      sink(piece.subarray(form.bomBytes));
    } else sink(piece);
  });
  finish();
  gate.end();
  if (isUnicodeName(declared)) return [];
  const message = `The part says that its encoding is ${declared.slice(0, 40)}; Office files are UTF-8 or UTF-16.`;
  return [problem('warn', 'xml-encoding', message, entry.name)];
}
