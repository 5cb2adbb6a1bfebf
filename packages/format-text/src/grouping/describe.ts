import type { Block, BlockKind } from '../blocks.js';
import type { Change } from '../change.js';
import type { CutFile } from '../cut-file.js';
import { displayLine } from '../display-text.js';
import { lengthOf } from '../range.js';
import { type BlockMap, type Sides, segmentsOf } from './block-map.js';
import type { Piece } from './cut-run.js';
import { changedWords, firstWords, hasWords } from './first-words.js';
import type { Draft, Layout } from './gather.js';

/** Says what a change is about: `Install > Linux: paragraph "First words of it…" added`. */
export function describe(draft: Draft, sides: Sides): Pick<Change, 'kind' | 'label'> {
  const { pieces, layout } = draft;
  const side = pieces.every(({ after }) => lengthOf(after) === 0) ? 'before' : 'after';
  const blocks = blocksOf(pieces, side, sides[side]);
  const path = commonPath(blocks).map(displayLine).join(' > ');
  const subject = pieces.some(({ isCoarse }) => isCoarse)
    ? `${lineNumbers(pieces, side)}, rewritten`
    : `${subjectOf(draft, blocks, sides, side)}${endingOf(draft, blocks)}`;
  return { kind: kindOf(blocks, layout), label: path === '' ? subject : `${path}: ${subject}` };
}

/** The blocks that the pieces are lines of, blank ones only where there are no others. */
function blocksOf(pieces: readonly Piece[], side: keyof Sides, map: BlockMap): Block[] {
  const indexes = new Set(pieces.flatMap((piece) => segmentsOf(map, piece[side]).map(({ block }) => block)));
  // Where lines were only removed from a block that stays, it is named by its other lines.
  for (const { block } of pieces) if (block !== undefined) indexes.add(block[side]);
  const blocks = [...indexes]
    .sort((one, other) => one - other)
    .map((at) => map.blocks.at(at)!)
    .filter(({ within }) => within === undefined || !indexes.has(within));
  const texts = blocks.filter(({ kind }) => kind !== 'blank');
  return texts.length > 0 ? texts : blocks;
}

function commonPath(blocks: readonly Block[]): readonly string[] {
  const first = blocks[0]?.path ?? [];
  const last = blocks.at(-1)?.path ?? [];
  const end = first.findIndex((name, at) => name !== last[at]);
  return end === -1 ? first : first.slice(0, end);
}

const layoutKinds: Readonly<Record<Layout, Change['kind']>> = {
  're-wrapped': 'reflow',
  'white space': 'format-only',
  renumbered: 'format-only',
  'new bullet': 'format-only',
  're-padded': 'format-only',
};

function kindOf(blocks: readonly Block[], layout: Layout | undefined): Change['kind'] {
  if (layout !== undefined) return layoutKinds[layout];
  const kinds = new Set(blocks.map(({ kind }) => kind));
  const [kind] = kinds;
  return kinds.size !== 1 || kind === undefined || kind === 'blank' ? 'lines' : kind;
}

const kindWords: Readonly<Record<BlockKind, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  'list-item': 'list item',
  'table-row': 'table row',
  fence: 'code fence',
  'front-matter': 'front matter',
  html: 'HTML',
  quote: 'quote',
  environment: 'environment',
  item: 'item',
  comment: 'comment',
  definition: 'definition',
  entry: 'entry',
  field: 'field',
  lines: 'lines',
  blank: 'blank lines',
};

function subjectOf({ pieces, layout }: Draft, blocks: readonly Block[], sides: Sides, side: keyof Sides): string {
  const block = blocks[0]!;
  const { file } = sides[side];
  const inLines = (): string => {
    const lines = pieces[0]![side];
    // A key says more of front matter than the value that changed.
    const isNamed = layout !== undefined || block.kind === 'front-matter';
    const words = isNamed ? firstWords(file, { ...block, ...lines }) : changedWords(pieces, sides, side);
    return `${lineNumbers(pieces, side)}${quoted(words)}`;
  };

  if (block.kind === 'blank') return `blank ${lineNumbers(pieces, side)}`;
  if (blocks.every(({ kind, name }) => kind === 'lines' && name === undefined)) return inLines();
  if (blocks.length > 1) return severalBlocks(blocks, file);
  if (block.decided === 'lines') return `${nameOf(block)} ${inLines()}`;
  return block.name ?? `${nameOf(block)}${quoted(firstWords(file, block))}`;
}

/**
 * `3 list items "First words…"`, or where they are of several kinds `heading "First words…" and 2 paragraphs`, or `and 2 more
 * blocks`. The first that has words gives the name, as an anchor alone above a heading says nothing.
 */
function severalBlocks(blocks: readonly Block[], file: CutFile): string {
  const named = blocks.find((block) => block.name !== undefined || hasWords(file, block)) ?? blocks[0]!;
  const words = named.name === undefined ? quoted(firstWords(file, named)) : '';
  if (isOneKind(blocks)) return `${counted(blocks.length, countedWords[named.kind])}${words}`;
  const others = blocks.filter((block) => block !== named);
  const word = isOneKind(others) ? countedWords[others[0]!.kind] : 'more block';
  return `${nameOf(named)}${words} and ${counted(others.length, word)}`;
}

function isOneKind(blocks: readonly Block[]): boolean {
  return blocks.every(({ kind, name }) => kind === blocks[0]!.kind && name === undefined);
}

const countedWords: Readonly<Record<BlockKind, string>> = {
  ...kindWords,
  html: 'HTML block',
  'front-matter': 'front matter block',
  lines: 'more block',
  blank: 'more block',
};

/** `1 list item`, `2 entries`. */
function counted(count: number, word: string): string {
  if (count === 1) return `1 ${word}`;
  if (word.endsWith('y')) return `${count} ${word.slice(0, -1)}ies`;
  return `${count} ${word}s`;
}

function nameOf({ kind, name }: Block): string {
  return name ?? kindWords[kind];
}

function quoted(words: string): string {
  return words === '' ? '' : ` "${words}"`;
}

/** `line 12` or `lines 12-14`, from 1. */
function lineNumbers(pieces: readonly Piece[], side: keyof Sides): string {
  const start = pieces[0]![side].start + 1;
  const end = Math.max(start, pieces.at(-1)![side].end);
  return start === end ? `line ${end}` : `lines ${start}-${end}`;
}

const layoutWords: Readonly<Record<Layout, string>> = {
  're-wrapped': ' re-wrapped',
  'white space': ', white space only',
  renumbered: ' renumbered',
  'new bullet': ', only another bullet',
  're-padded': ' re-padded',
};

function endingOf({ pieces, layout }: Draft, blocks: readonly Block[]): string {
  // Lines that came into a paragraph did not add it; lines of code stand for themselves.
  const isWhole =
    pieces.every(({ block }) => block === undefined) || blocks.every(({ decided }) => decided === 'lines');
  if (isWhole && pieces.every(({ before }) => lengthOf(before) === 0)) return ' added';
  if (isWhole && pieces.every(({ after }) => lengthOf(after) === 0)) return ' removed';
  return layout === undefined ? '' : layoutWords[layout];
}
