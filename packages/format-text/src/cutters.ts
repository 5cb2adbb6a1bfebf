import { lineCutter } from './cut-lines.js';
import type { Cutter } from './cutter.js';
import type { TextFormat } from './recognize-text.js';

/** The cutter of each format. All cut at lines for now; a format gets its own by a new file and a new row here. */
export const cutters: Readonly<Record<TextFormat, Cutter>> = {
  markdown: lineCutter,
  latex: lineCutter,
  text: lineCutter,
  csv: lineCutter,
  json: lineCutter,
};
