import type { Keys } from '../align/align.js';
import { limits } from '../limits.js';
import type { Children } from './pairing.js';
import type { Sides } from './sides.js';
import { type JsonTree, listKind, sameRange } from './tree.js';

/**
 * Numbers the elements of a list by what they call themselves: the spelling of the first member of `id`, `key` and `name`
 * that every element of both sides has, and that no two elements of one side have in common. `undefined` where there is none.
 */
export function identitiesOf(trees: Sides<JsonTree>, { before, after }: Children): Keys | undefined {
  for (const key of identityKeys) {
    const froms = membersOf(trees.before, before, key);
    const tos = froms && membersOf(trees.after, after, key);
    const keys = tos && distinctNumbers(trees, froms, tos);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

const identityKeys = ['id', 'key', 'name'].map((name) => new TextEncoder().encode(`"${name}"`));

/** Of each element the member with a key; `undefined` where one has none, or one that is a list or too long. */
function membersOf(tree: JsonTree, elements: readonly number[], key: Uint8Array): Int32Array | undefined {
  const members = new Int32Array(elements.length);
  for (let at = 0; at < elements.length; at++) {
    const member = memberOf(tree, elements[at]!, key);
    if (member === -1 || listKind(tree, member) !== 'none') return undefined;
    if (tree.end[member]! - tree.start[member]! > limits.jsonIdentityBytesMax) return undefined;
    members[at] = member;
  }
  return members;
}

function memberOf(tree: JsonTree, element: number, key: Uint8Array): number {
  if (listKind(tree, element) !== 'object') return -1;
  const end = tree.next[element]!;
  for (let member = element + 1; member < end; member = tree.next[member]!) {
    if (sameRange(tree.bytes, tree.keyStart[member]!, tree.keyEnd[member]!, key, 0, key.length)) return member;
  }
  return -1;
}

function distinctNumbers(trees: Sides<JsonTree>, froms: Int32Array, tos: Int32Array): Keys | undefined {
  const table = new ValueTable(froms.length + tos.length);
  const before = froms.map((member) => table.numberOf(trees.before, member));
  if (table.count < froms.length) return undefined;
  const after = tos.map((member) => table.numberOf(trees.after, member));
  const isMet = new Uint8Array(table.count);
  for (const number of after) {
    if (isMet[number] === 1) return undefined;
    isMet[number] = 1;
  }
  return { before, after, keyCount: table.count, isBlank: () => false };
}

/** Numbers values by their bytes, in the order in which they are first met. A hash table with open addressing. */
class ValueTable {
  count = 0;
  /** For each place a number and 1, or 0 where it is free. At most half of the places are taken. */
  readonly #places: Int32Array;
  readonly #trees: JsonTree[] = [];
  readonly #nodes: Int32Array;

  constructor(most: number) {
    this.#places = new Int32Array(2 ** (32 - Math.clz32(2 * most)));
    this.#nodes = new Int32Array(most);
  }

  numberOf(tree: JsonTree, node: number): number {
    const mask = this.#places.length - 1;
    const hash = tree.text[node]!;
    for (let place = (hash ^ (hash >>> 15)) & mask; ; place = (place + 1) & mask) {
      const known = this.#places[place]! - 1;
      if (known === -1) {
        this.#nodes[this.count] = node;
        this.#trees.push(tree);
        this.#places[place] = ++this.count;
        return this.count - 1;
      }
      if (sameValue(this.#trees[known]!, this.#nodes[known]!, tree, node)) return known;
    }
  }
}

function sameValue(one: JsonTree, node: number, other: JsonTree, otherNode: number): boolean {
  return (
    one.text[node] === other.text[otherNode] &&
    sameRange(one.bytes, one.start[node]!, one.end[node]!, other.bytes, other.start[otherNode]!, other.end[otherNode]!)
  );
}
