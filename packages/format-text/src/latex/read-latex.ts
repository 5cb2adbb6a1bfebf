import type { BlockReader } from '../blocks.js';
import { readBibBlocks } from './bib-blocks.js';
import { readTexBlocks } from './tex-blocks.js';
import { isBib, oneCharacterAByte } from './texts.js';

/** Reads the blocks of a TeX or BibTeX file; which of the two it is, is seen by what its lines start with. */
export const readLatex: BlockReader = (file) => {
  const text = oneCharacterAByte(file.bytes);
  return isBib(text) ? readBibBlocks(file, text) : readTexBlocks(file, text);
};
