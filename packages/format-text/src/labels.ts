import type { Change } from './change.js';
import type { Side } from './cut-file.js';
import { lineEndName } from './line-ends.js';
import type { Range, RangePair } from './range.js';

type Words = Pick<Change, 'kind' | 'label'>;

interface Sides {
  readonly before: Side;
  readonly after: Side;
}

export function describeBom({ before, after }: Sides): Words {
  const isAdded = before.encoding.bomBytes === 0;
  const isRemoved = after.encoding.bomBytes === 0;
  return { kind: 'bom', label: `byte order mark ${isAdded ? 'added' : isRemoved ? 'removed' : 'changed'}` };
}

/** Names line ends: `line ends CRLF to LF, 163 lines`, `final line end added`, or both. */
export function describeLineEnds(differences: readonly { readonly bytes: RangePair }[], sides: Sides): Words {
  const turns = differences.map(({ bytes }) => ({
    from: nameOf(sides.before, bytes.before),
    to: nameOf(sides.after, bytes.after),
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

function nameOf({ bytes, encoding }: Side, { start, end }: Range): string {
  return lineEndName(bytes.subarray(start, end), encoding);
}
