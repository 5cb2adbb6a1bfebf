import { broken } from '../problem.js';
import type { LittleEndian } from './little-endian.js';

/** Where the central directory is, and the records behind it. All offsets count from the first byte of the file. */
export interface EndOfArchive {
  readonly entryCount: number;
  readonly directoryStart: number;
  /** Also where the first record behind the directory starts. */
  readonly directoryEnd: number;
  /** The end of central directory record (APPNOTE 4.3.16). */
  readonly endRecord: number;
  /** The zip64 end record (4.3.14) and its locator (4.3.15), where there are any. */
  readonly zip64?: { readonly record: number; readonly locator: number };
  /** Bytes behind the archive and its comment. */
  readonly trailingBytes: number;
}

/**
 * Finds the end of a zip archive. A record counts only where its comment fits the file, and the directory must lie right
 * before it: otherwise two readers could see two archives. Throws `zip-damaged`.
 */
export function findEnd(bytes: Uint8Array, numbers: LittleEndian): EndOfArchive {
  const endRecord = findEndRecord(bytes, numbers);
  const trailingBytes = bytes.length - endEnd(endRecord, numbers);
  const zip64 = findZip64(endRecord, numbers);
  const short = {
    disk: numbers.u16(endRecord + 4),
    directoryDisk: numbers.u16(endRecord + 6),
    entryCount: numbers.u16(endRecord + 10),
    size: numbers.u32(endRecord + 12),
    start: numbers.u32(endRecord + 16),
  };
  if (zip64 === undefined) {
    if (short.disk !== 0 || short.directoryDisk !== 0 || numbers.u16(endRecord + 8) !== short.entryCount)
      severalDisks();
    return placed(
      { entryCount: short.entryCount, start: short.start, size: short.size, end: endRecord },
      { endRecord, trailingBytes },
    );
  }
  const { record } = zip64;
  const long = {
    entryCount: numbers.u64(record + 32),
    size: numbers.u64(record + 40),
    start: numbers.u64(record + 48),
  };
  if (numbers.u32(record + 16) !== 0 || numbers.u32(record + 20) !== 0) severalDisks();
  const agrees =
    [0xffff, long.entryCount].includes(short.entryCount) &&
    [0xffffffff, long.size].includes(short.size) &&
    [0xffffffff, long.start].includes(short.start);
  if (!agrees) broken('zip-damaged', 'The two end records of the zip archive contradict each other.');
  return placed({ ...long, end: record }, { endRecord, trailingBytes, zip64 });
}

type Claim = { entryCount: number; start: number; size: number; end: number };

function placed(
  { entryCount, start, size, end }: Claim,
  rest: Pick<EndOfArchive, 'endRecord' | 'trailingBytes' | 'zip64'>,
): EndOfArchive {
  if (start + size !== end) {
    broken('zip-damaged', 'The directory of the zip archive is not where its end record says.');
  }
  return { ...rest, entryCount, directoryStart: start, directoryEnd: end };
}

function severalDisks(): never {
  return broken('zip-damaged', 'The zip archive says that it is one of several volumes.');
}

/** The record that ends exactly with the file; else, behind which other bytes lie, the last one whose comment fits. */
function findEndRecord(bytes: Uint8Array, numbers: LittleEndian): number {
  const exact: number[] = [];
  let fitting: number | undefined;
  const first = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= first; at--) {
    if (bytes[at] !== 0x50 || numbers.u32(at) !== 0x06054b50) continue;
    const end = endEnd(at, numbers);
    if (end === bytes.length) exact.push(at);
    else if (end < bytes.length) fitting ??= at;
  }
  if (exact.length > 1)
    broken('zip-damaged', 'The zip archive has two end records, so programs would read two archives.');
  const found = exact[0] ?? fitting;
  if (found === undefined) {
    broken('zip-damaged', 'The end of the zip archive is missing; the file may have been cut off.');
  }
  return found;
}

function endEnd(endRecord: number, numbers: LittleEndian): number {
  return endRecord + 22 + numbers.u16(endRecord + 20);
}

function findZip64(endRecord: number, numbers: LittleEndian): EndOfArchive['zip64'] {
  const locator = endRecord - 20;
  if (locator < 0 || numbers.u32(locator) !== 0x07064b50) return undefined;
  const record = numbers.u64(locator + 8);
  if (
    record > locator - 56 ||
    numbers.u32(record) !== 0x06064b50 ||
    record + 12 + numbers.u64(record + 4) !== locator
  ) {
    broken('zip-damaged', 'The zip64 end record of the archive is not where its locator says.');
  }
  return { record, locator };
}
