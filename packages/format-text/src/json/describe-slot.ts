import { limits } from '../limits.js';
import type { Range } from '../range.js';
import type { Level } from './level.js';
import type { Names } from './names.js';
import type { Draft } from './pieces.js';
import type { Sides } from './sides.js';
import type { JsonTree } from './tree.js';

/** Tells a draft what happened in a slot: the indexes of its children on each side. */
export function describeSlot(
  draft: Draft,
  trees: Sides<JsonTree>,
  names: Names,
  level: Level,
  slot: Sides<Range>,
): void {
  const { moved } = level.pairing;
  const removed = indexes(slot.before).filter((at) => !level.movedFrom.has(at));
  const added = indexes(slot.after).filter((at) => !moved.has(at));
  const arrived = indexes(slot.after).filter((at) => moved.has(at));
  for (const to of arrived.slice(0, limits.jsonNamesMax)) {
    draft.say({ kind: 'moved', label: movedLabel(trees, names, level, to) });
  }
  draft.count('moved', Math.max(0, arrived.length - limits.jsonNamesMax));

  const isRewritten = removed.length > 0 && added.length > 0;
  if (isRewritten && level.kind !== 'object') {
    draft.say({ kind: 'value', label: `${names.ofAll(level, 'after', added)} rewritten` });
    return;
  }
  if (removed.length > 0) {
    const label = `${names.ofAll(level, 'before', removed)} removed`;
    draft.say({ kind: isRewritten ? 'value' : 'removed', label });
  }
  if (added.length > 0) {
    const label = `${names.ofAll(level, 'after', added)} added`;
    draft.say({ kind: isRewritten ? 'value' : 'added', label });
  }
}

/** In an object a place has no name. */
function movedLabel(trees: Sides<JsonTree>, names: Names, level: Level, to: number): string {
  const { children, moved } = level.pairing;
  const from = moved.get(to)!;
  const isSame = trees.before.meaning[children.before[from]!] === trees.after.meaning[children.after[to]!];
  const origin = level.kind === 'object' ? '' : ` from ${names.of(level, 'before', from)}`;
  return `${names.of(level, 'after', to)} moved${isSame ? '' : ' and changed'}${origin}`;
}

function indexes({ start, end }: Range): number[] {
  return Array.from({ length: end - start }, (_, k) => start + k);
}
