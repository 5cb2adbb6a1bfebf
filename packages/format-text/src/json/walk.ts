import { limits } from '../limits.js';
import { lengthOf } from '../range.js';
import { sameBytes } from '../same-bytes.js';
import { describeSlot } from './describe-slot.js';
import type { Level } from './level.js';
import type { Names } from './names.js';
import { pairChildren } from './pair-children.js';
import { PairingWork } from './pairing.js';
import { type Cause, Draft, type Pieces, type Words } from './pieces.js';
import { bothSides, type SideName, type Sides } from './sides.js';
import { SlotDrafts } from './slot-drafts.js';
import { lineEndDifferences } from './space.js';
import { kindOfChange, sameText } from './spelling.js';
import { childStart, type JsonTree, keyBytes, listKind, sameKey, sameRange, skipSpace, valueBytes } from './tree.js';

/**
 * Walks through two trees at once, in the order of the files, and collects every stretch that differs; says whether a limit
 * was reached. The lists around what is walked through wait in a chain of levels, not on the call stack.
 */
export function collectPieces(trees: Sides<JsonTree>, names: Names, pieces: Pieces): { isCoarse: boolean } {
  const walk = new Walk(trees, names, pieces);
  walk.run();
  return { isCoarse: walk.isCoarse };
}

/** Children that are compared at once where their hashes are equal. */
const equalStretchMax = 256;

class Walk {
  isCoarse = false;
  readonly #trees: Sides<JsonTree>;
  readonly #work: PairingWork;
  readonly #names: Names;
  readonly #pieces: Pieces;
  /** Byte offsets: all before them is compared. */
  #at: Sides<number>;
  #lineEndsLeft: number = limits.atomsMax;

  constructor(trees: Sides<JsonTree>, names: Names, pieces: Pieces) {
    this.#trees = trees;
    this.#work = new PairingWork(trees);
    this.#names = names;
    this.#pieces = pieces;
    this.#at = bothSides((side) => trees[side].start[0]!);
  }

  run(): void {
    const file = { before: 0, after: 0 };
    let level: Level | undefined = this.#levelOf(file, file, undefined);
    while (level !== undefined) level = this.#step(level);
  }

  /** Goes on to the next pair of children, or to the end of the list; returns the level to go on with. */
  #step(level: Level): Level | undefined {
    this.#passEqual(level);
    const pair = nextPair(level);
    const isBehindComma = this.#slot(level, pair) || level.pairs === 0 || level.kind === 'documents';
    level.next = bothSides((side) => pair[side] + 1);
    level.pairs++;
    if (isEnd(level, pair)) {
      this.#skipSpaceTo(this.#closeOf(level));
      this.#at = this.#endsOf(level.nodes);
      return level.parent;
    }
    if (!isBehindComma) this.#skipMark();
    return this.#child(level, pair) ?? level;
  }

  /** Passes pairs of children that are equal in every byte, with the commas and white space before them: most of a list. */
  #passEqual(level: Level): void {
    // Stretches are compared at once, each twice as long as the one before it; where one differs, it is told by its children.
    for (let most = 1; ; most = Math.min(2 * most, equalStretchMax)) {
      const count = this.#countAlike(level, most);
      if (count === 0) return;
      if (this.#passIfSame(level, count)) continue;
      for (let left = count; left > 0; left--) if (!this.#passIfSame(level, 1)) return;
    }
  }

  /** How many of the next pairs, `most` at most, follow each other on both sides and have equal hashes. */
  #countAlike({ pairing: { children, partners }, next }: Level, most: number): number {
    const { before, after } = this.#trees;
    let count = 0;
    while (count < most && partners[next.before + count] === next.after + count) {
      const node = children.before[next.before + count]!;
      const otherNode = children.after[next.after + count]!;
      if (before.text[node] !== after.text[otherNode]) break;
      count++;
    }
    return count;
  }

  #passIfSame(level: Level, count: number): boolean {
    const { children } = level.pairing;
    const ends = bothSides((side) => this.#trees[side].end[children[side][level.next[side] + count - 1]!]!);
    const [one, other] = [this.#trees.before.bytes, this.#trees.after.bytes];
    if (!sameBytes(one.subarray(this.#at.before, ends.before), other.subarray(this.#at.after, ends.after)))
      return false;
    level.pairs += count;
    level.next = bothSides((side) => level.next[side] + count);
    this.#at = ends;
    return true;
  }

  /** Collects the children that stand before a pair. Says whether that took the comma before the pair along. */
  #slot(level: Level, pair: Sides<number>): boolean {
    const { next } = level;
    if (pair.before === next.before && pair.after === next.after) return false;
    const slot = bothSides((side) => ({ start: next[side], end: pair[side] }));
    const draft = level.drafts.of(level.pairs);
    describeSlot(draft, this.#trees, this.#names, level, slot);

    const isLeading = level.pairs === 0;
    if (isEnd(level, pair)) {
      // Behind the last pair, each child takes the comma before it along.
      this.#passTo(isLeading ? this.#closeOf(level) : this.#endsBefore(level, pair), draft);
      return false;
    }
    const leads = bothSides((side) => this.#leadOf(level, side, pair[side]));
    const starts = bothSides((side) => childStart(this.#trees[side], level.pairing.children[side][pair[side]]!));
    const isCompact = leads.before === starts.before || leads.after === starts.after;
    if (!isLeading && isCompact) {
      // The part of the pair's own change would start at the same byte as one that ends at the comma before it.
      this.#passTo(this.#endsBefore(level, pair), draft);
      return false;
    }
    // Each child takes the comma behind it along, and with it, in most styles, makes a whole line.
    if (!isLeading) this.#skipMark();
    this.#passTo(leads, draft);
    return true;
  }

  /** The value of one pair of children, and their keys. Returns the level inside of them where there is more to see. */
  #child(level: Level, pair: Sides<number>): Level | undefined {
    const { before, after } = this.#trees;
    const nodes = bothSides((side) => level.pairing.children[side][pair[side]]!);
    this.#skipSpaceTo(bothSides((side) => childStart(this.#trees[side], nodes[side])));
    if (before.text[nodes.before] === after.text[nodes.after] && this.#isSameTo(this.#endsOf(nodes))) {
      this.#at = this.#endsOf(nodes);
      return undefined;
    }
    if (level.kind === 'object') this.#key(level, pair, nodes);
    this.#skipSpaceTo(bothSides((side) => this.#trees[side].start[nodes[side]]!));
    const kind = listKind(before, nodes.before);
    if (kind !== 'none' && kind === listKind(after, nodes.after)) {
      const inner = this.#levelOf(nodes, pair, level);
      if (hasCommon(inner)) {
        this.#at = bothSides((side) => this.#at[side] + 1);
        return inner;
      }
    }
    this.#value(level, pair, nodes);
    return undefined;
  }

  #key(level: Level, pair: Sides<number>, nodes: Sides<number>): void {
    const keys = bothSides((side) => keyBytes(this.#trees[side], nodes[side]));
    const ends = bothSides((side) => this.#trees[side].keyEnd[nodes[side]]!);
    if (sameKey(this.#trees, nodes.before, nodes.after)) this.#at = ends;
    else {
      const name = this.#names.of(level, 'after', pair.after);
      const words: Words = sameText(keys.before, keys.after)
        ? { kind: 'escape-spelling', label: name }
        : { kind: 'key-rename', label: `${name} renamed from ${this.#names.of(level, 'before', pair.before)}` };
      this.#passTo(ends, new Draft().say(words));
    }
    this.#skipMark();
  }

  #value(level: Level, pair: Sides<number>, nodes: Sides<number>): void {
    const ends = this.#endsOf(nodes);
    if (this.#isSameTo(ends)) {
      this.#at = ends;
      return;
    }
    const isScalar = (side: SideName) => listKind(this.#trees[side], nodes[side]) === 'none';
    const values = bothSides((side) => valueBytes(this.#trees[side], nodes[side]));
    const kind = isScalar('before') && isScalar('after') ? kindOfChange(values.before, values.after) : 'value';
    this.#passTo(ends, new Draft().say({ kind, label: this.#names.of(level, 'after', pair.after) }));
  }

  #levelOf(nodes: Sides<number>, indexes: Sides<number>, parent: Level | undefined): Level {
    const pairing = pairChildren(this.#work, nodes);
    if (pairing.isCoarse) this.isCoarse = true;
    return {
      parent,
      kind: listKind(this.#trees.before, nodes.before),
      nodes,
      indexes,
      documents: parent?.parent === undefined ? indexes : parent.documents,
      pairing,
      movedFrom: new Set(pairing.moved.values()),
      drafts: new SlotDrafts(pairing),
      known: {},
      next: { before: 0, after: 0 },
      pairs: 0,
    };
  }

  /** Passes a comma or colon, and the white space before it. */
  #skipMark(): void {
    this.#skipSpaceTo(bothSides((side) => skipSpace(this.#trees[side].bytes, this.#at[side])));
    this.#at = bothSides((side) => this.#at[side] + 1);
  }

  #skipSpaceTo(ends: Sides<number>): void {
    if (!this.#isSameTo(ends)) this.#collectSpace(ends);
    this.#at = ends;
  }

  #collectSpace(ends: Sides<number>): void {
    const space = bothSides((side) => ({ start: this.#at[side], end: ends[side] }));
    const bytes = bothSides((side) => this.#trees[side].bytes);
    const isLong = Math.max(lengthOf(space.before), lengthOf(space.after)) > this.#lineEndsLeft;
    const lineEnds = isLong ? undefined : lineEndDifferences(bytes, space);
    if (lineEnds === undefined) this.#pieces.add(space.before, space.after, 'space');
    else for (const { before, after } of lineEnds) this.#pieces.add(before, after, 'eol');
    this.#lineEndsLeft -= lineEnds?.length ?? 0;
  }

  #passTo(ends: Sides<number>, cause: Cause): void {
    const { before, after } = bothSides((side) => ({ start: this.#at[side], end: ends[side] }));
    this.#pieces.add(before, after, cause);
    this.#at = ends;
  }

  #isSameTo(ends: Sides<number>): boolean {
    const { before, after } = this.#trees;
    return sameRange(before.bytes, this.#at.before, ends.before, after.bytes, this.#at.after, ends.after);
  }
  /** Where the last child before a pair ends; that is here, where no child stands before it. */
  #endsBefore({ pairing, next }: Level, pair: Sides<number>): Sides<number> {
    return bothSides((side) => {
      const { end } = this.#trees[side];
      return pair[side] === next[side] ? this.#at[side] : end[pairing.children[side][pair[side] - 1]!]!;
    });
  }

  /** Where a child begins, with the white space before it: behind the comma, or where the list begins. */
  #leadOf({ kind, pairing }: Level, side: SideName, index: number): number {
    if (index === 0) return this.#at[side];
    const { bytes, end, start } = this.#trees[side];
    const children = pairing.children[side];
    if (kind === 'documents') return start[children[index]!]!;
    return skipSpace(bytes, end[children[index - 1]!]!) + 1;
  }

  /** Where the bracket is that closes a list, or the file ends. */
  #closeOf({ kind, nodes }: Level): Sides<number> {
    const ends = this.#endsOf(nodes);
    return kind === 'documents' ? ends : bothSides((side) => ends[side] - 1);
  }

  #endsOf(nodes: Sides<number>): Sides<number> {
    return bothSides((side) => this.#trees[side].end[nodes[side]]!);
  }
}

/** Indexes of the next two children that belong together; where there are none left, the counts of children. */
function nextPair({ pairing, next }: Level): Sides<number> {
  const { children, partners } = pairing;
  let before = next.before;
  while (before < partners.length && partners[before] === -1) before++;
  return { before, after: partners[before] ?? children.after.length };
}

function isEnd({ pairing }: Level, pair: Sides<number>): boolean {
  return pair.before === pairing.partners.length;
}

/** Two objects without a member in common are two values, not one that changed. */
function hasCommon({ kind, pairing }: Level): boolean {
  const { before, after } = pairing.children;
  return kind !== 'object' || before.length === 0 || after.length === 0 || pairing.partners.some((to) => to !== -1);
}
