import type { Block, BlockKind } from '../blocks.js';
import { lengthOf, type Range, type RangePair } from '../range.js';
import type { BlockMap, Sides } from './block-map.js';
import type { BlockPair, Piece } from './cut-run.js';
import { lineWords, markedWords, mayShareWords, wordsOf } from './words.js';

/** Pieces that are decided together, and what is known of how they differ. */
export interface Draft {
  readonly pieces: readonly Piece[];
  readonly layout?: Layout;
}

/** Differences that leave every word in its place. */
export type Layout = 're-wrapped' | 'white space' | 'renumbered' | 'new bullet' | 're-padded';

/**
 * Puts pieces together that are one thing to a reader: all lines of a paragraph, a paragraph whose lines were broken
 * elsewhere, rows of one table that are only padded, items of one list that only have other numbers.
 */
export function gather(pieces: readonly Piece[], sides: Sides): Draft[] {
  const drafts: Draft[] = [];
  for (let at = 0; at < pieces.length; ) {
    const end = endOfBlock(pieces, at);
    const neighbours = { previous: pieces[at - 1], next: pieces[end] };
    for (const draft of draftsOf(pieces.slice(at, end), neighbours, sides)) drafts.push(draft);
    at = end;
  }
  return linkLayouts(drafts, sides);
}

interface Neighbours {
  readonly previous: Piece | undefined;
  readonly next: Piece | undefined;
}

/** Behind the last of the pieces that follow each other and are lines of the same block. */
function endOfBlock(pieces: readonly Piece[], first: number): number {
  const { block } = pieces[first]!;
  let end = first + 1;
  while (block !== undefined && isSamePair(pieces[end]?.block, block)) end++;
  return end;
}

function isSamePair(one: BlockPair | undefined, other: BlockPair): boolean {
  return one?.before === other.before && one.after === other.after;
}

/** The drafts of all pieces of one block, or of one piece without a block. */
function draftsOf(pieces: readonly Piece[], neighbours: Neighbours, sides: Sides): Draft[] {
  const { block } = pieces[0]!;
  if (block === undefined) return [{ pieces, ...blankLayout(pieces[0]!, sides) }];
  const before = sides.before.blocks.at(block.before)!;
  const after = sides.after.blocks.at(block.after)!;
  const { kind } = after;

  const layouts = pieces.map((piece) => (before.kind === kind ? layoutOf(piece, kind, sides) : undefined));
  const isWhole = before.decided === 'whole' && after.decided === 'whole';
  if (layouts.every((layout) => layout !== undefined)) {
    return isWhole
      ? [{ pieces, layout: layouts[0]! }]
      : pieces.map((piece, at) => ({ pieces: [piece], layout: layouts[at]! }));
  }
  if (before.kind === kind && wrappedKinds.has(kind)) {
    const whole = wholeBlock(pieces, { before, after }, neighbours);
    const isReflow = whole !== undefined && sameWords(whole, kind, sides);
    if (isReflow) return [{ pieces: [whole], layout: 're-wrapped' }];
    if (isWhole && whole !== undefined && pieces.some((piece) => isRewrapped(piece, sides)))
      return [{ pieces: [whole] }];
  }
  return isWhole ? [{ pieces }] : pieces.map((piece) => ({ pieces: [piece] }));
}

/** Kinds of running text, whose lines may be broken anywhere. */
const wrappedKinds: ReadonlySet<BlockKind> = new Set(['paragraph', 'list-item', 'item', 'quote', 'comment', 'lines']);

/** Kinds in which white space has a meaning. */
const exactKinds: ReadonlySet<BlockKind> = new Set(['fence', 'front-matter']);

function blankLayout({ before, after }: Piece, sides: Sides): Pick<Draft, 'layout'> {
  const isBlank = ({ blocks, blockOf }: BlockMap, { start, end }: Range): boolean => {
    for (let line = start; line < end; line++) if (blocks.kinds[blockOf[line]!] !== 'blank') return false;
    return true;
  };
  return isBlank(sides.before, before) && isBlank(sides.after, after) ? { layout: 'white space' } : {};
}

/** How the lines of a piece differ, where it is line by line and only in layout. */
function layoutOf({ before, after }: Piece, kind: BlockKind, sides: Sides): Layout | undefined {
  if (exactKinds.has(kind) || lengthOf(before) !== lengthOf(after)) return undefined;
  if (!mayShareWords(sides.before.file, before, sides.after.file, after, kind)) return undefined;
  let layout: Layout = kind === 'table-row' ? 're-padded' : 'white space';
  for (let k = 0; k < lengthOf(before); k++) {
    const one = lineWords(sides.before.file, before.start + k, kind);
    const other = lineWords(sides.after.file, after.start + k, kind);
    if (one === other) continue;
    const newMark = kind === 'list-item' ? newMarkOf(one, other) : undefined;
    if (newMark === undefined) return undefined;
    layout = newMark;
  }
  return layout;
}

/** Whether two lines only have another number, or another bullet. */
function newMarkOf(before: string, after: string): Layout | undefined {
  const [from, to] = [markedWords(before), markedWords(after)];
  if (from === undefined || to === undefined || from.rest !== to.rest) return undefined;
  // The rest tells bullets and numbers apart: behind a number it starts with a point or a bracket.
  return /\d/.test(to.mark) ? 'renumbered' : 'new bullet';
}

/** One piece with all lines of the block on both sides; none where another piece reaches into them, or this one out. */
function wholeBlock(
  pieces: readonly Piece[],
  { before, after }: { before: Block; after: Block },
  { previous, next }: Neighbours,
): Piece | undefined {
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  // Equal lines of the block above and below the pieces; less than none where a piece holds blank lines around it too.
  const above = first.before.start - before.start;
  const below = before.end - last.before.end;
  const isFree =
    above >= 0 &&
    below >= 0 &&
    above === first.after.start - after.start &&
    below === after.end - last.after.end &&
    (previous === undefined || (previous.before.end <= before.start && previous.after.end <= after.start)) &&
    (next === undefined || (before.end <= next.before.start && after.end <= next.after.start));
  if (!isFree) return undefined;
  const rangeOf = ({ start, end }: Block): Range => ({ start, end });
  return { ...first, before: rangeOf(before), after: rangeOf(after) };
}

function sameWords({ before, after }: RangePair, kind: BlockKind, sides: Sides): boolean {
  if (!mayShareWords(sides.before.file, before, sides.after.file, after, kind)) return false;
  return wordsOf(sides.before.file, before, kind) === wordsOf(sides.after.file, after, kind);
}

/** Whether lines were broken at other places: their count changed, or what the later ones start with. */
function isRewrapped({ before, after }: Piece, sides: Sides): boolean {
  if (lengthOf(before) === 0 || lengthOf(after) === 0) return false;
  if (lengthOf(before) !== lengthOf(after)) return true;
  for (let k = 1; k < lengthOf(before); k++) {
    const one = lineWords(sides.before.file, before.start + k, 'paragraph');
    const other = lineWords(sides.after.file, after.start + k, 'paragraph');
    if (firstWord(one) !== firstWord(other)) return true;
  }
  return false;
}

function firstWord(words: string): string {
  const end = words.indexOf(' ');
  return end === -1 ? words : words.slice(0, end);
}

/** Links the drafts of one table that only pad, and those of one list that only have other numbers, bullets or indents. */
function linkLayouts(drafts: readonly Draft[], { after }: Sides): Draft[] {
  const linked: Draft[] = [];
  const stretch = new StretchCounter(after);
  let open = new Map<Layout, Piece[]>();
  let openStretch = -1;
  for (const draft of drafts) {
    const { block } = draft.pieces[0]!;
    const isLinked = block !== undefined && goesWithOthers(draft, after.blocks.kinds[block.after]!);
    if (!isLinked || draft.layout === undefined) {
      linked.push(draft);
      continue;
    }
    const current = stretch.of(block.after);
    if (current !== openStretch) open = new Map();
    openStretch = current;
    const known = open.get(draft.layout);
    if (known !== undefined) for (const piece of draft.pieces) known.push(piece);
    else {
      const pieces = [...draft.pieces];
      open.set(draft.layout, pieces);
      linked.push({ pieces, layout: draft.layout });
    }
  }
  return linked;
}

/** White space of an item is mostly its indent, which has a meaning only beside that of the others. */
function goesWithOthers({ layout }: Draft, kind: BlockKind): boolean {
  if (layout === undefined) return false;
  return linkedLayouts.has(layout) || (layout === 'white space' && kind === 'list-item');
}

const linkedLayouts: ReadonlySet<Layout> = new Set(['renumbered', 'new bullet', 're-padded']);

/** Numbers the tables and lists of a file: rows that follow each other, and items with at most blank lines between them. */
class StretchCounter {
  readonly #map: BlockMap;
  #block = 0;
  #count = 0;

  constructor(map: BlockMap) {
    this.#map = map;
  }

  /** Asked for blocks in their order. */
  of(block: number): number {
    for (; this.#block < block; this.#block++) {
      const kind = this.#map.blocks.kinds[this.#block]!;
      const next = this.#map.blocks.kinds[this.#block + 1]!;
      const isList = (kind === 'list-item' || kind === 'blank') && (next === 'list-item' || next === 'blank');
      if (!isList && !(kind === 'table-row' && next === 'table-row')) this.#count++;
    }
    return this.#count;
  }
}
