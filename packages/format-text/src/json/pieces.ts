import type { ChangePart } from '../change.js';
import type { FoundChange } from '../finder.js';
import { limits } from '../limits.js';
import type { Range } from '../range.js';

export type Words = Pick<FoundChange, 'kind' | 'label'>;

/** A change in the making: what it is about. Pieces of one draft are decided together. */
export class Draft {
  readonly #about: Words[] = [];
  /** The draft that took this one in. */
  #into: Draft | undefined;

  get about(): readonly Words[] {
    return this.last().#about;
  }

  say(...words: readonly Words[]): this {
    const about = this.last().#about;
    for (const each of words) about.push(each);
    return this;
  }

  /** Makes one draft of two. */
  join(other: Draft): void {
    const [first, second] = [this.last(), other.last()];
    if (first === second) return;
    first.say(...second.#about);
    second.#into = first;
  }

  /** The draft that stands for this one. */
  last(): Draft {
    let last: Draft = this;
    while (last.#into !== undefined) last = last.#into;
    // The way is kept short: thousands of drafts may be joined one after the other.
    for (let at: Draft = this; at !== last; ) {
      const next = at.#into!;
      at.#into = last;
      at = next;
    }
    return last;
  }
}

/** Why a piece differs: white space, line ends only, or what its draft says. */
export type Cause = 'space' | 'eol' | Draft;

interface Piece {
  before: { start: number; end: number };
  after: { start: number; end: number };
  cause: Cause;
}

/**
 * Collects stretches that differ, in their order in the file. Two that start at one byte of either side have no order that
 * would hold for every choice, so they become one.
 */
export class Pieces {
  readonly #pieces: Piece[] = [];

  add(before: Range, after: Range, cause: Cause): void {
    const last = this.#pieces.at(-1);
    const isJoined = last !== undefined && (last.before.start === before.start || last.after.start === after.start);
    if (last !== undefined && (isJoined || isSameSpace(last, before, cause))) {
      last.before.end = before.end;
      last.after.end = after.end;
      last.cause = jointCause(last.cause, cause);
    } else {
      this.#pieces.push({ before: { ...before }, after: { ...after }, cause });
    }
  }

  /** Parts of line ends, of white space, and of each draft, in order; empty ones left out. */
  parts(): { eol: ChangePart[]; space: ChangePart[]; drafts: Map<Draft, ChangePart[]> } {
    const eol: ChangePart[] = [];
    const space: ChangePart[] = [];
    const drafts = new Map<Draft, ChangePart[]>();
    for (const { before, after, cause } of this.#pieces) {
      const parts = cause === 'eol' ? eol : cause === 'space' ? space : partsOf(drafts, cause.last());
      parts.push({ before, after });
    }
    return { eol, space, drafts };
  }
}

/** White space that differs all over a stretch is one part: a reader wants to see the stretch, not each blank. */
function isSameSpace(last: Piece, before: Range, cause: Cause): boolean {
  return cause === 'space' && last.cause === 'space' && before.start - last.before.end <= limits.jsonSpaceGapBytesMax;
}

function jointCause(one: Cause, other: Cause): Cause {
  if (!(one instanceof Draft)) return other instanceof Draft ? other : 'space';
  if (other instanceof Draft) one.join(other);
  return one;
}

function partsOf(drafts: Map<Draft, ChangePart[]>, draft: Draft): ChangePart[] {
  const parts = drafts.get(draft) ?? [];
  drafts.set(draft, parts);
  return parts;
}
