import { limits } from '../limits.js';
import { broken, type OfficeProblem, problem } from '../problem.js';
import type { Zip64Places } from './entry.js';
import { decodeEntryName, nameKey, unsafeName } from './entry-name.js';
import type { EndOfArchive } from './find-end.js';
import type { LittleEndian } from './little-endian.js';

/** One record of the central directory (APPNOTE 4.3.12). */
export interface DirectoryRecord {
  readonly name: string;
  readonly key: string;
  readonly rawName: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly localStart: number;
  readonly record: { readonly start: number; readonly end: number };
  readonly zip64: Zip64Places;
}

/**
 * Reads the central directory and judges its records one by one. What makes a record unusable is a problem in the list;
 * what makes the directory unreadable throws `zip-damaged` or `limit`.
 */
export function readDirectory(
  bytes: Uint8Array,
  numbers: LittleEndian,
  end: EndOfArchive,
): { readonly records: readonly DirectoryRecord[]; readonly problems: readonly OfficeProblem[] } {
  if (end.entryCount > limits.entriesMax) {
    broken('limit', `The package says it has ${end.entryCount} entries; ${limits.entriesMax} is the limit.`);
  }
  const records: DirectoryRecord[] = [];
  let at = end.directoryStart;
  while (at < end.directoryEnd) {
    if (records.length === end.entryCount)
      broken('zip-damaged', 'The zip directory holds more records than it announces.');
    const record = readRecord(bytes, numbers, at);
    if (record.record.end > end.directoryEnd) broken('zip-damaged', 'A record of the zip directory runs past its end.');
    records.push(record);
    at = record.record.end;
  }
  if (records.length !== end.entryCount)
    broken('zip-damaged', 'The zip directory holds fewer records than it announces.');
  return { records, problems: judge(records) };
}

function readRecord(bytes: Uint8Array, numbers: LittleEndian, start: number): DirectoryRecord {
  if (numbers.u32(start) !== 0x02014b50) broken('zip-damaged', 'The zip directory holds something that is no record.');
  const nameEnd = start + 46 + numbers.u16(start + 28);
  const extraEnd = nameEnd + numbers.u16(start + 30);
  const end = extraEnd + numbers.u16(start + 32);
  const short = {
    packedSize: numbers.u32(start + 20),
    size: numbers.u32(start + 24),
    localStart: numbers.u32(start + 42),
  };
  const zip64 = findZip64(numbers, { start: nameEnd, end: extraEnd }, short);
  const rawName = bytes.subarray(start + 46, nameEnd);
  const name = decodeEntryName(rawName);
  return {
    name,
    key: nameKey(name),
    rawName,
    flags: numbers.u16(start + 8),
    method: numbers.u16(start + 10),
    crc: numbers.u32(start + 16),
    packedSize: zip64.packedSize === undefined ? short.packedSize : numbers.u64(zip64.packedSize),
    size: zip64.size === undefined ? short.size : numbers.u64(zip64.size),
    localStart: zip64.offset === undefined ? short.localStart : numbers.u64(zip64.offset),
    record: { start, end },
    zip64,
  };
}

/** The zip64 extra field (APPNOTE 4.5.3) holds, in this order, only those values whose 32-bit field is all ones. */
function findZip64(
  numbers: LittleEndian,
  extra: { start: number; end: number },
  short: { packedSize: number; size: number; localStart: number },
): Zip64Places {
  for (let at = extra.start; at + 4 <= extra.end; ) {
    const next = at + 4 + numbers.u16(at + 2);
    if (numbers.u16(at) !== 1) {
      at = next;
      continue;
    }
    const places: { size?: number; packedSize?: number; offset?: number } = {};
    let place = at + 4;
    const take = (): number => {
      place += 8;
      if (place > next) broken('zip-damaged', 'A zip64 field of the zip directory is too short.');
      return place - 8;
    };
    if (short.size === 0xffffffff) places.size = take();
    if (short.packedSize === 0xffffffff) places.packedSize = take();
    if (short.localStart === 0xffffffff) places.offset = take();
    return places;
  }
  return {};
}

function judge(records: readonly DirectoryRecord[]): OfficeProblem[] {
  const problems: OfficeProblem[] = [];
  const seen = new Set<string>();
  for (const { name, key, flags, method, rawName } of records) {
    const unsafe = unsafeName(name);
    if (unsafe !== undefined) problems.push(problem('refuse', unsafe.code, unsafe.message, name));
    if (rawName.includes(0x5c)) {
      problems.push(
        problem(
          'warn',
          'entry-backslash',
          'The entry is named with backslashes; Office opens it, others may not.',
          name,
        ),
      );
    }
    // Bit 0: encrypted; bit 6: strong encryption (APPNOTE 4.4.4; forbidden by ECMA-376 part 2, 7.3.6).
    if ((flags & 0x41) !== 0)
      problems.push(problem('refuse', 'zip-encrypted', 'The entry is encrypted by a zip program.', name));
    if (method !== 0 && method !== 8) {
      problems.push(
        problem(
          'refuse',
          'zip-method',
          `The entry is compressed by method ${method}, which Office does not read.`,
          name,
        ),
      );
    }
    if (!name.endsWith('/') && seen.has(key)) {
      problems.push(
        problem(
          'refuse',
          'entry-duplicate',
          'The package holds this entry twice, so programs would read different ones.',
          name,
        ),
      );
    }
    seen.add(key);
  }
  return problems;
}
