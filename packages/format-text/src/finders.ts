import { findByLines } from './find-by-lines.js';
import type { Finder } from './finder.js';
import type { TextFormat } from './recognize-text.js';

/** The finder of each format. */
export const finders: Readonly<Record<TextFormat, Finder>> = {
  markdown: findByLines,
  latex: findByLines,
  text: findByLines,
  csv: findByLines,
  json: findByLines,
};
