import type { Change } from './change.js';
import type { Comparison } from './compare.js';
import { nameLines } from './cut-lines.js';
import type { Difference } from './differences.js';
import { lineEndName } from './line-ends.js';
import type { Range } from './range.js';

type Words = Pick<Change, 'kind' | 'label'>;

/** Names a group that holds content, or a byte order mark together with the first line's end. */
export function describeContent(group: readonly Difference[]): Words {
  const runs = group.filter((difference) => difference.cause === 'content').map(({ run }) => run);
  const first = runs[0];
  const last = runs.at(-1);
  // Without a run the byte order mark touches the line end of an empty first line.
  const stretch =
    first !== undefined && last !== undefined
      ? {
          before: { start: first.before.start, end: last.before.end },
          after: { start: first.after.start, end: last.after.end },
        }
      : { before: { start: 0, end: 1 }, after: { start: 0, end: 1 } };
  const label = nameLines(stretch);
  const withMark = group.some(({ cause }) => cause === 'bom') ? `byte order mark and ${label}` : label;
  return { kind: 'lines', label: runs.some(({ isCoarse }) => isCoarse) ? `${withMark}, rewritten` : withMark };
}

export function describeBom({ before, after }: Comparison): Words {
  const isAdded = before.encoding.bomBytes === 0;
  const isRemoved = after.encoding.bomBytes === 0;
  return { kind: 'bom', label: `byte order mark ${isAdded ? 'added' : isRemoved ? 'removed' : 'changed'}` };
}

/** Names line ends: `line ends CRLF to LF, 163 lines`, `final line end added`, or both. */
export function describeLineEnds(differences: readonly Difference[], comparison: Comparison): Words {
  const turns = differences.map(({ bytes }) => ({
    from: nameOf(comparison.before, bytes.before),
    to: nameOf(comparison.after, bytes.after),
  }));
  const inner = turns.filter(({ from, to }) => from !== 'none' && to !== 'none');
  const final = turns.find(({ from, to }) => from === 'none' || to === 'none');

  const words: string[] = [];
  if (inner.length > 0) {
    const kinds = [...new Set(inner.map(({ from, to }) => `${from} to ${to}`))];
    const what = kinds.length === 1 ? `line ends ${kinds[0]}` : 'line ends of several kinds';
    words.push(`${what}, ${inner.length} ${inner.length === 1 ? 'line' : 'lines'}`);
  }
  if (final !== undefined) words.push(`final line end ${final.from === 'none' ? 'added' : 'removed'}`);
  return { kind: 'eol', label: words.join('; ') };
}

function nameOf({ bytes, encoding }: Comparison['before'], { start, end }: Range): string {
  return lineEndName(bytes.subarray(start, end), encoding);
}
