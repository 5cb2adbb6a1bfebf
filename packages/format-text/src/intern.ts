import type { Keys } from './align/align.js';
import { Bodies } from './bodies.js';
import type { CutFile } from './cut-file.js';
import { limits } from './limits.js';

/**
 * Numbers the atoms of two files by their bodies, in the order in which a body is first met: equal bodies, equal numbers.
 * Bodies are hashed and compared where they lie; as strings in a `Map` they took half of the time of a whole comparison.
 */
export function internBodies(before: CutFile, after: CutFile): Keys {
  return numberBodies(new Bodies(before, after));
}

/** The same for files whose bodies are at hand. */
export function numberBodies(bodies: Bodies): Keys {
  const table = new BodyTable(bodies);
  const keys = { before: new Int32Array(bodies.countBefore), after: new Int32Array(bodies.countAfter) };
  for (let at = 0; at < keys.before.length; at++) keys.before[at] = table.numberOf(at);

  // Most atoms of after are what follows in before, which a look at the next one there settles without hashing.
  let expected = 0;
  for (let at = 0; at < keys.after.length; at++) {
    const atom = keys.before.length + at;
    const isExpected = expected < keys.before.length && bodies.isSame(expected, atom);
    const key = isExpected ? keys.before[expected]! : table.numberOf(atom);
    keys.after[at] = key;
    if (!isExpected) expected = table.firstAtom(key);
    expected++;
  }
  return { ...keys, keyCount: table.count, isBlank: (key) => bodies.isBlank(table.firstAtom(key)) };
}

/** A hash table with open addressing. Atoms are counted through both files; a body is known by the first atom that has it. */
class BodyTable {
  count = 0;
  readonly #bodies: Bodies;
  /** For each place a number and 1, or 0 where it is free. At most half of the places are taken. */
  readonly #places: Int32Array;
  /** For each number its hash, and the first atom that has it. */
  readonly #hashes: Int32Array;
  readonly #firstAtoms: Int32Array;
  /** Bodies whose hashes collide too often to be looked for one by one. */
  readonly #crowded = new Map<string, number>();

  constructor(bodies: Bodies) {
    const atoms = bodies.countBefore + bodies.countAfter;
    this.#bodies = bodies;
    this.#places = new Int32Array(2 ** (32 - Math.clz32(2 * atoms)));
    this.#hashes = new Int32Array(atoms);
    this.#firstAtoms = new Int32Array(atoms);
  }

  numberOf(atom: number): number {
    const bodies = this.#bodies;
    const hash = hashOf(bodies.bytesOf(atom), bodies.startOf(atom), bodies.endOf(atom));
    const mask = this.#places.length - 1;
    for (let probe = 0; probe < limits.hashProbesMax; probe++) {
      const place = (hash + probe) & mask;
      const known = this.#places[place]! - 1;
      if (known === -1) {
        this.#places[place] = this.count + 1;
        return this.#add(hash, atom);
      }
      if (this.#hashes[known] === hash && bodies.isSame(this.#firstAtoms[known]!, atom)) return known;
    }
    return this.#numberOfCrowded(hash, atom);
  }

  firstAtom(key: number): number {
    return this.#firstAtoms[key]!;
  }

  #add(hash: number, atom: number): number {
    this.#hashes[this.count] = hash;
    this.#firstAtoms[this.count] = atom;
    return this.count++;
  }

  /** Places are never freed: a body that once found all of its places taken always will, and is only here. */
  #numberOfCrowded(hash: number, atom: number): number {
    const bodies = this.#bodies;
    const body = bodies.bytesOf(atom).subarray(bodies.startOf(atom), bodies.endOf(atom));
    const text = new TextDecoder('latin1').decode(body);
    const known = this.#crowded.get(text) ?? this.#add(hash, atom);
    this.#crowded.set(text, known);
    return known;
  }
}

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
