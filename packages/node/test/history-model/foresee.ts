import { pins, purges, saves } from './copies.js';
import { decides, judges } from './decisions.js';
import { agentDoes, agentWrites, bracket, personal, withLine } from './edits.js';
import type { Model } from './model.js';
import { restores, undoes } from './restores.js';
import { type Foreseen, pick, type Step } from './steps.js';

/** Undefined for a restart. Changes the disk only where a person does. */
export function foresee(model: Model, root: string, one: Step): Foreseen | undefined {
  switch (one.kind) {
    case 'restart':
      return undefined;
    case 'person':
    case 'person deletes':
      return personal(
        model,
        root,
        one.path,
        one.kind === 'person' ? withLine(model.text(one.path), one.line, one.to) : null,
      );
    case 'agent':
      return agentWrites(model, [one.path], one.line, one.to);
    case 'both':
      return agentWrites(model, ['a.txt', 'b.txt'], one.line, one.to);
    case 'bracket':
      return bracket(model, root, one.path, withLine(model.text(one.path), one.line, one.to));
    case 'delete':
      return agentDoes(model, 'delete', [{ op: 'delete', path: one.path }], model.text(one.path) !== null, [
        { path: one.path, to: null, isMove: false },
      ]);
    case 'move': {
      const { path: from, onto } = one;
      const isPossible = from !== onto && model.text(from) !== null && model.text(onto) === null;
      return agentDoes(model, 'move', [{ op: 'move', path: from, to: onto }], isPossible, [
        { path: from, to: null, isMove: true },
        { path: onto, to: model.text(from), isMove: true },
      ]);
    }
    case 'keep':
    case 'discard':
      return decides(model, one.kind, one.path, one.which);
    case 'accept':
    case 'reject':
      return judges(model, one.kind, one.path, one.which);
    case 'save':
      return saves(model, one.path);
    case 'pin':
    case 'unpin':
      return pins(model, one.path, one.which, one.kind === 'pin');
    case 'restore': {
      const copy = pick(model.copiesOf(one.path), one.which);
      return restores(
        model,
        ({ review }) => review.restore(one.path, copy?.id ?? 's0000000000'),
        copy === undefined ? [] : [copy],
      );
    }
    case 'restore action': {
      const action = pick(model.actions.toReversed(), one.which);
      const pairs = action === undefined || action.pairs.some(({ isPruned }) => isPruned) ? [] : action.pairs;
      const wanted = pairs.map(({ path: of, before }) => ({ path: of, text: before }));
      return restores(model, ({ review }) => review.restoreAction(action?.id ?? 'a0000000000'), wanted);
    }
    case 'undo':
      return undoes(model, pick(model.decisions.toReversed(), one.which), one.replaced);
    case 'purge':
      return purges(model, one.path);
  }
}
