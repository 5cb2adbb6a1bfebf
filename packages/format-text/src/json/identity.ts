import { limits } from '../limits.js';
import type { Children } from './pairing.js';
import type { Sides } from './sides.js';
import { type JsonTree, listKind } from './tree.js';

/**
 * What the elements of a list call themselves: the text of the first member of `id`, `key` and `name` that every element of
 * both sides has, and that no two elements of one side have in common. `undefined` where there is none.
 */
export function identitiesOf(
  trees: Sides<JsonTree>,
  { before, after }: Children,
): Sides<readonly string[]> | undefined {
  for (const key of identityKeys) {
    const one = distinctValues(trees.before, before, key);
    const other = one && distinctValues(trees.after, after, key);
    if (one !== undefined && other !== undefined) return { before: one, after: other };
  }
  return undefined;
}

const identityKeys = ['id', 'key', 'name'].map((name) => new TextEncoder().encode(`"${name}"`));

function distinctValues(tree: JsonTree, elements: readonly number[], key: Uint8Array): string[] | undefined {
  const values = new Set<string>();
  for (const element of elements) {
    const member = memberOf(tree, element, key);
    if (member === undefined || listKind(tree, member) !== 'none') return undefined;
    const [start, end] = [tree.start[member]!, tree.end[member]!];
    if (end - start > limits.jsonIdentityBytesMax) return undefined;
    // Each byte as a character: only told apart, never shown.
    const value = String.fromCharCode(...tree.bytes.subarray(start, end));
    if (values.has(value)) return undefined;
    values.add(value);
  }
  return [...values];
}

function memberOf(tree: JsonTree, element: number, key: Uint8Array): number | undefined {
  if (listKind(tree, element) !== 'object') return undefined;
  const end = tree.next[element]!;
  for (let member = element + 1; member < end; member = tree.next[member]!) {
    const start = tree.keyStart[member]!;
    const isSame =
      tree.keyEnd[member]! - start === key.length && key.every((value, at) => tree.bytes[start + at] === value);
    if (isSame) return member;
  }
  return undefined;
}
