import { findByBlocks } from '../find-by-blocks.js';
import type { Finder } from '../finder.js';
import { nameCommentOut } from './comment-out.js';
import { doubtLayout } from './layout.js';
import { linkHalves } from './link-halves.js';
import { readLatex } from './read-latex.js';
import { isBib, oneCharacterAByte } from './texts.js';

/** Finds changes in TeX and BibTeX by blocks, keeps together what has no meaning apart, and names commenting out. */
export const findLatex: Finder = (before, after) => {
  const found = findInBlocks(before, after);
  if ('unfit' in found) return found;
  const text = { before: oneCharacterAByte(before.bytes), after: oneCharacterAByte(after.bytes) };
  const texts = { ...text, isBib: isBib(text.before) && isBib(text.after) };
  const named = texts.isBib
    ? found.changes
    : found.changes.map((change) => nameCommentOut(doubtLayout(change, texts), texts));
  return { ...found, changes: linkHalves(named, texts) };
};

const findInBlocks = findByBlocks(readLatex);
