import type { Block, BlockReader } from '../blocks.js';
import type { Atom, CutFile } from '../cut-file.js';
import { asciiOffset } from '../encoding.js';

/**
 * Reads plain text in any encoding: a block is what stands between blank lines, and a form feed starts a new one. Each
 * differing stretch in it is a change, as nothing tells text from tables, code or verse.
 */
export const readTextBlocks: BlockReader = (file) => {
  const { atoms } = file;
  const blocks: Block[] = [];
  for (let start = 0; start < atoms.length; ) {
    const isBlank = isBlankLine(file, atoms[start]!);
    let end = start + 1;
    while (end < atoms.length && isBlankLine(file, atoms[end]!) === isBlank && !startsPage(file, atoms[end]!)) end++;
    blocks.push({ kind: isBlank ? 'blank' : 'lines', start, end, path: [], decided: 'lines' });
    start = end;
  }
  return blocks;
};

/** In wider units the NULs beside each blank count as blank too. */
function isBlankLine({ bytes }: CutFile, { start, bodyEnd }: Atom): boolean {
  for (let at = start; at < bodyEnd; at++)
    if (bytes[at] !== 0x20 && bytes[at] !== 0x09 && bytes[at] !== 0) return false;
  return true;
}

function startsPage({ bytes, encoding }: CutFile, { start }: Atom): boolean {
  return bytes[start + asciiOffset(encoding)] === 0x0c;
}
