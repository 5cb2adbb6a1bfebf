import { longestIncreasing } from '../align/longest-increasing.js';
import { keysOf } from './keys.js';
import { pairLeftOver } from './pair-left-over.js';
import type { Children, Pairing, PairingWork } from './pairing.js';
import { type JsonTree, listKind } from './tree.js';

/**
 * Pairs members by what their keys stand for; where a key occurs several times, the first with the first. Members whose order
 * changed are moved. What then stands between the same two pairs and has the same or nearly the same value got another key.
 */
export function pairMembers(work: PairingWork, children: Children): Pairing {
  const { trees } = work;
  const places = new Map(namesOf(trees.after, children.after).map((name, at) => [name, at]));
  const byKey = namesOf(trees.before, children.before).flatMap((name, from) => {
    const to = places.get(name);
    return to === undefined ? [] : [[from, to] as const];
  });
  const partners = new Int32Array(children.before.length).fill(-1);
  for (const [from, to] of longestIncreasing(byKey)) partners[from] = to;
  const moved = new Map(byKey.filter(([from]) => partners[from] === -1).map(([from, to]) => [to, from]));

  const found = { children, partners, moved };
  const isGivenUp = pairLeftOver(work, found, ({ before, after }, isAffordable) =>
    isAffordable ? (i, j) => renamedScore(work, children.before[before[i]!]!, children.after[after[j]!]!) : 'apart',
  );
  return { ...found, isCoarse: isGivenUp };
}

/** How well a member goes as the other one under a new key. A scalar must be the same; a list must be like it. */
function renamedScore({ trees, likeness }: PairingWork, before: number, after: number): number {
  const score = likeness.of(before, after);
  const scoreMin = listKind(trees.before, before) === 'none' ? 1 : 0.5;
  return score >= scoreMin ? score : 0;
}

/** The ordinal is what is behind the last line feed, so that no two different keys get one name. */
function namesOf(tree: JsonTree, children: readonly number[]): string[] {
  return keysOf(tree, children).map(({ text, ordinal }) => `${text}\n${ordinal}`);
}
