import { textOf } from './spelling.js';
import { type JsonTree, keyBytes } from './tree.js';

export interface Key {
  /** What it stands for, however it is spelled: readers of JSON take `"é"` and `"\u00e9"` for one key. */
  readonly text: string;
  /** 1, or more where members before it in the same object have the same key. */
  readonly ordinal: number;
}

export function keysOf(tree: JsonTree, members: readonly number[]): Key[] {
  const decoder = new TextDecoder();
  const counts = new Map<string, number>();
  return members.map((member) => {
    const bytes = keyBytes(tree, member);
    const text = bytes.includes(BACKSLASH) ? textOf(bytes) : decoder.decode(bytes).slice(1, -1);
    const ordinal = (counts.get(text) ?? 0) + 1;
    counts.set(text, ordinal);
    return { text, ordinal };
  });
}

const BACKSLASH = 0x5c;
