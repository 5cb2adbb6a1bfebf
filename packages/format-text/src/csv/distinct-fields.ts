import { limits } from '../limits.js';
import type { Range } from '../range.js';

/** A set of fields of one file, by their bytes: they are hashed and compared where they lie, as they can be a million. */
export class DistinctFields {
  readonly #bytes: Uint8Array;
  /** For each place the start of a field and 1, or 0 where it is free; and its end. At most half of the places are taken. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Fields whose hashes collide too often to be looked for one by one, which only malice brings about. */
  readonly #crowded = new Set<string>();

  constructor(bytes: Uint8Array, countMax: number) {
    this.#bytes = bytes;
    const places = 2 ** (32 - Math.clz32(2 * countMax));
    this.#starts = new Int32Array(places);
    this.#ends = new Int32Array(places);
  }

  /** Adds a field; says whether it is a new one. */
  add(field: Range): boolean {
    const place = this.#placeOf(this.#bytes, field);
    if (place === undefined) {
      const { size } = this.#crowded;
      return this.#crowded.add(textOf(this.#bytes, field)).size > size;
    }
    if (this.#starts[place] !== 0) return false;
    this.#starts[place] = field.start + 1;
    this.#ends[place] = field.end;
    return true;
  }

  /** Whether a field of this file or of another has the bytes of one in the set. */
  has(bytes: Uint8Array, field: Range): boolean {
    const place = this.#placeOf(bytes, field);
    return place === undefined ? this.#crowded.has(textOf(bytes, field)) : this.#starts[place] !== 0;
  }

  /**
   * Where the field is, or may be put. Undefined where all of its places are taken; as none is ever freed, that stays so.
   */
  #placeOf(bytes: Uint8Array, field: Range): number | undefined {
    const hash = hashOf(bytes, field);
    const mask = this.#starts.length - 1;
    for (let probe = 0; probe < limits.hashProbesMax; probe++) {
      const place = (hash + probe) & mask;
      if (this.#starts[place] === 0 || this.#isSame(place, bytes, field)) return place;
    }
    return undefined;
  }

  #isSame(place: number, bytes: Uint8Array, { start, end }: Range): boolean {
    const known = this.#starts[place]! - 1;
    if (this.#ends[place]! - known !== end - start) return false;
    for (let at = 0; at < end - start; at++) if (this.#bytes[known + at] !== bytes[start + at]) return false;
    return true;
  }
}

function textOf(bytes: Uint8Array, { start, end }: Range): string {
  return bytes.subarray(start, end).join();
}

/** FNV-1a, with some mixing behind it: a place is chosen by the low bits alone. */
function hashOf(bytes: Uint8Array, { start, end }: Range): number {
  let hash = -2_128_831_035;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), -2_048_144_789);
  return hash ^ (hash >>> 13);
}
