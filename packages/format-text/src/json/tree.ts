import type { Sides } from './sides.js';

/**
 * A JSON text as flat arrays, one entry a node, parents before children. Node 0 stands for the file; its children are the
 * documents: one in a JSON file, one a line in NDJSON. Only offsets and hashes are kept, so that a file of many megabytes
 * takes about 28 bytes a value; commas and colons are found again by skipping white space.
 */
export interface JsonTree {
  readonly bytes: Uint8Array;
  /** Byte offset of the value's first byte, and the one behind its last. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The node behind this one and all that is inside of it. */
  readonly next: Int32Array;
  /** Byte offsets of a member's key with its quotes; both -1 where the node is no member. */
  readonly keyStart: Int32Array;
  readonly keyEnd: Int32Array;
  /** A hash that is equal for values that differ only in white space or in the spelling of numbers and escapes. */
  readonly meaning: Int32Array;
  /** A hash of every byte of the value. */
  readonly text: Int32Array;
  readonly documentCount: number;
  /** Whether a line end lies inside of a document. */
  readonly hasInnerLineEnd: boolean;
}

/** What a node lists; a scalar lists nothing. */
export type ListKind = 'documents' | 'object' | 'array' | 'none';

export function listKind({ bytes, start }: JsonTree, node: number): ListKind {
  if (node === 0) return 'documents';
  const first = bytes[start[node]!];
  return first === 0x7b ? 'object' : first === 0x5b ? 'array' : 'none';
}

export function childrenOf({ next }: JsonTree, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < next[node]!; child = next[child]!) children.push(child);
  return children;
}

/** Byte offset at which a child begins: its key where it is a member. */
export function childStart({ keyStart, start }: JsonTree, node: number): number {
  return keyStart[node] === -1 ? start[node]! : keyStart[node]!;
}

export function keyBytes({ bytes, keyStart, keyEnd }: JsonTree, node: number): Uint8Array {
  return bytes.subarray(keyStart[node], keyEnd[node]);
}

export function valueBytes({ bytes, start, end }: JsonTree, node: number): Uint8Array {
  return bytes.subarray(start[node], end[node]);
}

export function sameKey({ before, after }: Sides<JsonTree>, from: number, to: number): boolean {
  return sameRange(
    before.bytes,
    before.keyStart[from]!,
    before.keyEnd[from]!,
    after.bytes,
    after.keyStart[to]!,
    after.keyEnd[to]!,
  );
}

/** Byte offset of the first byte, from `at` on, that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at;
  while (isSpace(bytes[next])) next++;
  return next;
}

export function isSpace(value: number | undefined): boolean {
  return value === 0x20 || value === 0x0a || value === 0x0d || value === 0x09;
}

/** Whether two byte ranges are equal. */
export function sameRange(
  one: Uint8Array,
  oneStart: number,
  oneEnd: number,
  other: Uint8Array,
  otherStart: number,
  otherEnd: number,
): boolean {
  const length = oneEnd - oneStart;
  if (length !== otherEnd - otherStart) return false;
  for (let at = 0; at < length; at++) if (one[oneStart + at] !== other[otherStart + at]) return false;
  return true;
}
