import { pairElements } from './pair-elements.js';
import { pairMembers } from './pair-members.js';
import type { Children, Pairing, PairingWork } from './pairing.js';
import type { Sides } from './sides.js';
import { childrenOf, type JsonTree, listKind, sameKey } from './tree.js';

/** Finds out which children of a list correspond to which children of the list, of the same kind, that it became. */
export function pairChildren(work: PairingWork, nodes: Sides<number>): Pairing {
  const { trees } = work;
  const children = { before: childrenOf(trees.before, nodes.before), after: childrenOf(trees.after, nodes.after) };
  const isObject = listKind(trees.before, nodes.before) === 'object';
  if (isInOrder(trees, children, isObject)) {
    return { children, partners: Int32Array.from(children.before.keys()), moved: new Map(), isCoarse: false };
  }
  return isObject ? pairMembers(work, children) : pairElements(work, children);
}

/** Most lists have the keys that they had, or the elements that they had apart from white space. */
function isInOrder(trees: Sides<JsonTree>, { before, after }: Children, isObject: boolean): boolean {
  if (before.length !== after.length) return false;
  return before.every((child, at) =>
    isObject
      ? sameKey(trees, child, after[at]!)
      : before.length === 1 || trees.before.meaning[child] === trees.after.meaning[after[at]!],
  );
}
