import type { CutFile } from './cut-file.js';

/**
 * The bodies of the atoms of two files, compared where they lie. Atoms are counted through both files: the first one of
 * after comes behind the last one of before.
 */
export class Bodies {
  readonly countBefore: number;
  readonly countAfter: number;
  readonly #before: CutFile;
  readonly #after: CutFile;

  constructor(before: CutFile, after: CutFile) {
    this.#before = before;
    this.#after = after;
    this.countBefore = before.atoms.length;
    this.countAfter = after.atoms.length;
  }

  bytesOf(atom: number): Uint8Array {
    return (atom < this.countBefore ? this.#before : this.#after).bytes;
  }

  startOf(atom: number): number {
    const { countBefore } = this;
    return atom < countBefore ? this.#before.atoms.starts[atom]! : this.#after.atoms.starts[atom - countBefore]!;
  }

  endOf(atom: number): number {
    const { countBefore } = this;
    return atom < countBefore ? this.#before.atoms.bodyEnds[atom]! : this.#after.atoms.bodyEnds[atom - countBefore]!;
  }

  isSame(one: number, other: number): boolean {
    const start = this.startOf(one);
    const otherStart = this.startOf(other);
    const length = this.endOf(one) - start;
    if (length !== this.endOf(other) - otherStart) return false;
    const bytes = this.bytesOf(one);
    const otherBytes = this.bytesOf(other);
    // Lines of a list mostly start alike.
    if (bytes[start + length - 1] !== otherBytes[otherStart + length - 1]) return length === 0;
    for (let at = 0; at < length; at++) if (bytes[start + at] !== otherBytes[otherStart + at]) return false;
    return true;
  }

  /** Blank in UTF-16 and UTF-32 too, where each blank comes with NULs. */
  isBlank(atom: number): boolean {
    const bytes = this.bytesOf(atom);
    const end = this.endOf(atom);
    for (let at = this.startOf(atom); at < end; at++) if (!blanks.has(bytes[at]!)) return false;
    return true;
  }
}

const blanks: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20]);
