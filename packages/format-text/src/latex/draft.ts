import type { Block, BlockKind } from '../blocks.js';
import { nameStep, type Step } from './place.js';

/** A block whose path and name may still wait for a label. */
export interface Draft {
  readonly kind: BlockKind;
  readonly start: number;
  end: number;
  readonly path: readonly Step[];
  name?: string | (() => string);
  within?: number;
  decided: Block['decided'];
}

export type DraftFacts = Pick<Draft, 'kind'> & Partial<Pick<Draft, 'name' | 'decided' | 'within'>>;

/** Says paths and names in words, once for all blocks of one place. A paragraph of nothing but commands is lines. */
export function nameBlocks(drafts: readonly Draft[]): Block[] {
  const paths = new Map<readonly Step[], readonly string[]>();
  return drafts.map(({ kind, start, end, path, name, decided, within }) => {
    const words = paths.get(path) ?? path.map(nameStep);
    paths.set(path, words);
    const isCommands = kind === 'paragraph' && decided === 'lines';
    const block: Writable<Block> = { kind: isCommands ? 'lines' : kind, start, end, path: words, decided };
    if (name !== undefined) block.name = typeof name === 'string' ? name : name();
    if (within !== undefined) block.within = within;
    return block;
  });
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
