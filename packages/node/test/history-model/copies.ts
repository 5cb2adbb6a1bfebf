/** Restore points, pins and purges. */
import { copiesMax, floorCopies, type Model, must } from './model.js';
import type { Copy } from './records.js';
import { type Foreseen, pick } from './steps.js';

export function saves(model: Model, name: string): Foreseen {
  const run: Foreseen['run'] = ({ review }) => review.save(name);
  const text = model.text(name);
  const newest = model.copiesOf(name).find(({ label }) => label === 'Restore point');
  const isFull = model.guarded(name) + 1 > copiesMax - floorCopies;
  if (text === null || newest?.text === text || isFull) return { run, settle: undefined };
  const settle = (): void => {
    model.addCopy(name, 'Restore point', text, null);
    model.prune([name]);
  };
  return { run, settle };
}

export function pins(model: Model, name: string, which: number, isPinned: boolean): Foreseen {
  const copy = pick(model.copiesOf(name), which);
  const run: Foreseen['run'] = ({ review }) => review[isPinned ? 'pin' : 'unpin'](name, copy?.id ?? 's0000000000');
  if (copy === undefined || copy.pinned === isPinned) return { run, settle: undefined };
  if (isPinned && copy.label !== 'Restore point') {
    const unit = must(model.unitsOf(name, model.copies).find((one) => one.includes(copy)));
    const more = unit.some(({ pinned }) => pinned) ? 0 : unit.length;
    if (more > 0 && model.guarded(name) + more > copiesMax - floorCopies) return { run, settle: undefined };
  }
  const settle = (): void => {
    copy.pinned = isPinned;
    if (!isPinned) model.prune([name]);
  };
  return { run, settle };
}

/** All that there is of the file under any of its names goes. */
export function purges(model: Model, name: string): Foreseen {
  const { copies, left } = underAllNames(model, name);
  const gone = new Set([...copies, ...left]);
  const run: Foreseen['run'] = ({ review }) => review.purge(name, { confirmed: true });
  if (gone.size === 0 || [...gone].some(({ action }) => model.isWaiting(action))) return { run, settle: undefined };
  const settle = (): void => {
    model.copies = model.copies.filter((copy) => !gone.has(copy));
    const actions = new Set([...gone].map(({ action }) => action));
    const texts = new Set([...gone].map(({ text }) => text));
    for (const { action, path: of } of gone) {
      if (action !== null) for (const pair of model.action(action).pairs) if (pair.path === of) pair.isPruned = true;
    }
    for (const of of new Set([name, ...[...gone].map((copy) => copy.path)])) {
      for (const decision of model.decisionsOn(of)) {
        const { before, after, files } = decision;
        const needed = [
          ...files.flatMap(({ from, to: text }) => [from, text]),
          ...[...before.reviews, ...after.reviews].flatMap(({ original, base, head, expected }) => [
            original,
            base,
            head,
            expected,
          ]),
        ];
        const isOfGone = before.actions.some(({ id }) => actions.has(id));
        const isNeeded = needed.some((text) => text !== null && texts.has(text));
        if (model.copiesOf(of).length === 0 || isOfGone || isNeeded) decision.isReleased = true;
      }
    }
  };
  return { run, settle };
}

function underAllNames(model: Model, name: string): { copies: Copy[]; left: Copy[] } {
  const [copies, left]: [Copy[], Copy[]] = [[], []];
  const seen = new Map<string, number>();
  const places = [{ path: name, below: Number.POSITIVE_INFINITY, by: null as string | null }];
  for (let place = places.shift(); place !== undefined; place = places.shift()) {
    const { path: of, below, by } = place;
    if (below <= (seen.get(of) ?? 0)) continue;
    seen.set(of, below);
    left.push(...model.copiesOf(of).filter(({ action }) => by !== null && action === by));
    for (const copy of model.copiesOf(of).filter(({ seq }) => seq < below)) {
      copies.push(copy);
      if (copy.action === null || copy.text !== null || copy.label !== 'Before agent edit') continue;
      const action = model.action(copy.action);
      const from = action.pairs.find((pair) => pair.path !== of && pair.isMove && !pair.isPruned);
      if (action.status === 'discarded' || from === undefined || !model.pairOf(action, of).isMove) continue;
      places.push({ path: from.path, below: action.seq, by: action.id });
    }
  }
  return { copies, left };
}
