import { type JsonTree, keyBytes } from './tree.js';

export interface Key {
  /** As it is spelled, with its quotes. */
  readonly text: string;
  /** 1, or more where members before it in the same object have the same key. */
  readonly ordinal: number;
}

export function keysOf(tree: JsonTree, members: readonly number[]): Key[] {
  const decoder = new TextDecoder();
  const counts = new Map<string, number>();
  return members.map((member) => {
    const text = decoder.decode(keyBytes(tree, member));
    const ordinal = (counts.get(text) ?? 0) + 1;
    counts.set(text, ordinal);
    return { text, ordinal };
  });
}
