/**
 * A second reader of zip directories, written for tests only and apart from the package's own, so that one checks the other.
 * Knows plain zip32 directories and offsets in zip64 fields.
 */
export interface ListedEntry {
  readonly name: string;
  readonly offset: number;
  /** From the local header to the next one. */
  readonly extent: Uint8Array;
}

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
  const found: { name: string; offset: number }[] = [];
  for (let at = start; found.length < count; ) {
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    let offset = view.getUint32(at + 42, true);
    if (offset === 0xffffffff) {
      const field = at + 46 + nameLength;
      offset = Number(view.getBigUint64(field + view.getUint16(field + 2, true) + 4 - 8, true));
    }
    found.push({ name, offset });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  const offsets = [...found.map(({ offset }) => offset), start].sort((one, other) => one - other);
  return found.map(({ name, offset }) => {
    const next = offsets.find((other) => other > offset) ?? start;
    return { name, offset, extent: bytes.subarray(offset, next) };
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
