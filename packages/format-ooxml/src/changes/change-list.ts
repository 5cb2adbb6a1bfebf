import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { limits } from '../limits.js';
import type { OfficeChange, OfficeChangeId, OfficeChangeKind, OfficeChangePart } from './change.js';

/** Collects the changes of one pair of files: names them, shortens what is too long to show, and stops at the limit. */
export class ChangeList {
  readonly #changes: OfficeChange[] = [];
  readonly #given = new Set<OfficeChangeId>();
  #more = 0;
  #isCoarse = false;

  /** `evidence` tells apart what is shown alike: a checksum of both sides, where their text is not all of it. */
  add(kind: OfficeChangeKind, label: string, parts: readonly OfficeChangePart[], evidence = ''): void {
    if (this.#changes.length >= limits.changesMax) {
      this.#more++;
      return;
    }
    this.#push(kind, label, parts, evidence);
  }

  /** Says that a closer look was not taken. */
  markCoarse(): void {
    this.#isCoarse = true;
  }

  get count(): number {
    return this.#changes.length + this.#more;
  }

  get isCoarse(): boolean {
    return this.#isCoarse || this.#more > 0;
  }

  finish(): readonly OfficeChange[] {
    if (this.#more > 0) {
      this.#push('more', `${this.#more} more changes, not listed`, [{ before: '', after: '' }], '');
      this.#more = 0;
      this.#isCoarse = true;
    }
    return this.#changes;
  }

  #push(kind: OfficeChangeKind, label: string, parts: readonly OfficeChangePart[], evidence: string): void {
    const id = this.#idOf([kind, label, evidence, ...parts.flatMap(({ before, after }) => [before, after])]);
    const shown = parts.map(({ before, after }) => ({ before: shorten(before), after: shorten(after) }));
    this.#changes.push({ id, kind, label: oneLine(label), parts: shown });
  }

  /** The first 48 bits of a SHA-256 over all that is known of it; hashed again in the rare case that they are taken. */
  #idOf(facts: readonly string[]): OfficeChangeId {
    for (let attempt = 0; ; attempt++) {
      const text = JSON.stringify(['verbatim office change 1', attempt, ...facts]);
      const id: OfficeChangeId = `c${bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 12)}`;
      if (this.#given.has(id)) continue;
      this.#given.add(id);
      return id;
    }
  }
}

/** Text short enough to be shown, with how much is left out; never half of a surrogate pair. */
export function shorten(text: string, charsMax: number = limits.shownCharsMax): string {
  if (text.length <= charsMax) return text;
  const end = text.codePointAt(charsMax - 1)! > 0xffff ? charsMax - 1 : charsMax;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Names of slides, shapes and sheets come from the file and may hold anything. */
function oneLine(label: string): string {
  return shorten(label.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' '), 300);
}
