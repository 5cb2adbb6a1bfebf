import { crc32, inflateRawSync } from 'node:zlib';

/**
 * A second reader of zip directories, written for tests only and apart from the package's own, so that one checks the other.
 * Knows plain zip32 directories and offsets in zip64 fields.
 */
export interface ListedEntry {
  readonly name: string;
  readonly offset: number;
  /** Where its record in the directory starts. */
  readonly record: number;
  /** From the local header to the next one. */
  readonly extent: Uint8Array;
}

const decoder = new TextDecoder();

export function listZip(bytes: Uint8Array): readonly ListedEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  let start = view.getUint32(end + 16, true);
  let count = view.getUint16(end + 10, true);
  if (start === 0xffffffff) {
    const record = Number(view.getBigUint64(end - 20 + 8, true));
    start = Number(view.getBigUint64(record + 48, true));
    count = Number(view.getBigUint64(record + 32, true));
  }
  const found: { name: string; offset: number; record: number }[] = [];
  for (let at = start; found.length < count; ) {
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    let offset = view.getUint32(at + 42, true);
    if (offset === 0xffffffff) {
      const field = at + 46 + nameLength;
      offset = Number(view.getBigUint64(field + view.getUint16(field + 2, true) + 4 - 8, true));
    }
    found.push({ name, offset, record: at });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  const offsets = [...new Set([...found.map(({ offset }) => offset), start])].sort((one, other) => one - other);
  const next = new Map(offsets.map((offset, at) => [offset, offsets[at + 1] ?? start]));
  return found.map(({ name, offset, record }) => {
    return { name, offset, record, extent: bytes.subarray(offset, next.get(offset)) };
  });
}

/** True where every entry unpacks to the length and checksum that the directory gives, by Node's own zlib. */
export function hasRightChecksums(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return listZip(bytes).every(({ offset, record }) => {
    const size = view.getUint32(record + 24, true);
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const packed = bytes.subarray(start, start + view.getUint32(record + 20, true));
    const isStored = view.getUint16(record + 10, true) === 0;
    const content = isStored || packed.length === 0 ? packed : inflateRawSync(packed, { maxOutputLength: size + 1 });
    return content.length === size && crc32(content) === view.getUint32(record + 16, true);
  });
}

/** Names of the entries whose extents differ, or that only one of the archives has. */
export function touchedEntries(before: Uint8Array, after: Uint8Array): readonly string[] {
  const old = new Map(listZip(before).map(({ name, extent }) => [name, extent]));
  const touched = listZip(after).flatMap(({ name, extent }) => {
    const same = old.get(name);
    old.delete(name);
    return same !== undefined && same.length === extent.length && same.every((byte, at) => byte === extent[at])
      ? []
      : [name];
  });
  return [...touched, ...old.keys()];
}
