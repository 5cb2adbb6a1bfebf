import type { Run } from './align/align.js';
import type { BlockReader } from './blocks.js';
import type { Change, ChangePart } from './change.js';
import { type Comparison, compareSides } from './compare.js';
import type { Side } from './cut-file.js';
import { cutLines } from './cut-lines.js';
import { differencesOf } from './differences.js';
import type { Finder, Found, FoundChange, Unfit } from './finder.js';
import { mapBlocks, type Sides } from './grouping/block-map.js';
import { counterparts } from './grouping/counterparts.js';
import { cutRun } from './grouping/cut-run.js';
import { describe } from './grouping/describe.js';
import { type Draft, gather } from './grouping/gather.js';
import { joinAcrossBlanks } from './grouping/join-across-blanks.js';
import { Pairing } from './grouping/pair-in-order.js';
import { type Slice, separate } from './grouping/separate.js';
import { describeBom, describeLineEnds } from './labels.js';
import type { RangePair } from './range.js';
import { notUtf8 } from './utf8-only.js';

type Words = Pick<Change, 'kind' | 'label'>;

/** Finds changes as the blocks of a format that is read in UTF-8. */
export function findByBlocks(reader: BlockReader): Finder {
  return (before, after) => notUtf8(before, after) ?? findInBlocks(reader, before, after);
}

/**
 * Compares lines, and groups those that differ by the blocks that they are in, so that a change is what a reader would name:
 * a paragraph, a list item, a table row. `unfit` only where there are too many lines.
 */
export function findInBlocks(reader: BlockReader, before: Side, after: Side): Found | Unfit {
  const comparison = compareSides(before, after, cutLines);
  if (comparison.kind === 'whole') return { unfit: comparison.reason };
  const sides = { before: mapBlocks(comparison.before, reader), after: mapBlocks(comparison.after, reader) };
  const same = counterparts(comparison.runs, sides.before, sides.after);
  const pairing = new Pairing(sides);
  const drafts = gather(
    joinAcrossBlanks(comparison.runs, sides).flatMap((run) => cutRun(run, sides, same, pairing)),
    sides,
  );
  return {
    changes: changesOf(drafts, comparison, sides),
    coarse: drafts.some(({ pieces }) => pieces.some(({ isCoarse }) => isCoarse)),
  };
}

/** Each draft is one change; drafts with bytes that cannot be decided apart are one together. So are all line ends. */
function changesOf(drafts: readonly Draft[], comparison: Comparison, sides: Sides): FoundChange[] {
  const draftOf = new Map<Run, Draft>();
  for (const draft of drafts) for (const piece of draft.pieces) draftOf.set(piece, draft);
  const pieces = drafts.flatMap((draft) => draft.pieces).sort(inOrder);
  const slices = separate(differencesOf({ ...comparison, runs: pieces }), comparison);

  const changes: FoundChange[] = [];
  const lineEnds = slices.filter(({ differences }) => differences.every(({ cause }) => cause === 'eol'));
  if (lineEnds.length > 0) {
    const words = describeLineEnds(
      lineEnds.flatMap(({ differences }) => differences),
      comparison,
    );
    changes.push({ ...words, parts: partsOf(lineEnds) });
  }
  const others = slices.filter(({ differences }) => differences.some(({ cause }) => cause !== 'eol'));
  for (const group of groupsOf(others, draftOf)) {
    changes.push({ ...describeGroup(group, comparison, sides), parts: partsOf(group.slices) });
  }
  return changes.sort((one, other) => one.parts[0]!.before.start - other.parts[0]!.before.start);
}

function inOrder(one: RangePair, other: RangePair): number {
  return one.before.start - other.before.start || one.after.start - other.after.start;
}

interface Group {
  readonly slices: Slice[];
  readonly drafts: Set<Draft>;
}

/** Slices with a draft in common belong together, and so do drafts with a slice in common. */
function groupsOf(slices: readonly Slice[], draftOf: ReadonlyMap<Run, Draft>): Set<Group> {
  const groups = new Set<Group>();
  const groupOf = new Map<Draft, Group>();
  for (const slice of slices) {
    const [only, second] = slice.differences;
    if (second === undefined && only?.cause === 'content') {
      // Most slices are one piece of one draft.
      const draft = draftOf.get(only.run)!;
      const known = groupOf.get(draft);
      if (known !== undefined) {
        known.slices.push(slice);
        continue;
      }
      const group = { slices: [slice], drafts: new Set([draft]) };
      groups.add(group);
      groupOf.set(draft, group);
      continue;
    }
    const drafts = slice.differences.flatMap((one) => (one.cause === 'content' ? [draftOf.get(one.run)!] : []));
    const met = new Set(drafts.flatMap((draft) => groupOf.get(draft) ?? []));
    // The largest takes in the others, so that no slice is moved often.
    const [largest, ...others] = [...met].sort((one, other) => other.slices.length - one.slices.length);
    const group = largest ?? { slices: [], drafts: new Set() };
    groups.add(group);
    group.slices.push(slice);
    for (const other of others) {
      groups.delete(other);
      for (const one of other.slices) group.slices.push(one);
    }
    for (const draft of [...drafts, ...others.flatMap((other) => [...other.drafts])]) {
      group.drafts.add(draft);
      groupOf.set(draft, group);
    }
  }
  return groups;
}

function describeGroup({ slices, drafts }: Group, comparison: Comparison, sides: Sides): Words {
  const hasMark = slices[0]!.differences[0]!.cause === 'bom';
  const pieces = [...drafts].flatMap((draft) => draft.pieces).sort(inOrder);
  if (pieces.length === 0) {
    // The mark alone, or with the line end of an empty first line, which it touches.
    const isAlone = slices[0]!.differences.length === 1;
    return isAlone ? describeBom(comparison) : { kind: 'lines', label: 'byte order mark and line 1' };
  }
  const layouts = new Set([...drafts].map(({ layout }) => layout));
  const [layout] = layouts;
  const draft = layouts.size === 1 && layout !== undefined && !hasMark ? { pieces, layout } : { pieces };
  const words = describe(draft, sides);
  return hasMark ? { ...words, label: `byte order mark and ${words.label}` } : words;
}

/** Slices that touch are one part. */
function partsOf(slices: readonly Slice[]): ChangePart[] {
  const parts: ChangePart[] = [];
  for (const { bytes } of [...slices].sort((one, other) => inOrder(one.bytes, other.bytes))) {
    const previous = parts.at(-1);
    const isTouching = previous !== undefined && previous.before.end === bytes.before.start;
    if (isTouching) parts.splice(-1, 1, spanOf(previous, bytes));
    else parts.push(bytes);
  }
  return parts;
}

function spanOf(upper: ChangePart, lower: ChangePart): ChangePart {
  return {
    before: { start: upper.before.start, end: lower.before.end },
    after: { start: upper.after.start, end: lower.after.end },
  };
}
