/** Keep and discard of whole actions and files, accept and reject of single changes. */
import { type Model, must } from './model.js';
import type { Action, DecidedFile, Review, Text, Verdict } from './records.js';
import { changesOf, composed, withoutUndecided } from './review-text.js';
import { type Foreseen, pick } from './steps.js';

interface Unwound {
  readonly path: string;
  readonly after: Text;
  readonly before: Text;
  readonly original: Text;
  readonly identity: number | null;
}

export function decides(model: Model, verdict: 'keep' | 'discard', name: string, which: number | null): Foreseen {
  const named = which === null ? undefined : pick(model.touching(name), which);
  const target =
    named === undefined ? { kind: 'file' as const, path: name } : { kind: 'action' as const, id: named.id };
  const run: Foreseen['run'] = ({ review }) => review[verdict]([target]);
  const nothing = { run, settle: undefined };
  if (named === undefined && model.pendingOf(name).length === 0) return nothing;
  if (named !== undefined && named.status !== 'pending' && !(verdict === 'discard' && named.status === 'kept'))
    return nothing;

  const reached = model.closure(verdict, named === undefined ? model.topChain(name) : [named]);
  const isNamed = (action: Action): boolean =>
    named === undefined ? action.pairs.every((pair) => pair.path === name) : action === named;
  if (!reached.every(isNamed)) return nothing;
  const ids = reached.map(({ id }) => id);
  if (verdict === 'keep') {
    const settle = ({ decision }: { decision: string }): void => {
      const before = model.standing(ids);
      const reviewed = model.reviewsOf(ids).map(outcomeOf);
      const files = new Set(reached.flatMap(({ pairs }) => pairs.map((pair) => pair.path))).size;
      model.close(ids, summed(reviewed.length < files ? [...reviewed, 'kept'] : reviewed), decision);
      model.decided(decision, 'keep', before, []);
    };
    return { run, settle };
  }
  const files = unwound(model, reached);
  const isAsLeft = ({ path: of, after, identity }: Unwound): boolean =>
    model.text(of) === after && model.isSame(of, identity);
  if (files === undefined || !files.every(isAsLeft)) return nothing;
  const settle = ({ decision }: { decision: string }): void => {
    const before = model.standing(ids);
    const written = files.filter((file) => file.before !== file.after);
    const done = written.map((file): DecidedFile => {
      const from = model.text(file.path);
      return { path: file.path, from, to: file.before, identity: model.put(file.path, file.before) };
    });
    model.close(ids, files.every((file) => file.before === file.original) ? 'discarded' : 'mixed', decision);
    model.decided(decision, 'discard', before, done);
    for (const { path: of, to: text, identity } of done) model.stamp(of, text, identity);
  };
  return { run, settle };
}

/** Newest first, step by step; undefined where the steps do not join or a copy is gone. */
function unwound(model: Model, actions: readonly Action[]): Unwound[] | undefined {
  const byPath = new Map<string, Unwound>();
  const reviewed = new Set<Review>();
  for (const action of actions.toReversed()) {
    for (const pair of action.pairs) {
      if (pair.isPruned) return undefined;
      const review = model.reviewOf(pair.path, action.id);
      if (review !== undefined && reviewed.has(review)) continue;
      if (review !== undefined) reviewed.add(review);
      const step =
        review === undefined
          ? { after: pair.after, before: pair.before, original: pair.before, identity: pair.identity }
          : { ...review, after: review.expected, before: withoutUndecided(review) };
      const newer = byPath.get(pair.path);
      if (newer !== undefined && newer.before !== step.after) return undefined;
      const { after, identity } = newer ?? step;
      byPath.set(pair.path, { path: pair.path, after, identity, before: step.before, original: step.original });
    }
  }
  return [...byPath.values()];
}

function outcomeOf({ original, expected, isUndone }: Review): Action['status'] {
  if (!isUndone) return 'kept';
  return original === expected ? 'discarded' : 'mixed';
}

function summed(outcomes: readonly Action['status'][]): Action['status'] {
  const all = new Set(outcomes);
  return all.size === 1 ? must([...all][0]) : 'mixed';
}

export function judges(model: Model, verdict: Verdict, name: string, which: number): Foreseen {
  const chain = model.topChain(name);
  const [top, bottom] = [chain[0], chain.at(-1)];
  const unknown: Foreseen = {
    run: ({ review }) => review[verdict](name, ['none']),
    settle: undefined,
  };
  if (top === undefined || bottom === undefined) return unknown;
  const found = model.reviewOf(name, top.id);
  const [before, after] = [model.pairOf(bottom, name), model.pairOf(top, name)];
  const review: Review =
    found ??
    ({
      path: name,
      seq: bottom.seq,
      actions: chain.map(({ id }) => id).toReversed(),
      original: before.before,
      base: before.before,
      head: after.after,
      verdicts: {},
      expected: after.after,
      identity: after.identity,
      isDecided: false,
      isUndone: false,
    } satisfies Review);
  const changes = changesOf(review)?.changes ?? [];
  const id = pick(changes, which)?.id;
  if (id === undefined) return unknown;
  const run: Foreseen['run'] = ({ review: api }) => api[verdict](name, [id]);
  if (review.verdicts[id] === verdict) return { run, settle: undefined };
  const verdicts = { ...review.verdicts, [id]: verdict };
  const expected = composed(review, (one) => verdicts[one] ?? 'accept');
  const writes = expected !== review.expected;
  const isAsExpected = model.text(name) === review.expected && model.isSame(name, review.identity);
  if (writes && !isAsExpected) return { run, settle: undefined };
  const settle = ({ decision }: { decision: string }): void => {
    const stood = model.standing(review.actions);
    const from = model.text(name);
    if (found === undefined) model.reviews.push(review);
    const isUndone = review.isUndone || Object.values(verdicts).includes('reject');
    const isDecided = changes.every((change) => verdicts[change.id] !== undefined);
    const identity = writes ? model.put(name, expected) : review.identity;
    Object.assign(review, { verdicts, expected, isUndone, isDecided, identity });
    const closing = settledBy(model, review);
    const others = model.standing(closing?.filter((one) => !review.actions.includes(one)) ?? []);
    const reviews = others.reviews.filter((one) => !stood.reviews.some((other) => other.path === one.path));
    const standing = { actions: [...stood.actions, ...others.actions], reviews: [...stood.reviews, ...reviews] };
    if (closing !== undefined) model.close(closing, summed(model.reviewsOf(closing).map(outcomeOf)), decision);
    if (writes) model.stamp(name, expected, identity);
    model.decided(decision, verdict, standing, writes ? [{ path: name, from, to: expected, identity }] : []);
  };
  return { run, settle };
}

function settledBy(model: Model, review: Review): string[] | undefined {
  const reached = new Set<string>();
  const queue = [...review.actions];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const pair of model.action(id).pairs) {
      const other = model.reviewOf(pair.path, id);
      if (other === undefined || !other.isDecided) return undefined;
      queue.push(...other.actions);
    }
  }
  return [...reached].sort((a, b) => model.action(a).seq - model.action(b).seq);
}
