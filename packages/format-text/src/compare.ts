import { align, type Run } from './align/align.js';
import { alignFewEdits } from './align/few-edits.js';
import { Bodies } from './bodies.js';
import type { Cut, CutFile, Side } from './cut-file.js';
import { detectEncoding, type TextEncoding } from './encoding.js';
import { numberBodies } from './intern.js';
import { limits } from './limits.js';

/** What two files have in common and where they differ, in atoms. */
export interface Comparison {
  readonly kind: 'aligned';
  readonly before: CutFile;
  readonly after: CutFile;
  /** What differs in atom keys, in order. Atoms outside of runs pair up one to one. */
  readonly runs: readonly Run[];
}

/** Two files that can only be taken whole. */
export interface NoComparison {
  readonly kind: 'whole';
  readonly cause: 'binary' | 'encoding' | 'limit';
  /** A sentence for people. */
  readonly reason: string;
}

export type Compared = Comparison | NoComparison;

/** Cuts and aligns two files, or says why they cannot be compared piece by piece. */
export function compare(before: Uint8Array, after: Uint8Array, cut: Cut): Compared {
  const sides = comparableSides(before, after);
  return sides.kind === 'whole' ? sides : compareSides(sides.before, sides.after, cut);
}

/** The encodings of two files that can be compared piece by piece, or why they cannot. */
export function comparableSides(before: Uint8Array, after: Uint8Array): ComparableSides | NoComparison {
  if (Math.max(before.length, after.length) > limits.comparedBytesMax) return whole('limit', tooManyBytes);
  const encodings = encodingsOf(before, after);
  const mismatch = mismatchOf(encodings.before, encodings.after);
  if (mismatch !== undefined) return mismatch;
  for (const [bytes, { name, unitBytes }] of [[before, encodings.before] as const, [after, encodings.after] as const]) {
    if (name === 'binary') return whole('binary', 'This file is not text.');
    if (bytes.length % unitBytes !== 0) return whole('encoding', `This file ends inside a character of ${name}.`);
  }
  return {
    kind: 'comparable',
    before: { bytes: before, encoding: encodings.before },
    after: { bytes: after, encoding: encodings.after },
  };
}

/** Cuts and aligns two files in encodings that the caller knows; bytes that look binary are cut too. */
export function compareSides(before: Side, after: Side, cut: Cut): Comparison | NoComparison {
  const atoms = { before: cut(before, limits.atomsMax), after: cut(after, limits.atomsMax) };
  if (atoms.before === undefined || atoms.after === undefined) return whole('limit', tooManyAtoms);
  const files = { before: { ...before, atoms: atoms.before }, after: { ...after, atoms: atoms.after } };
  return { kind: 'aligned', ...files, runs: runsOf(new Bodies(files.before, files.after)) };
}

/** Most edits of a long file are few, and are found before its lines are numbered; a short one is numbered as fast. */
function runsOf(bodies: Bodies): readonly Run[] {
  const isLong = bodies.countBefore + bodies.countAfter > limits.quickEditsMax ** 2;
  const few = isLong ? alignFewEdits(bodies) : undefined;
  return few ?? align(numberBodies(bodies), limits.alignEffortMax, { hasFewEdits: !isLong }).runs;
}

interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

export interface ComparableSides extends Sides<Side> {
  readonly kind: 'comparable';
}

const tooManyBytes = `This file is larger than ${limits.comparedBytesMax / 1024 / 1024} MiB.`;
const tooManyAtoms = `This file has more than ${limits.atomsMax} lines.`;

function whole(cause: NoComparison['cause'], reason: string): NoComparison {
  return { kind: 'whole', cause, reason };
}

/** An empty side has the other side's encoding, but no byte order mark. */
function encodingsOf(before: Uint8Array, after: Uint8Array): Sides<TextEncoding> {
  const found = { before: detectEncoding(before), after: detectEncoding(after) };
  if (before.length === 0) return { ...found, before: { ...found.after, bomBytes: 0 } };
  if (after.length === 0) return { ...found, after: { ...found.before, bomBytes: 0 } };
  return found;
}

/** Sides may differ among the 8-bit encodings: those are cut at the same bytes. Code units of two forms never mix. */
function mismatchOf(before: TextEncoding, after: TextEncoding): NoComparison | undefined {
  if (before.name === after.name || before.name === 'binary' || after.name === 'binary') return undefined;
  if (before.unitBytes === 1 && after.unitBytes === 1) return undefined;
  return whole('encoding', `The encoding changed from ${before.name} to ${after.name}.`);
}
