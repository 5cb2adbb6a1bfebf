import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ChangeId, ChangeKind, ChangePart } from './change.js';

const encoder = new TextEncoder();

/** Names changes of one pair of files. */
export class ChangeIds {
  readonly #given = new Set<ChangeId>();
  readonly #before: Uint8Array;
  readonly #after: Uint8Array;

  constructor(before: Uint8Array, after: Uint8Array) {
    this.#before = before;
    this.#after = after;
  }

  /** The first 48 bits of a SHA-256 over kind, ranges and bytes; hashed again in the rare case that they are taken. */
  idOf(kind: ChangeKind, parts: readonly ChangePart[]): ChangeId {
    for (let attempt = 0; ; attempt++) {
      const id: ChangeId = `c${bytesToHex(this.#digest(kind, parts, attempt).subarray(0, 6))}`;
      if (this.#given.has(id)) continue;
      this.#given.add(id);
      return id;
    }
  }

  #digest(kind: ChangeKind, parts: readonly ChangePart[], attempt: number): Uint8Array {
    const hash = sha256.create();
    const ranges = parts.map(({ before, after }) => `${before.start} ${before.end} ${after.start} ${after.end}`);
    // All lengths are in the head, so no two changes feed the hash with the same bytes.
    hash.update(encoder.encode(`verbatim change 1\n${kind}\n${attempt}\n${ranges.join('\n')}\n\n`));
    for (const { before, after } of parts) {
      hash.update(this.#before.subarray(before.start, before.end));
      hash.update(this.#after.subarray(after.start, after.end));
    }
    return hash.digest();
  }
}
