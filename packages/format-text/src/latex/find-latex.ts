import { findByBlocks } from '../find-by-blocks.js';
import type { Finder } from '../finder.js';
import { nameCommentOut } from './comment-out.js';
import { doubtLayout } from './layout.js';
import { linkHalves } from './link-halves.js';
import { readLatexIn } from './read-latex.js';
import { isBib, oneCharacterAByte } from './texts.js';

/** Finds changes in TeX and BibTeX by blocks, keeps together what has no meaning apart, and names commenting out. */
export const findLatex: Finder = (before, after) => {
  const textOf = textsByBytes();
  const found = findByBlocks((file) => readLatexIn(file, textOf(file.bytes)))(before, after);
  if ('unfit' in found) return found;
  const text = { before: textOf(before.bytes), after: textOf(after.bytes) };
  const texts = { ...text, isBib: isBib(text.before) && isBib(text.after) };
  const named = texts.isBib
    ? found.changes
    : found.changes.map((change) => nameCommentOut(doubtLayout(change, texts), texts));
  return { ...found, changes: linkHalves(named, texts) };
};

/** Makes the text of each file once. */
function textsByBytes(): (bytes: Uint8Array) => string {
  const texts = new Map<Uint8Array, string>();
  return (bytes) => {
    const text = texts.get(bytes) ?? oneCharacterAByte(bytes);
    texts.set(bytes, text);
    return text;
  };
}
