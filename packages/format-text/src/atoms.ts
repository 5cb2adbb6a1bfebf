/** One tile of a file: the unit that is aligned. */
export interface Atom {
  /** Byte offset of the first byte. */
  readonly start: number;
  /**
   * Byte offset where the line end begins; equal to `end` where the atom has none, or where line ends are compared too.
   * Alignment compares the bytes from `start` to here, the atom's body.
   */
  readonly bodyEnd: number;
  /** Byte offset behind the last byte. */
  readonly end: number;
}

/**
 * The atoms of a file, which follow each other without gap or overlap. Kept as numbers: an object for each of a hundred
 * thousand lines took more time, mostly of the garbage collector, than all that is asked of most of them.
 */
export class Atoms implements Iterable<Atom> {
  /** Where each atom starts, and behind the last one where that ends. */
  readonly starts: Int32Array;
  readonly bodyEnds: Int32Array;

  constructor(starts: Int32Array, bodyEnds: Int32Array) {
    this.starts = starts;
    this.bodyEnds = bodyEnds;
  }

  static from(atoms: readonly Atom[]): Atoms {
    const starts = new Int32Array(atoms.length + 1);
    const bodyEnds = new Int32Array(atoms.length);
    atoms.forEach(({ start, bodyEnd, end }, at) => {
      starts[at] = start;
      starts[at + 1] = end;
      bodyEnds[at] = bodyEnd;
    });
    return new Atoms(starts, bodyEnds);
  }

  get length(): number {
    return this.bodyEnds.length;
  }

  /** A negative index counts from the end. */
  at(index: number): Atom | undefined {
    const at = index < 0 ? this.length + index : index;
    if (at < 0 || at >= this.length) return undefined;
    return { start: this.starts[at]!, bodyEnd: this.bodyEnds[at]!, end: this.starts[at + 1]! };
  }

  *[Symbol.iterator](): Generator<Atom> {
    for (let at = 0; at < this.length; at++) yield this.at(at)!;
  }
}
