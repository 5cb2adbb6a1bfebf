/** What agents and persons do to files, and what it adds to the model. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from '@verbatim/review';
import { type Model, must } from './model.js';
import type { Action, Review, Text } from './records.js';
import { withoutUndecided } from './review-text.js';
import type { Foreseen } from './steps.js';

export function personal(model: Model, root: string, name: string, text: Text): Foreseen {
  const file = must(model.files.get(name));
  const isThere = file.text !== null;
  if (text === null) rmSync(join(root, name), { force: true });
  else writeFileSync(join(root, name), text);
  // A save in place leaves the same file; a new one is another.
  if (isThere && text !== null) file.text = text;
  else model.put(name, text);
  return { run: async () => ({ outcome: 'unchanged' }), settle: undefined };
}

export function agentWrites(model: Model, paths: readonly string[], line: number, to: string): Foreseen {
  const changes = paths.map((name) => ({ path: name, to: withLine(model.text(name), line, to), isMove: false }));
  const edits = changes.map(
    ({ path: name, to: text }): Edit => ({ op: 'write', path: name, bytes: Buffer.from(text) }),
  );
  return agentDoes(model, 'apply', edits, true, changes);
}

export function agentDoes(
  model: Model,
  verb: string,
  edits: readonly Edit[],
  isPossible: boolean,
  all: readonly { path: string; to: Text; isMove: boolean }[],
): Foreseen {
  const run: Foreseen['run'] = ({ review }) => review.act(verb, edits);
  const changes = all.filter(({ path: name, to: text }) => model.text(name) !== text);
  if (!isPossible || changes.length === 0) return { run, settle: undefined };
  const settle = ({ action: id }: { action: string }): void => {
    const folds = changes.map(({ path: name }) => foldOf(model, name));
    const action: Action = { id, seq: model.next(), status: 'pending', pairs: [], decision: null };
    model.actions.push(action);
    changes.forEach(({ path: name, to: text, isMove }, index) => {
      const before = model.text(name);
      const identity = model.put(name, text);
      model.addCopy(name, 'Before agent edit', before, id);
      model.addCopy(name, 'Agent edit', text, id);
      action.pairs.push({ path: name, before, after: text, isMove, identity, isPruned: false });
      fold(folds[index], id, text, identity);
    });
    model.prune(changes.map(({ path: name }) => name));
  };
  return { run, settle };
}

function foldOf(model: Model, name: string): { review: Review; base: Text } | undefined {
  const [newest] = model.pendingOf(name);
  const review = newest === undefined ? undefined : model.reviewOf(name, newest.id);
  if (review === undefined || review.expected !== model.text(name)) return undefined;
  return { review, base: withoutUndecided(review) };
}

function fold(
  folded: { review: Review; base: Text } | undefined,
  id: string,
  head: Text,
  identity: number | null,
): void {
  if (folded === undefined) return;
  const { review, base } = folded;
  const actions = [...review.actions, id];
  Object.assign(review, { actions, base, head, verdicts: {}, expected: head, identity, isDecided: base === head });
}

/** An agent that writes by itself, into the file as it lies there. */
export function bracket(model: Model, root: string, name: string, text: string): Foreseen {
  const run: Foreseen['run'] = async ({ review }) => {
    const begun = await review.begin([name]);
    if (begun.outcome !== 'open') return begun;
    writeFileSync(join(root, name), text);
    const committed = await review.commit(begun.action);
    return { ...committed, action: begun.action };
  };
  const before = model.text(name);
  if (before === text) return { run: async () => ({ outcome: 'unchanged' }), settle: undefined };
  const settle = ({ action: id }: { action: string }): void => {
    const folded = foldOf(model, name);
    const action: Action = { id, seq: model.next(), status: 'pending', pairs: [], decision: null };
    model.actions.push(action);
    model.addCopy(name, 'Before agent edit', before, id);
    const file = must(model.files.get(name));
    if (before === null) model.put(name, text);
    else file.text = text;
    const { identity } = must(model.files.get(name));
    model.addCopy(name, 'Agent edit', text, id);
    action.pairs.push({ path: name, before, after: text, isMove: false, identity, isPruned: false });
    fold(folded, id, text, identity);
    model.prune([name]);
  };
  return { run, settle };
}

/** Replaces one line, or puts one in; an agent or a person who writes to no file makes it. */
export function withLine(text: Text, at: number, line: string): string {
  if (text === null) return `one\ntwo\nthree\n${line}`;
  const lines = text.split(/(?<=\n)/).filter((one) => one !== '');
  lines.splice(Math.min(at, lines.length), lines.length > 5 ? 2 : at % 2, line);
  return lines.join('');
}
