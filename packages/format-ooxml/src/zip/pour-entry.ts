import { Inflate, inflateSync } from 'fflate';
import { limits } from '../limits.js';
import { broken } from '../problem.js';
import { Crc32 } from './crc32.js';
import type { Entry } from './entry.js';
import type { Archive } from './read-archive.js';

/**
 * Pours an entry's bytes, inflated, in order. Nothing after the declared length ever comes through, and after the last
 * piece length and CRC-32 have been checked; a receiver must throw away what it has when this throws (`entry-unreadable`,
 * `entry-crc`). Memory stays at one push, whatever the entry says of itself.
 */
export function pourEntry(archive: Archive, entry: Entry, sink: (piece: Uint8Array) => void): void {
  const packed = archive.bytes.subarray(entry.data.start, entry.data.end);
  const crc = new Crc32();
  let length = 0;
  const take = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > entry.size) broken('entry-unreadable', 'The entry holds more than it says.', entry.name);
    crc.update(piece);
    if (piece.length > 0) sink(piece);
  };
  if (entry.method === 0) {
    for (let at = 0; at < packed.length; at += limits.inflatePushBytes * 16) {
      take(packed.subarray(at, at + limits.inflatePushBytes * 16));
    }
  } else {
    inflate(packed, entry, take, () => entry.size - length);
  }
  if (length !== entry.size) broken('entry-unreadable', 'The entry holds less than it says.', entry.name);
  if (crc.value !== entry.crc)
    broken('entry-crc', 'The checksum of the entry is wrong: its bytes are damaged.', entry.name);
}

/** `fflate` answers with plain errors of its own; those, and only those, mean a broken stream. */
function inflate(packed: Uint8Array, entry: Entry, take: (piece: Uint8Array) => void, left: () => number): void {
  // Deflate makes 258 bytes of 2 bits at best, so a larger claim is a lie that need not be tried.
  if (entry.size > packed.length * 1_032)
    broken('entry-unreadable', 'The entry says it holds more than it can.', entry.name);
  if (packed.length === 0) return;
  if (packed.length <= limits.inflateWholeBytes && entry.size <= limits.inflatePieceBytes) {
    return take(inflateWhole(packed, entry));
  }
  const pushBytes = Math.max(
    leastPush,
    Math.min(limits.inflatePushBytes, Math.ceil((packed.length * limits.inflatePieceBytes) / entry.size)),
  );
  // Packing made it larger, which no program wants: the length is rather a lie.
  const isSwollen = packed.length > entry.size * 2 + limits.inflateWholeBytes;
  let sinkError: unknown;
  const inflater = new Inflate((piece) => {
    try {
      take(piece);
    } catch (error) {
      sinkError = error;
      throw error;
    }
  });
  try {
    let step = leastPush;
    for (let at = 0; at < packed.length; ) {
      // Little is given where little is due, so that a lie is found out before it has cost anything.
      const due = left();
      const end = at + Math.min(pushBytes, step + (isSwollen ? due >> 4 : due));
      inflater.push(packed.subarray(at, end), end >= packed.length);
      at = end;
      // What makes nothing, such as empty blocks, is hurried through.
      step = left() === due ? Math.min(step * 2, pushBytes) : leastPush;
    }
  } catch (error) {
    if (sinkError !== undefined) throw error;
    notDeflate(entry);
  }
}

/** Of what lies behind the declared length one byte is kept, which is enough to see that it is too much. */
function inflateWhole(packed: Uint8Array, entry: Entry): Uint8Array {
  try {
    return inflateSync(packed, { out: new Uint8Array(entry.size + 1) });
  } catch {
    return notDeflate(entry);
  }
}

function notDeflate({ name }: Entry): never {
  return broken('entry-unreadable', 'The entry cannot be unpacked: its bytes are damaged.', name);
}

/** Packed bytes that are given at a time even where nothing more is due. */
const leastPush = 64;

/** An entry's bytes, inflated and checked. */
export function readEntry(archive: Archive, entry: Entry): Uint8Array {
  if (entry.method === 0) {
    pourEntry(archive, entry, () => {});
    return Uint8Array.from(archive.bytes.subarray(entry.data.start, entry.data.end));
  }
  // Never more memory than the packed bytes can account for.
  const bytes = new Uint8Array(Math.min(entry.size, entry.packedSize * 1_032));
  let at = 0;
  pourEntry(archive, entry, (piece) => {
    bytes.set(piece, at);
    at += piece.length;
  });
  return bytes;
}
