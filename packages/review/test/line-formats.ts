/** A format as small as can be: two texts of as many lines are decided line by line, all else as a whole. */
import type { FormatPort, ShownChange } from '../src/index.js';
import { plainFormats } from './workspace.js';

export const lineFormats: FormatPort = {
  ...plainFormats,
  changes(path, before, after) {
    const found = before === undefined || after === undefined ? undefined : changedLines(before, after);
    if (found === undefined) return plainFormats.changes(path, before, after);
    return { format: 'text', decidedBy: 'per-change', changes: found };
  },
  compose(_path, before, after, verdictOf) {
    const [left, right] = [linesOf(before), linesOf(after)];
    const lines = right.map((line, index) => (verdictOf(idOf(index)) === 'reject' ? (left[index] as string) : line));
    return Buffer.from(lines.join(''), 'latin1');
  },
};

/** The id of the change of a line, from 0. */
export function idOf(line: number): string {
  return `c${line.toString(16).padStart(12, '0')}`;
}

function changedLines(before: Uint8Array, after: Uint8Array): ShownChange[] | undefined {
  const [left, right] = [linesOf(before), linesOf(after)];
  if (left.length !== right.length) return undefined;
  return left.flatMap((line, index) => {
    const other = right[index] as string;
    if (other === line) return [];
    return [{ id: idOf(index), kind: 'line', label: `line ${index + 1}`, parts: [{ before: line, after: other }] }];
  });
}

function linesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/);
}
