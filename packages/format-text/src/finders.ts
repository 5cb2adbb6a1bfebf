import { findByCells } from './csv/find-by-cells.js';
import { findByBlocks } from './find-by-blocks.js';
import { findByLines } from './find-by-lines.js';
import type { Finder } from './finder.js';
import { findJson } from './json/find-json.js';
import { findLatex } from './latex/find-latex.js';
import { readMarkdownBlocks } from './markdown/read-markdown-blocks.js';
import type { TextFormat } from './recognize-text.js';

/** The finder of each format. */
export const finders: Readonly<Record<TextFormat, Finder>> = {
  markdown: findByBlocks(readMarkdownBlocks),
  latex: findLatex,
  text: findByLines,
  csv: findByCells,
  json: findJson,
};
