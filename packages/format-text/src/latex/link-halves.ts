import type { ChangePart } from '../change.js';
import type { FoundChange } from '../finder.js';
import { limits } from '../limits.js';
import { type Bracket, type BracketKind, bracketsOfBib, bracketsOfTex, OpenBrackets } from './brackets.js';
import { Groups } from './groups.js';
import type { Texts } from './texts.js';
import { isListOrRows } from './words.js';

/**
 * Links changes of which one alone would leave TeX or BibTeX in halves: a `\begin` was added here and its `\end` there, an
 * environment got another name at both ends, braces or `\iffalse` and `\fi` were put around something, a field was added
 * behind one that got its comma. Linked changes are one change with several parts.
 */
export function linkHalves(changes: readonly FoundChange[], texts: Texts): FoundChange[] {
  if (changes.length < 2) return [...changes];
  const parts = placedParts(changes, texts);
  const groups = new Groups(changes.length);
  /** How many parts up to each one do not touch the one before it. */
  const gaps = runningSums(parts.map((part, at) => (touches(parts[at - 1], part) ? 0 : 1)));
  /** Where stretches start and end of which all parts go together: 1 more, 1 fewer of them. */
  const edges = parts.map(() => 0);
  for (const { members, isAroundItems } of (['environment', 'brace', 'condition'] as const).flatMap((kind) =>
    stretchesOf(parts, kind, texts),
  )) {
    const from = members[0]!;
    const to = members.at(-1)!;
    for (const at of members) groups.join(parts[from]!.change, parts[at]!.change);
    if (!isAroundItems && gaps[from] !== gaps[to]) continue;
    edges[from]! += 1;
    edges[to]! -= 1;
  }
  runningSums(edges).forEach((stretches, at) => {
    const next = parts[at + 1];
    if (next === undefined) return;
    const isUnended = texts.isBib && touches(parts[at], next) && lacksComma(parts[at]!, texts);
    if (stretches > 0 || isUnended) groups.join(parts[at]!.change, next.change);
  });
  return groups.all().map((members) => joined(members.map((at) => changes[at]!)));
}

/** A part, and the index of its change. */
interface PlacedPart extends ChangePart {
  readonly change: number;
  readonly brackets: { readonly before: readonly Bracket[]; readonly after: readonly Bracket[] };
}

/** The parts of all changes, in order. */
function placedParts(changes: readonly FoundChange[], texts: Texts): PlacedPart[] {
  const placed = changes.flatMap(({ parts }, change) =>
    parts.map(({ before, after }) => ({
      before,
      after,
      change,
      brackets: {
        before: bracketsOf(texts.before.slice(before.start, before.end), texts),
        after: bracketsOf(texts.after.slice(after.start, after.end), texts),
      },
    })),
  );
  return placed.sort((one, other) => one.before.start - other.before.start);
}

function bracketsOf(text: string, { isBib }: Texts): Bracket[] {
  return isBib ? bracketsOfBib(text) : bracketsOfTex(text);
}

interface Stretch {
  /** Indexes of parts that make up for each other, in order. */
  readonly members: readonly number[];
  /** Whether a list or table came or went, so that an item or row between them has no meaning without it. */
  readonly isAroundItems: boolean;
}

/** The shortest runs of parts behind which the same brackets of a kind are open on both sides. */
function stretchesOf(parts: readonly PlacedPart[], kind: BracketKind, texts: Texts): Stretch[] {
  const stretches: Stretch[] = [];
  const between = new Between(texts, kind);
  for (let at = 0; at < parts.length; ) {
    const found = isNeutral(parts[at]!, kind) ? undefined : stretchFrom(parts, at, kind, between);
    if (found !== undefined && found.members.length > 1) stretches.push(found);
    // A part that nothing makes up for is left out.
    at = (found?.members.at(-1) ?? at) + 1;
  }
  return stretches;
}

function stretchFrom(
  parts: readonly PlacedPart[],
  from: number,
  kind: BracketKind,
  between: Between,
): Stretch | undefined {
  const open = new OpenBrackets();
  const members: number[] = [];
  let isAroundItems = false;
  for (let at = from; at < parts.length && !between.isSpent; at++) {
    const part = parts[at]!;
    readPart(part, kind, open);
    if (!isNeutral(part, kind)) members.push(at);
    if (at === from) isAroundItems = isListOrRowsOpen(open);
    if (!open.isSame) between.read(part, parts[at + 1], open);
    if (open.isSame) return { members, isAroundItems };
  }
  return undefined;
}

/** Reads what lies between two parts, or behind the last one; it is the same on both sides. */
class Between {
  readonly #texts: Texts;
  readonly #kind: BracketKind;
  #bytesLeft: number = limits.latexLinkedBytesMax;

  constructor(texts: Texts, kind: BracketKind) {
    this.#texts = texts;
    this.#kind = kind;
  }

  get isSpent(): boolean {
    return this.#bytesLeft <= 0;
  }

  read({ before }: PlacedPart, next: PlacedPart | undefined, open: OpenBrackets): void {
    const text = this.#texts.before.slice(before.end, next?.before.start);
    this.#bytesLeft -= text.length;
    if (this.isSpent) return;
    const brackets = bracketsOf(text, this.#texts).filter(({ kind }) => kind === this.#kind);
    open.read('before', brackets);
    open.read('after', brackets);
  }
}

function isListOrRowsOpen({ before, after }: OpenBrackets): boolean {
  const longer = before.length > after.length ? before : after;
  return before.length !== after.length && isListOrRows(longer.at(-1)!);
}

function isNeutral(part: PlacedPart, kind: BracketKind): boolean {
  const open = new OpenBrackets();
  readPart(part, kind, open);
  return open.isSame;
}

function readPart({ brackets }: PlacedPart, kind: BracketKind, open: OpenBrackets): void {
  for (const side of ['before', 'after'] as const) {
    open.read(
      side,
      brackets[side].filter((bracket) => bracket.kind === kind),
    );
  }
}

/** Whether nothing equal lies between two parts. */
function touches(one: PlacedPart | undefined, next: PlacedPart): boolean {
  return one?.before.end === next.before.start;
}

/** Whether a part ends with a field that is the last of its entry, on one side at least. */
function lacksComma(part: ChangePart, texts: Texts): boolean {
  return (['before', 'after'] as const).some((side) => {
    const text = texts[side].slice(part[side].start, part[side].end).trimEnd();
    return text !== '' && !text.endsWith(',');
  });
}

function runningSums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

function joined(changes: readonly FoundChange[]): FoundChange {
  const [first, second] = changes;
  if (first === undefined || second === undefined) return first!;
  const [one, other, ...more] = new Set(changes.map(({ label }) => label.replace('end of ', '')));
  const label = `${one}${other === undefined ? '' : `; ${other}`}${more.length === 0 ? '' : `; ${more.length} more`}`;
  return { kind: first.kind, label, parts: joinTouching(changes.flatMap(({ parts }) => parts)) };
}

function joinTouching(parts: readonly ChangePart[]): ChangePart[] {
  const found: ChangePart[] = [];
  for (const part of parts.toSorted((one, other) => one.before.start - other.before.start)) {
    const last = found.at(-1);
    if (last?.before.end !== part.before.start) found.push(part);
    else {
      found[found.length - 1] = {
        before: { start: last.before.start, end: part.before.end },
        after: { start: last.after.start, end: part.after.end },
      };
    }
  }
  return found;
}
