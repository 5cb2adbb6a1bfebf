/**
 * Reads the parts of an Office file for the demo's check, with nothing that Verbatim reads Office files with: the zip directory
 * by hand (APPNOTE.TXT 4.3.12), the parts by Node's own inflater.
 */
import { inflateRawSync } from 'node:zlib';

export interface Part {
  readonly name: string;
  content(): Buffer;
}

const endSignature = Buffer.from('PK\x05\x06');
const recordSignature = 0x02014b50;

export function* readParts(zip: Buffer): Generator<Part> {
  let at = zip.readUInt32LE(zip.lastIndexOf(endSignature) + 16);
  while (zip.readUInt32LE(at) === recordSignature) {
    const record = at;
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    yield { name: zip.toString('utf8', at + 46, nameEnd), content: () => contentOf(zip, record) };
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

/** A part's bytes, or undefined where the package has none of that name. */
export function readPart(zip: Buffer, name: string): Buffer | undefined {
  for (const part of readParts(zip)) if (part.name === name) return part.content();
  return undefined;
}

function contentOf(zip: Buffer, record: number): Buffer {
  const local = zip.readUInt32LE(record + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + zip.readUInt32LE(record + 20));
  const isStored = zip.readUInt16LE(record + 10) === 0;
  return isStored ? packed : inflateRawSync(packed);
}
