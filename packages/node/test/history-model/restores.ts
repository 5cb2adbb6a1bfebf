/** Restore, and undo of decisions: both put texts back and leave copies of what was there. */
import type { Model } from './model.js';
import type { DecidedFile, Decision, Review, Standing, Text } from './records.js';
import type { Foreseen } from './steps.js';

export function restores(model: Model, run: Foreseen['run'], all: readonly { path: string; text: Text }[]): Foreseen {
  const wanted = all.filter(({ path: name, text }) => model.text(name) !== text);
  if (wanted.length === 0) return { run, settle: undefined };
  const settle = ({ decision }: { decision: string }): void => {
    const files = wanted.map(({ path: name, text }) => putBack(model, name, text));
    recordRestored(model, files);
    model.decided(decision, 'restore', { actions: [], reviews: [] }, files);
  };
  return { run, settle };
}

function putBack(model: Model, name: string, text: Text): DecidedFile {
  const from = model.text(name);
  return { path: name, from, to: text, identity: model.put(name, text) };
}

function recordRestored(model: Model, files: readonly DecidedFile[]): void {
  for (const { path: name, from, to: text } of files) {
    model.addCopy(name, 'Before restore', from, null);
    model.addCopy(name, 'Restored', text, null);
  }
  for (const { path: name, to: text, identity } of files) model.stamp(name, text, identity);
  model.prune(files.map(({ path: name }) => name));
}

export function undoes(model: Model, decision: Decision | undefined, replaced: boolean): Foreseen {
  const id = decision?.id ?? 'd0000000000';
  const run: Foreseen['run'] = ({ review }) => review.undo(id, { acceptReplaced: replaced });
  if (decision === undefined) return { run, settle: undefined };
  const { before, after, files, verdict: _ } = decision;
  const ids = before.actions.map((one) => one.id);
  const said = ({ actions, reviews }: Standing): string =>
    JSON.stringify([actions, reviews.map(({ identity: __, ...review }) => review)]);
  const isPruned = ids.some((one) => model.action(one).pairs.some((pair) => pair.isPruned));
  const isAsLeft = ({ path: name, to: text, identity }: DecidedFile): boolean =>
    model.text(name) === text && (replaced || model.isSame(name, identity));
  if (said(model.standing(ids)) !== said(after) || isPruned || !files.every(isAsLeft))
    return { run, settle: undefined };
  const held = model.held();
  const needed = [
    ...files.map(({ from }) => from),
    ...before.reviews.flatMap(({ base, head, expected }) => [base, head, expected]),
  ];
  const settle = (answer: { decision: string }): void => {
    const stood = model.standing(ids);
    const done = files.map((file) => putBack(model, file.path, file.from));
    const isOf = (one: Review, other: Review): boolean => one.path === other.path && one.seq === other.seq;
    model.reviews = model.reviews.filter((one) => !after.reviews.some((other) => isOf(one, other)));
    for (const { id: of, status, decision: by } of before.actions)
      Object.assign(model.action(of), { status, decision: by });
    model.reviews.push(...structuredClone(before.reviews));
    recordRestored(model, done);
    model.decided(answer.decision, 'undo', stood, done);
  };
  return { run, settle, either: !needed.every((text) => text === null || held.has(text)) };
}
