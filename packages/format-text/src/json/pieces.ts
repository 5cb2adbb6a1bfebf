import type { ChangePart } from '../change.js';
import type { FoundChange } from '../finder.js';
import { limits } from '../limits.js';
import type { Range } from '../range.js';
import { listed } from './names.js';

export type Words = Pick<FoundChange, 'kind' | 'label'>;

/** A change in the making: what it is about. Pieces of one draft are decided together. */
export class Draft {
  #kind: Words['kind'] | undefined;
  /** The first ones; thousands of things may be decided together. */
  readonly #labels: string[] = [];
  #count = 0;
  /** The draft that took this one in. */
  #into: Draft | undefined;

  /** Several kinds in one make a `value` that was replaced. */
  words(): Words {
    const { kind = 'value', labels, count } = this.last().#all();
    return { kind, label: listed(labels, count) };
  }

  say({ kind, label }: Words): this {
    return this.#take({ kind, labels: [label], count: 1 });
  }

  /** Counts things that no label would name any more. */
  count(kind: Words['kind'], count: number): this {
    return this.#take({ kind, labels: [], count });
  }

  /** Makes one draft of two. */
  join(other: Draft): void {
    const [first, second] = [this.last(), other.last()];
    if (first === second) return;
    first.#take(second.#all());
    second.#into = first;
  }

  /** The draft that stands for this one. */
  last(): Draft {
    return Draft.#lastOf(this);
  }

  static #lastOf(draft: Draft): Draft {
    let last = draft;
    while (last.#into !== undefined) last = last.#into;
    // The way is kept short: thousands of drafts may be joined one after the other.
    let at = draft;
    while (at !== last) {
      const next = at.#into!;
      at.#into = last;
      at = next;
    }
    return last;
  }

  #all(): About {
    return { kind: this.#kind, labels: this.#labels, count: this.#count };
  }

  #take({ kind, labels, count }: About): this {
    const last = this.last();
    last.#labels.push(...labels.slice(0, limits.jsonNamesMax - last.#labels.length));
    if (count > 0) last.#kind = last.#count === 0 || last.#kind === kind ? kind : 'value';
    last.#count += count;
    return this;
  }
}

interface About {
  readonly kind: Words['kind'] | undefined;
  readonly labels: readonly string[];
  readonly count: number;
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
