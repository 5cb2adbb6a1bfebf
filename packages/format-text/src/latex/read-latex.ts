import type { BlockReader, Blocks } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import { readBibBlocks } from './bib-blocks.js';
import { readTexBlocks } from './tex-blocks.js';
import { isBib, oneCharacterAByte } from './texts.js';

/** Reads the blocks of a TeX or BibTeX file; which of the two it is, is seen by what its lines start with. */
export const readLatex: BlockReader = (file) => readLatexIn(file, oneCharacterAByte(file.bytes));

/** The same where the text of the file is at hand, with one character a byte. */
export function readLatexIn(file: CutFile, text: string): Blocks {
  return isBib(text) ? readBibBlocks(file, text) : readTexBlocks(file, text);
}
