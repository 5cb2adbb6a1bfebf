import type { Keys } from './align/align.js';
import type { Atom, CutFile } from './cut-file.js';
import { limits } from './limits.js';

/**
 * Numbers the atoms of two files by their bodies, in the order in which a body is first met: equal bodies, equal numbers.
 * Bodies are hashed and compared where they lie; as strings in a `Map` they took half of the time of a whole comparison.
 */
export function internBodies(before: CutFile, after: CutFile): Keys {
  const bodies = new BodyTable(before, after);
  const keys = { before: new Int32Array(before.atoms.length), after: new Int32Array(after.atoms.length) };
  for (let at = 0; at < keys.before.length; at++) keys.before[at] = bodies.numberOf(at);

  // Most atoms of after are what follows in before, which a look at the next one there settles without hashing.
  let expected = 0;
  for (let at = 0; at < keys.after.length; at++) {
    const atom = keys.before.length + at;
    const isExpected = expected < keys.before.length && bodies.isSame(expected, atom);
    const key = isExpected ? keys.before[expected]! : bodies.numberOf(atom);
    keys.after[at] = key;
    if (!isExpected) expected = bodies.firstAtom(key);
    expected++;
  }
  return { ...keys, keyCount: bodies.count, isBlank: (key) => bodies.isBlank(bodies.firstAtom(key)) };
}

/** A hash table with open addressing. Atoms are counted through both files; a body is known by the first atom that has it. */
class BodyTable {
  count = 0;
  readonly #bytesBefore: Uint8Array;
  readonly #bytesAfter: Uint8Array;
  readonly #atomsBefore: number;
  /** Byte offsets of the bodies. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** For each place a number and 1, or 0 where it is free. At most half of the places are taken. */
  readonly #places: Int32Array;
  /** For each number its hash, and the first atom that has it. */
  readonly #hashes: Int32Array;
  readonly #firstAtoms: Int32Array;
  /** Bodies whose hashes collide too often to be looked for one by one. */
  readonly #crowded = new Map<string, number>();

  constructor(before: CutFile, after: CutFile) {
    const atoms = before.atoms.length + after.atoms.length;
    this.#bytesBefore = before.bytes;
    this.#bytesAfter = after.bytes;
    this.#atomsBefore = before.atoms.length;
    this.#starts = new Int32Array(atoms);
    this.#ends = new Int32Array(atoms);
    this.#take(before.atoms, 0);
    this.#take(after.atoms, before.atoms.length);
    this.#places = new Int32Array(2 ** (32 - Math.clz32(2 * atoms)));
    this.#hashes = new Int32Array(atoms);
    this.#firstAtoms = new Int32Array(atoms);
  }

  numberOf(atom: number): number {
    const hash = hashOf(this.#bytesOf(atom), this.#starts[atom]!, this.#ends[atom]!);
    const mask = this.#places.length - 1;
    for (let probe = 0; probe < limits.hashProbesMax; probe++) {
      const place = (hash + probe) & mask;
      const known = this.#places[place]! - 1;
      if (known === -1) {
        this.#places[place] = this.count + 1;
        return this.#add(hash, atom);
      }
      if (this.#hashes[known] === hash && this.isSame(this.#firstAtoms[known]!, atom)) return known;
    }
    return this.#numberOfCrowded(hash, atom);
  }

  firstAtom(key: number): number {
    return this.#firstAtoms[key]!;
  }

  isSame(one: number, other: number): boolean {
    const start = this.#starts[one]!;
    const otherStart = this.#starts[other]!;
    const length = this.#ends[one]! - start;
    if (length !== this.#ends[other]! - otherStart) return false;
    const bytes = this.#bytesOf(one);
    const otherBytes = this.#bytesOf(other);
    for (let at = 0; at < length; at++) if (bytes[start + at] !== otherBytes[otherStart + at]) return false;
    return true;
  }

  /** Blank in UTF-16 and UTF-32 too, where each blank comes with NULs. */
  isBlank(atom: number): boolean {
    const bytes = this.#bytesOf(atom);
    for (let at = this.#starts[atom]!; at < this.#ends[atom]!; at++) if (!blanks.has(bytes[at]!)) return false;
    return true;
  }

  #take(atoms: readonly Atom[], from: number): void {
    for (let at = 0; at < atoms.length; at++) {
      const { start, bodyEnd } = atoms[at]!;
      this.#starts[from + at] = start;
      this.#ends[from + at] = bodyEnd;
    }
  }

  #bytesOf(atom: number): Uint8Array {
    return atom < this.#atomsBefore ? this.#bytesBefore : this.#bytesAfter;
  }

  #add(hash: number, atom: number): number {
    this.#hashes[this.count] = hash;
    this.#firstAtoms[this.count] = atom;
    return this.count++;
  }

  /** Places are never freed: a body that once found all of its places taken always will, and is only here. */
  #numberOfCrowded(hash: number, atom: number): number {
    const body = this.#bytesOf(atom).subarray(this.#starts[atom], this.#ends[atom]);
    const text = new TextDecoder('latin1').decode(body);
    const known = this.#crowded.get(text) ?? this.#add(hash, atom);
    this.#crowded.set(text, known);
    return known;
  }
}

const blanks: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20]);

/** FNV-1a on words of four bytes, with the mixing of MurmurHash3 behind it: a place is chosen by the low bits alone. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = -2_128_831_035;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ word, 16_777_619);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), -2_048_144_789);
  hash = Math.imul(hash ^ (hash >>> 13), -1_028_477_387);
  return hash ^ (hash >>> 16);
}
