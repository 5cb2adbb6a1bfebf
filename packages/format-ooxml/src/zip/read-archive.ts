import { limits } from '../limits.js';
import { broken, listProblems, type OfficeProblem, PackageError, problem } from '../problem.js';
import type { Entry } from './entry.js';
import { type EndOfArchive, findEnd } from './find-end.js';
import { LittleEndian } from './little-endian.js';
import { type DirectoryRecord, readDirectory } from './read-directory.js';

/** A zip archive, read by its central directory alone. Nothing is inflated yet. `bytes` must not be written to. */
export interface Archive {
  readonly bytes: Uint8Array;
  /** In the order of the directory. */
  readonly entries: readonly Entry[];
  readonly end: EndOfArchive;
  /** What is wrong with the container; entries with a `refuse` among them may not be readable. */
  readonly problems: readonly OfficeProblem[];
}

/**
 * Reads the directory of a zip archive and checks it against the local headers (APPNOTE 4.3.7), so that every program would
 * see the same entries. Sizes come from the directory only. The work grows with the number of entries, never with what
 * they say they hold. Throws `PackageError` (`zip-damaged`, `limit`) where no list of entries can be had.
 */
export function readArchive(bytes: Uint8Array): Archive {
  if (bytes.length > limits.fileBytesMax) {
    broken('limit', `The file is larger than ${limits.fileBytesMax} bytes, the limit for Office files.`);
  }
  if (bytes.length < 22)
    broken('zip-damaged', 'The end of the zip archive is missing; the file may have been cut off.');
  const numbers = new LittleEndian(bytes);
  const end = findEnd(bytes, numbers);
  const { records, problems } = readDirectory(bytes, numbers, end);
  const found = [...problems];
  const sorted = [...records].sort((one, other) => one.localStart - other.localStart);
  const first = sorted[0]?.localStart ?? end.directoryStart;
  if (first > 0)
    found.push(problem('refuse', 'zip-damaged', 'There are bytes before the first entry of the zip archive.'));

  const entries = new Map<DirectoryRecord, Entry>();
  sorted.forEach((record, at) => {
    const extent = { start: record.localStart, end: sorted[at + 1]?.localStart ?? end.directoryStart };
    try {
      entries.set(record, readLocalHeader(bytes, numbers, record, extent));
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      found.push(error.problem);
    }
  });
  for (const one of judgeSizes(records, bytes.length)) found.push(one);
  if (end.trailingBytes > 0) {
    found.push(
      problem('warn', 'zip-trailing-bytes', `There are ${end.trailingBytes} bytes behind the end of the package.`),
    );
  }
  const readable = records.flatMap((record) => entries.get(record) ?? []);
  return { bytes, entries: readable, end, problems: listProblems(found) };
}

/** Finds an entry's packed bytes, and compares its local header with its record. Throws what makes it unreadable. */
function readLocalHeader(
  bytes: Uint8Array,
  numbers: LittleEndian,
  record: DirectoryRecord,
  extent: { readonly start: number; readonly end: number },
): Entry {
  const { name, flags, method, crc, packedSize, size } = record;
  const { start } = extent;
  if (numbers.u32(start) !== 0x04034b50) {
    broken('zip-mismatch', 'The entry is not where the zip directory says.', name);
  }
  if (start + 30 > extent.end) overlaps(name);
  const nameEnd = start + 30 + numbers.u16(start + 26);
  const dataStart = nameEnd + numbers.u16(start + 28);
  const dataEnd = dataStart + packedSize;
  if (dataEnd > extent.end) overlaps(name);
  const localFlags = numbers.u16(start + 6);
  if ((localFlags & 0x41) !== (flags & 0x41)) {
    broken('zip-encrypted', 'The entry says at its place that it is encrypted, but not in the zip directory.', name);
  }
  const localName = bytes.subarray(start + 30, nameEnd);
  if (localName.length !== record.rawName.length || !localName.every((byte, at) => byte === record.rawName[at])) {
    broken('zip-mismatch', 'The entry has two names, one at its place and one in the zip directory.', name);
  }
  const hasDescriptor = ((flags | localFlags) & 8) !== 0;
  const agrees =
    numbers.u16(start + 8) === method &&
    (hasDescriptor ||
      (numbers.u32(start + 14) === crc &&
        [0xffffffff, packedSize].includes(numbers.u32(start + 18)) &&
        [0xffffffff, size].includes(numbers.u32(start + 22))));
  if (!agrees) broken('zip-mismatch', 'The entry and its record in the zip directory contradict each other.', name);
  if (method === 0 && packedSize !== size) broken('zip-mismatch', 'The stored entry has two lengths.', name);
  return {
    name,
    key: record.key,
    isFolder: name.endsWith('/'),
    flags,
    method,
    crc,
    packedSize,
    size,
    record: record.record,
    data: { start: dataStart, end: dataEnd },
    extent,
    zip64: record.zip64,
  };
}

function overlaps(name: string): never {
  return broken('zip-overlap', 'The entry overlaps what comes after it in the zip archive.', name);
}

/** Declared sizes, before anything is inflated: no bomb starts. */
function judgeSizes(records: readonly DirectoryRecord[], fileBytes: number): OfficeProblem[] {
  const problems: OfficeProblem[] = [];
  for (const { name, size, packedSize } of records) {
    if (size > limits.entryBytesMax || isBomb(size, packedSize)) {
      problems.push(
        problem(
          'refuse',
          'limit',
          `The entry would be ${size} bytes from ${packedSize}, which is over the limit.`,
          name,
        ),
      );
    }
  }
  const total = records.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.packageBytesMax || isBomb(total, fileBytes)) {
    problems.push(problem('refuse', 'limit', `The package would be ${total} bytes unpacked, which is over the limit.`));
  }
  return problems;
}

function isBomb(size: number, packedSize: number): boolean {
  return size > limits.ratioFreeBytes && size > packedSize * limits.ratioMax;
}
