import { expect } from 'vitest';
import type { Block, BlockReader } from '../src/blocks.js';
import type { CutFile } from '../src/cut-file.js';
import { cutLines } from '../src/cut-lines.js';
import { utf8 } from './bytes.js';

/** Cuts a file in UTF-8 into lines. */
export function cutFile(bytes: Uint8Array): CutFile {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const side = { bytes, encoding: { name: 'utf-8', bomBytes: hasMark ? 3 : 0, unitBytes: 1 } } as const;
  return { ...side, atoms: cutLines(side, Number.MAX_SAFE_INTEGER)! };
}

/** Reads blocks and checks that they tile the lines. */
export function readTiles(reader: BlockReader, bytes: Uint8Array): readonly Block[] {
  const file = cutFile(bytes);
  const blocks = [...reader(file)];
  let end = 0;
  for (const block of blocks) {
    if (block.start !== end || block.end <= end) expect.fail(`line ${end} is in no block, or ${block.start} in two`);
    end = block.end;
  }
  expect(end).toBe(file.atoms.length);
  return blocks;
}

/** Shows each block on a line: `paragraph 2-4 in Soils > Clay`. */
export function shownBlocks(reader: BlockReader, text: string): string[] {
  const blocks = readTiles(reader, utf8(text));
  return blocks.map(({ kind, start, end, name, path, decided, within }) => {
    const lines = end === start + 1 ? `${end}` : `${start + 1}-${end}`;
    const words = [kind, lines, ...(name === undefined ? [] : [name]), ...(decided === 'whole' ? [] : ['by lines'])];
    const place = path.length === 0 ? '' : ` in ${path.join(' > ')}`;
    return `${words.join(' ')}${place}${within === undefined ? '' : `, within ${blocks[within]!.start + 1}`}`;
  });
}
