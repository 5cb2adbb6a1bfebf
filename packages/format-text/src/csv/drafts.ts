import type { ChangeKind, ChangePart } from '../change.js';
import type { FoundChange } from '../finder.js';
import { limits } from '../limits.js';
import { type MoveCounts, movesInWords } from './gap-names.js';

/** Names one draft inside its `Drafts`. */
export type DraftId = number;

/**
 * Changes under construction. What cannot be decided apart is linked, and at the end
 * linked drafts become one change.
 */
export class Drafts {
  readonly #drafts: Draft[] = [];
  /** For each draft one that it is linked to, towards the first of all linked ones. */
  readonly #links: DraftId[] = [];

  /** A draft with an empty label says nothing of its own; it must get linked. */
  add(kind: ChangeKind, label: string, parts: readonly ChangePart[], moved?: MoveCounts): DraftId {
    this.#links.push(this.#drafts.length);
    return this.#drafts.push({ kind, label, parts, moved }) - 1;
  }

  link(one: DraftId, other: DraftId): void {
    const [first, second] = [this.#firstOf(one), this.#firstOf(other)];
    this.#links[Math.max(first, second)] = Math.min(first, second);
  }

  /** All changes, in order. Two parts that start at the same byte of either side have only one meaning together. */
  changes(): FoundChange[] {
    const places = this.#drafts
      .flatMap(({ parts }, draft) => parts.map((part) => ({ part, draft })))
      .sort((one, other) => compareParts(one.part, other.part));
    places.forEach(({ part, draft }, at) => {
      const next = places[at + 1];
      if (next !== undefined && startsTogether(part, next.part)) this.link(draft, next.draft);
    });
    const groups = new Map<DraftId, { drafts: Set<DraftId>; parts: ChangePart[] }>();
    for (const { part, draft } of places) {
      const first = this.#firstOf(draft);
      const group = groups.get(first) ?? { drafts: new Set(), parts: [] };
      group.drafts.add(draft);
      addPart(group.parts, part);
      groups.set(first, group);
    }
    return [...groups.values()].map(({ drafts, parts }) => ({
      ...this.#wordsOf([...drafts].sort((a, b) => a - b)),
      parts,
    }));
  }

  #firstOf(draft: DraftId): DraftId {
    let first = draft;
    while (this.#links[first] !== first) first = this.#links[first] = this.#links[this.#links[first]!]!;
    return first;
  }

  #wordsOf(drafts: readonly DraftId[]): { kind: ChangeKind; label: string } {
    const named = drafts.map((draft) => this.#drafts[draft]!).filter(({ label }) => label !== '');
    const kinds = new Set(named.map(({ kind }) => kind));
    const all = named.length > limits.csvLabelNamesMax ? labelsInShort(named) : named.map(({ label }) => label);
    const labels = all.slice(0, limits.csvLabelNamesMax);
    if (all.length > labels.length) labels.push(`${all.length - labels.length} more`);
    return { kind: leadingKinds.find((kind) => kinds.has(kind)) ?? named[0]!.kind, label: labels.join('; ') };
  }
}

interface Draft {
  readonly kind: ChangeKind;
  readonly label: string;
  readonly parts: readonly ChangePart[];
  /** Where nothing but moves happened, how many. */
  readonly moved: MoveCounts | undefined;
}

/** Moves are counted together, as a table that was sorted has them everywhere. */
function labelsInShort(named: readonly Draft[]): string[] {
  const others = named.filter(({ moved }) => moved === undefined).map(({ label }) => label);
  const moves = named.flatMap(({ moved }) => (moved === undefined ? [] : [moved]));
  if (moves.length === 0) return others;
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  const moved = { moved: sum(moves.map((one) => one.moved)), edited: sum(moves.map((one) => one.edited)) };
  return [movesInWords(moved), ...others];
}

/** The kind of a change of several is the one that says most. */
const leadingKinds: readonly ChangeKind[] = [
  'dialect',
  'column',
  'row',
  'row-move',
  'cell',
  'number-spelling',
  'quoting-only',
];

function compareParts(one: ChangePart, other: ChangePart): number {
  return one.before.start - other.before.start || one.after.start - other.after.start;
}

function startsTogether(one: ChangePart, other: ChangePart): boolean {
  return one.before.start === other.before.start || one.after.start === other.after.start;
}

/** Parts of one change that touch are one part. */
function addPart(parts: ChangePart[], part: ChangePart): void {
  const last = parts.at(-1);
  if (last === undefined || last.before.end < part.before.start) parts.push(part);
  else {
    parts[parts.length - 1] = {
      before: { start: last.before.start, end: part.before.end },
      after: { start: last.after.start, end: part.after.end },
    };
  }
}
