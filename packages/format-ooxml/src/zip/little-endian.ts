import { broken } from '../problem.js';

/** Reads numbers, least byte first, as zip has them. Reading past the end is a damaged zip, never an exception of another kind. */
export class LittleEndian {
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u16(at: number): number {
    this.#need(at, 2);
    return this.#view.getUint16(at, true);
  }

  u32(at: number): number {
    this.#need(at, 4);
    return this.#view.getUint32(at, true);
  }

  /** 64 bits; what is no exact number is larger than any file and refused as such. */
  u64(at: number): number {
    this.#need(at, 8);
    const value = Number(this.#view.getBigUint64(at, true));
    if (!Number.isSafeInteger(value)) broken('zip-damaged', 'The zip archive names a size that no file has.');
    return value;
  }

  #need(at: number, count: number): void {
    if (at < 0 || at + count > this.#view.byteLength) {
      broken('zip-damaged', 'The zip archive ends in the middle of a record.');
    }
  }
}

/** Writes numbers into `bytes`, least byte first. */
export function putU16(bytes: Uint8Array, at: number, value: number): void {
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setUint16(at, value, true);
}

export function putU32(bytes: Uint8Array, at: number, value: number): void {
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setUint32(at, value, true);
}

export function putU64(bytes: Uint8Array, at: number, value: number): void {
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setBigUint64(at, BigInt(value), true);
}
