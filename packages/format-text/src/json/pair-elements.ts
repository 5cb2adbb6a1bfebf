import type { Keys } from '../align/align.js';
import { limits } from '../limits.js';
import { identitiesOf } from './identity.js';
import { pairLeftOver } from './pair-left-over.js';
import type { Children, Pairing, PairingWork } from './pairing.js';
import type { Sides } from './sides.js';
import { type JsonTree, listKind } from './tree.js';

/**
 * Pairs the elements of an array, or the documents of a file: by their identity where all have one, else by what they mean.
 * Those that occur once on each side and changed their order are moved; what is left goes by likeness.
 */
export function pairElements(work: PairingWork, children: Children): Pairing {
  const partners = new Int32Array(children.before.length).fill(-1);
  const moved = new Map<number, number>();
  const middle = matchEnds(work.trees, children, partners);
  // One against one needs no search, and the deepest files are made of it.
  const isSearched =
    middle.before.length > 0 && middle.after.length > 0 && middle.before.length + middle.after.length > 2;
  const isAligned = !isSearched || alignMiddle(work, middle, { partners, moved });

  const isGivenUp = pairLeftOver(work, { children, partners, moved }, (stretch, isAffordable) => {
    const nodes = {
      before: stretch.before.map((at) => children.before[at]!),
      after: stretch.after.map((at) => children.after[at]!),
    };
    if (isLongRunOfScalars(work.trees, nodes)) return 'apart';
    if (isAffordable) return (i, j) => work.likeness.of(nodes.before[i]!, nodes.after[j]!);
    return nodes.before.length === nodes.after.length ? 'in order' : 'apart';
  });
  return { children, partners, moved, isCoarse: !isAligned || isGivenUp };
}

interface Middle extends Children {
  /** Index of its first child, the same on both sides. */
  readonly first: number;
}

/** Pairs what is the same at the beginning and at the end, and returns what is between. */
function matchEnds({ before, after }: Sides<JsonTree>, children: Children, partners: Int32Array): Middle {
  const isSame = (from: number, to: number) =>
    before.meaning[children.before[from]!] === after.meaning[children.after[to]!];
  let first = 0;
  let fromEnd = children.before.length;
  let toEnd = children.after.length;
  for (; first < fromEnd && first < toEnd && isSame(first, first); first++) partners[first] = first;
  while (first < fromEnd && first < toEnd && isSame(fromEnd - 1, toEnd - 1)) partners[--fromEnd] = --toEnd;
  return { first, before: children.before.slice(first, fromEnd), after: children.after.slice(first, toEnd) };
}

/** Says whether the search could still be paid. */
function alignMiddle(
  work: PairingWork,
  middle: Middle,
  found: { partners: Int32Array; moved: Map<number, number> },
): boolean {
  const keys = keysOf(work.trees, middle);
  const partners = work.align(keys);
  const count = middle.before.length;
  for (let from = 0; partners !== undefined && from < count; from++) {
    if (partners[from] !== -1) found.partners[middle.first + from] = middle.first + partners[from]!;
  }
  const places = { before: onlyPlaces(keys.before, keys.keyCount), after: onlyPlaces(keys.after, keys.keyCount) };
  for (let from = 0; from < count; from++) {
    const key = keys.before[from]!;
    const to = places.after[key]!;
    const isMoved = places.before[key] === from && to >= 0 && partners?.[from] !== to;
    if (isMoved) found.moved.set(middle.first + to, middle.first + from);
  }
  return partners !== undefined;
}

function keysOf(trees: Sides<JsonTree>, middle: Children): Keys {
  const identities = identitiesOf(trees, middle);
  if (identities !== undefined) return identities;
  const numbers = new Map<number, number>();
  const numberOf = (meaning: number): number => {
    const known = numbers.get(meaning);
    if (known !== undefined) return known;
    numbers.set(meaning, numbers.size);
    return numbers.size - 1;
  };
  const side = (name: keyof Children) => {
    const keys = new Int32Array(middle[name].length);
    for (let at = 0; at < keys.length; at++) keys[at] = numberOf(trees[name].meaning[middle[name][at]!]!);
    return keys;
  };
  return { before: side('before'), after: side('after'), keyCount: numbers.size, isBlank: () => false };
}

/** For each key the place where it stands; below 0 where it stands nowhere, or several times. */
function onlyPlaces(keys: Int32Array, keyCount: number): Int32Array {
  const places = new Int32Array(keyCount).fill(NOWHERE);
  for (let at = 0; at < keys.length; at++) places[keys[at]!] = places[keys[at]!] === NOWHERE ? at : SEVERAL;
  return places;
}

const NOWHERE = -1;
const SEVERAL = -2;

/** A table of numbers that was computed anew is one change, not hundreds. */
function isLongRunOfScalars(trees: Sides<JsonTree>, { before, after }: Children): boolean {
  if (Math.min(before.length, after.length) <= limits.jsonScalarRunMax) return false;
  const isScalar = (tree: JsonTree) => (node: number) => listKind(tree, node) === 'none';
  return before.every(isScalar(trees.before)) && after.every(isScalar(trees.after));
}
