import type { Range } from '../range.js';
import type { Level } from './level.js';
import type { Names } from './names.js';
import type { Words } from './pieces.js';
import type { Sides } from './sides.js';
import type { JsonTree } from './tree.js';

/** Says what happened in a slot: the indexes of its children on each side. */
export function slotWords(trees: Sides<JsonTree>, names: Names, level: Level, slot: Sides<Range>): Words[] {
  const { children, moved } = level.pairing;
  const movedFrom = new Set(moved.values());
  const removed = indexes(slot.before).filter((at) => !movedFrom.has(at));
  const added = indexes(slot.after).filter((at) => !moved.has(at));
  const words: Words[] = [];
  for (const to of indexes(slot.after)) {
    const from = moved.get(to);
    if (from === undefined) continue;
    const isSame = trees.before.meaning[children.before[from]!] === trees.after.meaning[children.after[to]!];
    const origin = level.kind === 'object' ? '' : ` from ${names.of(level, 'before', from)}`;
    words.push({
      kind: 'moved',
      label: `${names.of(level, 'after', to)} moved${isSame ? '' : ' and changed'}${origin}`,
    });
  }
  const isRewritten = removed.length > 0 && added.length > 0;
  if (isRewritten && level.kind !== 'object') {
    words.push({ kind: 'value', label: `${names.ofAll(level, 'after', added)} rewritten` });
    return words;
  }
  if (removed.length > 0) {
    words.push({ kind: isRewritten ? 'value' : 'removed', label: `${names.ofAll(level, 'before', removed)} removed` });
  }
  if (added.length > 0) {
    words.push({ kind: isRewritten ? 'value' : 'added', label: `${names.ofAll(level, 'after', added)} added` });
  }
  return words;
}

function indexes({ start, end }: Range): number[] {
  return Array.from({ length: end - start }, (_, k) => start + k);
}
