import type { BlockReader, Blocks } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import type { Range } from '../range.js';

/** The blocks of one file, and for each line the index of its block. */
export interface BlockMap {
  readonly file: CutFile;
  readonly blocks: Blocks;
  readonly blockOf: Int32Array;
}

/** Both versions of a file. */
export interface Sides {
  readonly before: BlockMap;
  readonly after: BlockMap;
}

/** Lines of one block that lie in a stretch of lines. */
export interface Segment extends Range {
  /** Index of the block. */
  readonly block: number;
}

export function mapBlocks(file: CutFile, reader: BlockReader): BlockMap {
  const blocks = reader(file);
  const blockOf = new Int32Array(file.atoms.length);
  for (let at = 0, line = 0; at < blocks.length; at++) {
    const end = blocks.starts[at + 1]!;
    while (line < end) blockOf[line++] = at;
  }
  return { file, blocks, blockOf };
}

/** Cuts a stretch of lines where blocks meet. */
export function segmentsOf({ blocks, blockOf }: BlockMap, { start, end }: Range): Segment[] {
  const segments: Segment[] = [];
  for (let at = start; at < end; ) {
    const block = blockOf[at]!;
    const segmentEnd = Math.min(end, blocks.starts[block + 1]!);
    segments.push({ block, start: at, end: segmentEnd });
    at = segmentEnd;
  }
  return segments;
}

export function isBlank({ blocks }: BlockMap, { block }: Segment): boolean {
  return blocks.kinds[block] === 'blank';
}
