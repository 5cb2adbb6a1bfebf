import { nameOtherBytes } from '../check/name-bytes.js';
import { limits } from '../limits.js';
import type { OfficeFamily } from '../package/families.js';
import { type MainPart, OfficePackage } from '../package/office-package.js';
import { broken } from '../problem.js';
import { decodeXml } from '../xml/encoding.js';
import type { Entry } from '../zip/entry.js';
import { readArchive } from '../zip/read-archive.js';

/** One version of a file, opened. */
export interface Side {
  readonly pack: OfficePackage;
  readonly main: MainPart;
  readonly family: OfficeFamily;
}

/** Opens a version that can be looked into; throws `PackageError` where it cannot, with what is wrong. */
export function openSide(bytes: Uint8Array): Side {
  const other = nameOtherBytes(bytes);
  if (other !== undefined) broken(other.code, `This is no Office file that can be read: it is ${other.name}.`);
  const archive = readArchive(bytes);
  const refusal = archive.problems.find(({ grade }) => grade === 'refuse');
  if (refusal !== undefined) broken(refusal.code, refusal.message, refusal.part);
  const pack = new OfficePackage(archive);
  const { main } = pack;
  if (main.family === undefined) broken('wrong-kind', 'Its main part is of another kind.', main.entry.name);
  return { pack, main, family: main.family };
}

/** A part's text; throws `limit` where it is too large to be compared by its content. */
export function comparedText({ pack }: Side, entry: Entry): string {
  if (entry.size > limits.comparedPartBytesMax) {
    broken(
      'limit',
      `The part is larger than ${limits.comparedPartBytesMax} bytes and was not looked into.`,
      entry.name,
    );
  }
  return decodeXml(pack.read(entry), entry.name).text;
}

/** True where the parts hold the same bytes, however they are packed. Inflates only where that is open. */
export function isSamePart(before: Side, one: Entry, after: Side, other: Entry): boolean {
  if (one.crc !== other.crc || one.size !== other.size) return false;
  const packed = { one: packedBytes(before, one), other: packedBytes(after, other) };
  if (one.method === other.method && sameBytes(packed.one, packed.other)) return true;
  return sameBytes(before.pack.read(one), after.pack.read(other));
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

function packedBytes({ pack }: Side, { data }: Entry): Uint8Array {
  return pack.archive.bytes.subarray(data.start, data.end);
}
