import { type BlockReader, Blocks } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import { asciiOffset } from '../encoding.js';

/**
 * Reads plain text in any encoding: a block is what stands between blank lines, and a form feed starts a new one. Each
 * differing stretch in it is a change, as nothing tells text from tables, code or verse.
 */
export const readTextBlocks: BlockReader = (file) => {
  const { atoms } = file;
  const blocks = new Blocks(atoms.length);
  for (let start = 0; start < atoms.length; ) {
    const isBlank = isBlankLine(file, start);
    let end = start + 1;
    while (end < atoms.length && isBlankLine(file, end) === isBlank && !startsPage(file, end)) end++;
    blocks.add(isBlank ? 'blank' : 'lines', start, 'lines');
    start = end;
  }
  return blocks;
};

/** In wider units the NULs beside each blank count as blank too. */
function isBlankLine({ bytes, atoms }: CutFile, line: number): boolean {
  const bodyEnd = atoms.bodyEnds[line]!;
  for (let at = atoms.starts[line]!; at < bodyEnd; at++)
    if (bytes[at] !== 0x20 && bytes[at] !== 0x09 && bytes[at] !== 0) return false;
  return true;
}

function startsPage({ bytes, encoding, atoms }: CutFile, line: number): boolean {
  return bytes[atoms.starts[line]! + asciiOffset(encoding)] === 0x0c;
}
