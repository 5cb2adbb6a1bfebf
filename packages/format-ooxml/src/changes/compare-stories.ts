import { align } from './align.js';
import type { OfficeChangeKind, OfficeChangePart } from './change.js';
import type { ChangeList } from './change-list.js';
import { excerptOf, withoutNoise } from './excerpt.js';
import { PairBudget, pairUp } from './pair-up.js';
import type { Block, Story } from './story.js';

export interface StoryPair {
  readonly before: Story;
  readonly after: Story;
  /** What a block is, in the language of changes. */
  readonly kind: OfficeChangeKind;
  /** Stands before each place: '' or `slide 3, `. */
  readonly prefix: string;
  /** The part's name, for what differs beside its text. */
  readonly part: string;
}

/**
 * Compares the same part of two versions: text block by block, then how equal text looks, then all other markup as one
 * change. Says nothing only where both versions are equal but for noise.
 */
export function compareStories(pair: StoryPair, changes: ChangeList): void {
  const matches = pair.after.blocks.some(({ key }) => key !== undefined)
    ? matchByKey(pair.before.blocks, pair.after.blocks)
    : matchInOrder(pair.before.blocks, pair.after.blocks, changes);
  const others: OfficeChangePart[] = [];
  for (const [before, after] of matches) {
    if (before === undefined || after === undefined || before.text !== after.text) {
      addText(pair, before, after, changes);
    } else if (before.look !== after.look) {
      changes.add('format', `${pair.prefix}${after.place}, formatting`, [{ before: before.look, after: after.look }]);
    } else if (before.markup !== after.markup && others.length <= othersMax) {
      others.push(...differing(before.markup, after.markup));
    }
  }
  others.push(...differing(pair.before.rest, pair.after.rest));
  if (others.length > 0) {
    const label = `${pair.prefix === '' ? '' : pair.prefix}other markup of ${pair.part}`;
    changes.add('markup', label, others.slice(0, othersMax));
    if (others.length > othersMax) changes.markCoarse();
  }
}

/** Places of other markup that are shown of one part. */
const othersMax = 20;

type Match = readonly [before: Block | undefined, after: Block | undefined];

function addText(
  { kind, prefix }: StoryPair,
  before: Block | undefined,
  after: Block | undefined,
  changes: ChangeList,
): void {
  const place = (after ?? before)!.place;
  const what = before === undefined ? ' added' : after === undefined ? ' removed' : '';
  const parts = [{ before: before?.text ?? '', after: after?.text ?? '' }];
  if (before !== undefined && after !== undefined && lookOf(before) !== lookOf(after)) {
    parts.push({ before: before.look, after: after.look });
  }
  changes.add(kind, `${prefix}${place}${what}`, parts, `${before?.markup.length}:${after?.markup.length}`);
}

/** Where text changed, only the look of the whole block is worth telling. */
function lookOf({ look }: Block): string {
  return look.split('\n')[0] ?? '';
}

function differing(before: string, after: string): OfficeChangePart[] {
  if (before === after) return [];
  const one = withoutNoise(before);
  const other = withoutNoise(after);
  return one === other ? [] : [excerptOf(one, other)];
}

function matchInOrder(before: readonly Block[], after: readonly Block[], changes: ChangeList): Match[] {
  const { equal, gaps, isCoarse } = align(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  );
  if (isCoarse) changes.markCoarse();
  const matches: { readonly at: number; readonly match: Match }[] = equal.map(([one, other]) => ({
    at: other,
    match: [before[one], after[other]],
  }));
  const budget = new PairBudget();
  for (const gap of gaps) {
    const one = before.slice(gap.before.start, gap.before.end);
    const other = after.slice(gap.after.start, gap.after.end);
    const pairs = pairUp(
      one.map(({ text }) => text),
      other.map(({ text }) => text),
      budget,
    );
    let at = gap.after.start - 0.5;
    for (const [left, right] of pairs) {
      if (right !== undefined) at = gap.after.start + right;
      const match: Match = [left === undefined ? undefined : one[left], right === undefined ? undefined : other[right]];
      matches.push({ at, match });
    }
  }
  return matches.sort((one, other) => one.at - other.at).map(({ match }) => match);
}

/** By key and name, then by name, as some programs number anew, then by key; what is left over was added or removed. */
function matchByKey(before: readonly Block[], after: readonly Block[]): Match[] {
  const left = new Set(before);
  const found = new Map<Block, Block>();
  for (const nameOf of [(block: Block) => `${block.key}\n${block.place}`, (block: Block) => block.place, keyOf]) {
    const named = new Map<string, Block[]>();
    // From the last to the first, so that the first is taken from the end.
    for (const block of [...left].reverse()) {
      const list = named.get(nameOf(block));
      if (list === undefined) named.set(nameOf(block), [block]);
      else list.push(block);
    }
    for (const block of after) {
      const old = found.has(block) ? undefined : named.get(nameOf(block))?.pop();
      if (old === undefined) continue;
      left.delete(old);
      found.set(block, old);
    }
  }
  return [
    ...after.map((block): Match => [found.get(block), block]),
    ...[...left].map((block): Match => [block, undefined]),
  ];
}

function keyOf({ key, place }: Block): string {
  return key ?? place;
}
