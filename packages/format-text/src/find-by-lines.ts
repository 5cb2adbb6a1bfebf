import { findInBlocks } from './find-by-blocks.js';
import type { Finder } from './finder.js';
import { readTextBlocks } from './text/read-text-blocks.js';

/** Finds changes line by line: plain text, and what every format falls back to. It reads any encoding. */
export const findByLines: Finder = (before, after) => findInBlocks(readTextBlocks, before, after);
