import { limits } from '../limits.js';
import type { Side } from '../package/side.js';
import { isXmlPart } from '../package/xml-parts.js';
import { decodeXml } from '../xml/encoding.js';
import { XmlReader } from '../xml/xml-reader.js';
import type { Entry } from '../zip/entry.js';
import type { Comparison } from './comparison.js';
import { excerptOf } from './excerpt.js';

/** Every part that came, went or differs and was not told yet: one change each, by the part's name. */
export function compareParts(comparison: Comparison): void {
  const { before, after, changes } = comparison;
  for (const other of after.pack.parts) {
    const one = before.pack.part(other.name);
    if (comparison.isTold(one, other) || comparison.isTold(undefined, other)) continue;
    if (one === undefined) {
      const parts = [{ before: '', after: describeSide(after, other) }];
      changes.add('part', `part added: ${other.name}`, parts, evidenceOf(other));
    } else if (!comparison.isSame(one, other)) {
      const parts = [describeDifference(comparison, one, other)];
      changes.add('part', `part changed: ${other.name}`, parts, `${evidenceOf(one)} ${evidenceOf(other)}`);
    }
  }
  for (const one of before.pack.parts) {
    if (comparison.isTold(one, undefined) || after.pack.part(one.name) !== undefined) continue;
    changes.add(
      'part',
      `part removed: ${one.name}`,
      [{ before: describeSide(before, one), after: '' }],
      evidenceOf(one),
    );
  }
}

/** The checksum stands for the bytes: it was checked when they were read. */
function evidenceOf({ crc, size }: Entry): string {
  return `${crc}:${size}`;
}

/** Reads the part, so that a broken one is found here and not by its program. */
function describeSide(side: Side, entry: Entry): string {
  gatedText(side, entry);
  return bytesOf(entry);
}

function describeDifference(
  { before, after }: Comparison,
  one: Entry,
  other: Entry,
): { before: string; after: string } {
  const text = { before: gatedText(before, one), after: gatedText(after, other) };
  // Equal text in other bytes: another encoding, a byte order mark.
  if (text.before === undefined || text.after === undefined || text.before === text.after) {
    return { before: bytesOf(one), after: bytesOf(other) };
  }
  return excerptOf(text.before, text.after);
}

/** The text of an XML part that passed the gate; undefined for others, which are read and checked too, and for large ones. */
function gatedText(side: Side, entry: Entry): string | undefined {
  const bytes = side.pack.read(entry);
  if (!isXmlPart(side.pack, entry) || bytes.length === 0 || bytes.length > limits.comparedPartBytesMax)
    return undefined;
  const { text } = decodeXml(bytes, entry.name);
  const gate = new XmlReader(entry.name);
  gate.write(text);
  gate.end();
  return text;
}

function bytesOf({ size, crc }: Entry): string {
  const bytes = `${size} ${size === 1 ? 'byte' : 'bytes'}`;
  return `${bytes}, checksum ${crc.toString(16).padStart(8, '0')}`;
}
