import { deflateSync } from 'fflate';
import { limits } from '../limits.js';
import { crc32 } from './crc32.js';

/** An entry's content as it lies in an archive. */
export interface Packed {
  readonly data: Uint8Array;
  /** Bytes before packing. */
  readonly size: number;
  readonly crc: number;
}

/** Packs an entry's content by zip method 0 (stored, the very array) or 8 (deflated). */
export function pack(content: Uint8Array, method: 0 | 8): Packed {
  const level = content.length > limits.deflateHardBytesMax ? 2 : 6;
  const data = method === 0 ? content : deflateSync(content, { level });
  return { data, size: content.length, crc: crc32(content) };
}
