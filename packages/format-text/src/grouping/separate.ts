import type { Comparison } from '../compare.js';
import type { CutFile } from '../cut-file.js';
import type { Difference } from '../differences.js';
import { lineEndName } from '../line-ends.js';
import { lengthOf, type Range, type RangePair } from '../range.js';

/** Bytes that are decided as one, and the differences in them. */
export interface Slice {
  readonly bytes: RangePair;
  readonly differences: readonly Difference[];
}

/**
 * Joins differences that touch where deciding them apart would have no one meaning (two that start at one byte) or could
 * glue what stood apart on both sides: a kept CR and an accepted LF, text behind a last line without line end.
 */
export function separate(differences: readonly Difference[], comparison: Comparison): Slice[] {
  const slices: OpenSlice[] = [];
  const edges = new Edges(comparison);
  for (const difference of differences) {
    const { bytes } = difference;
    const previous = slices.at(-1);
    const isApart = previous === undefined || previous.bytes.before.end < bytes.before.start;
    if (isApart || mayPart(bytes, previous)) slices.push({ bytes, differences: [difference] });
    else {
      previous.bytes = spanOf(previous.bytes, bytes);
      previous.differences.push(difference);
    }
  }
  return slices;

  function mayPart(bytes: RangePair, previous: OpenSlice): boolean {
    return edges.mayStandApart(bytes) && (startsBehind(bytes, previous.bytes) || moveUp(slices, comparison));
  }
}

interface OpenSlice extends Slice {
  bytes: RangePair;
  readonly differences: Difference[];
}

function startsBehind(one: RangePair, other: RangePair): boolean {
  return one.before.start > other.before.start && one.after.start > other.after.start;
}

function spanOf(upper: RangePair, lower: RangePair): RangePair {
  const span = (side: keyof RangePair): Range => ({ start: upper[side].start, end: lower[side].end });
  return { before: span('before'), after: span('after') };
}

/**
 * Moves lines that were only added or removed, the last of the slices, up by a line end: to add `X LF` behind `LF` is to add
 * `LF X` before it. Every choice of changes gives the same bytes as before, but the next line no longer starts where this
 * slice does, so that an item can be put into a list apart from what follows it. False, and nothing moved, where the line
 * end above is another one or belongs to a slice that would then be empty.
 */
function moveUp(slices: readonly OpenSlice[], comparison: Comparison): boolean {
  const { before, after } = comparison;
  const slice = slices.at(-1)!;
  const { bytes, differences } = slice;
  const side = lengthOf(bytes.before) === 0 ? 'after' : lengthOf(bytes.after) === 0 ? 'before' : undefined;
  const lineEnd = side === undefined ? undefined : lastLineEnd(comparison[side], differences, side);
  if (lineEnd === undefined) return false;

  const by = lineEnd.length;
  const isSame = (file: CutFile, { start }: Range): boolean =>
    start - by >= file.encoding.bomBytes && lineEnd.every((value, k) => file.bytes[start - by + k] === value);
  if (!isSame(before, bytes.before) || !isSame(after, bytes.after)) return false;

  const moved = { before: movedUp(bytes.before, by), after: movedUp(bytes.after, by) };
  const above = slices.at(-2);
  if (above !== undefined) {
    if (!startsBehind(moved, above.bytes)) return false;
    const cut = (side: keyof RangePair): Range => ({
      start: above.bytes[side].start,
      end: Math.min(above.bytes[side].end, moved[side].start),
    });
    above.bytes = { before: cut('before'), after: cut('after') };
  }
  slice.bytes = moved;
  return true;
}

function movedUp({ start, end }: Range, by: number): Range {
  return { start: start - by, end: end - by };
}

function lastLineEnd(file: CutFile, differences: readonly Difference[], side: keyof RangePair): Uint8Array | undefined {
  const last = differences.at(-1)!;
  if (last.cause !== 'content') return undefined;
  const atom = file.atoms.at(last.run[side].end - 1);
  if (atom === undefined || atom.end === atom.bodyEnd) return undefined;
  return file.bytes.subarray(atom.bodyEnd, atom.end);
}

/** What must not come to lie beside each other. */
class Edges {
  readonly #comparison: Comparison;
  #mayMakeCrLf: boolean | undefined;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  /** Whether what touches a difference above it can be decided apart from that, whatever it is. */
  mayStandApart(bytes: RangePair): boolean {
    const { before, after } = this.#comparison;
    const isBehindUnended = (file: CutFile, { start }: Range): boolean => {
      const last = file.atoms.at(-1);
      return start === file.bytes.length && last !== undefined && last.bodyEnd === last.end;
    };
    if (isBehindUnended(before, bytes.before) || isBehindUnended(after, bytes.after)) return false;
    this.#mayMakeCrLf ??= this.#hasLoneEnds();
    return !this.#mayMakeCrLf;
  }

  /** Whether there are both lines that end with a lone CR and empty ones before a lone LF, on whatever side. */
  #hasLoneEnds(): boolean {
    const { before, after } = this.#comparison;
    const found = new Set<string>();
    for (const { atoms, bytes, encoding } of [before, after]) {
      for (let line = 0; line < atoms.length && found.size < 2; line++) {
        const [bodyEnd, end] = [atoms.bodyEnds[line]!, atoms.starts[line + 1]!];
        if (end - bodyEnd === encoding.unitBytes) found.add(lineEndName(bytes.subarray(bodyEnd, end), encoding));
      }
    }
    return found.has('CR') && found.has('LF');
  }
}
