import type { Side } from '../cut-file.js';
import type { Finder, Found, Unfit } from '../finder.js';
import { describeBom } from '../labels.js';
import { notUtf8 } from '../utf8-only.js';
import { changesOf } from './changes-of.js';
import { Names } from './names.js';
import { Draft, Pieces } from './pieces.js';
import { readTree } from './read-tree.js';
import type { SideName, Sides } from './sides.js';
import type { JsonTree } from './tree.js';
import { collectPieces } from './walk.js';

/**
 * Finds changes of JSON by its tree: values, keys, and members and elements that were added, removed or moved, each under
 * its JSON Pointer. Every choice of the changes of two JSON texts is a JSON text. A file of several texts, one a line, is
 * NDJSON, and every choice is that. Tokens are compared as they are spelled: no digit, escape or repeated key is lost.
 */
export const findJson: Finder = (before, after) => {
  const unfit = notUtf8(before, after);
  if (unfit !== undefined) return unfit;
  const one = readTree(before);
  const other = readTree(after);
  if (before.bytes.length > 0 && 'problem' in one) return notJson('before', one.problem);
  if (after.bytes.length > 0 && 'problem' in other) return notJson('after', other.problem);
  if ('problem' in one || 'problem' in other) return wholeDocument(before, after);

  const isLines = one.documentCount > 1 || other.documentCount > 1;
  if (isLines && one.hasInnerLineEnd) return notJson('before', notOneALine);
  if (isLines && other.hasInnerLineEnd) return notJson('after', notOneALine);
  return findInTrees({ before, after }, { before: one, after: other }, isLines);
};

const notOneALine = 'one of several values takes several lines';

function notJson(side: SideName, problem: string): Unfit {
  return { unfit: `This file is not valid JSON (${side} the edit: ${problem}), so it is compared line by line.` };
}

/** A file that came to be, or was emptied: no bytes are no JSON, but nothing else is wrong with them. */
function wholeDocument(before: Side, after: Side): Found {
  const isAdded = before.bytes.length === 0;
  const parts = [{ before: { start: 0, end: before.bytes.length }, after: { start: 0, end: after.bytes.length } }];
  const words = isAdded
    ? ({ kind: 'added', label: 'whole document added' } as const)
    : ({ kind: 'removed', label: 'whole document removed' } as const);
  return { changes: [{ ...words, parts }], coarse: false };
}

function findInTrees(sides: Sides<Side>, trees: Sides<JsonTree>, isLines: boolean): Found {
  const pieces = new Pieces();
  const [before, after] = [sides.before.encoding.bomBytes, sides.after.encoding.bomBytes];
  if (before !== after) {
    pieces.add({ start: 0, end: before }, { start: 0, end: after }, new Draft().say(describeBom(sides)));
  }
  const { isCoarse } = collectPieces(trees, new Names(trees, isLines), pieces);
  const { changes, coarse } = changesOf(pieces, sides);
  return { changes, coarse: coarse || isCoarse };
}
