/**
 * The model that a mixed load is checked against, of one page. The ledger's sequence is the order in which everything is
 * said to have happened. In that order each operation must start from what the one before left, agree with real time, and
 * take each action once; at its end lies what is on disk and in the ledger now. "Nothing waits" must be true at some moment
 * of the time in which it was asked.
 */
import { hashOf } from '@verbatim/core';
import type { LedgerView } from '@verbatim/ledger';
import { type Answered, type Logged, type Started, textOf } from './log.js';
import { sha256 } from './workspace.js';

export interface Checked {
  /** Operations that took effect. */
  readonly effects: number;
  /** Of those that were cut short, the ones that took effect. */
  readonly unacknowledged: number;
  /** Sentences; none where everything is as it must be. */
  readonly problems: readonly string[];
}

interface Step {
  readonly path: string;
  /** Undefined where the receipt does not tell it. */
  readonly from: string | null | undefined;
  readonly to: string | null;
}

interface Effect {
  /** Of the action, or of the decision. */
  readonly id: string;
  readonly seq: number;
  readonly started: Started;
  /** Undefined where nobody was told. */
  readonly ended: bigint | undefined;
  readonly steps: readonly Step[];
  /** The actions that it decides. */
  readonly actions: readonly string[];
  readonly outcome: string;
}

type Status = 'pending' | 'kept' | 'discarded' | 'decided one by one';

/** `nowAt` answers the hash of what lies on disk at a path; null where nothing does. */
export function checkHistory(
  logged: readonly Logged[],
  view: LedgerView,
  nowAt: (path: string) => string | null,
): Checked {
  const problems: string[] = [];
  const cutShort = logged.filter(({ answered }) => answered === undefined).map(({ started }) => started);
  const effects = distinct([
    ...logged.flatMap((one) => acknowledgedEffect(one)),
    ...cutShort.flatMap((started) => unacknowledgedEffect(view, started)),
  ]).sort((a, b) => a.seq - b.seq);
  const unacknowledged = effects.filter(({ ended }) => ended === undefined).length;
  const known = new Set(effects.map(({ id }) => id));
  for (const { id } of view.allActions()) if (!known.has(id)) problems.push(`nobody asked for the action ${id}`);

  const model = new Model(logged);
  const latest = new Moments(effects);
  effects.forEach((effect, index) => {
    const problem = (what: string): void => void problems.push(`${name(effect.started)}: ${what}`);
    if (effect.seq === effects[index - 1]?.seq) problem(`shares its place ${effect.seq} with another`);
    if (effect.ended !== undefined && effect.ended < latest.startUpTo(index))
      problem('comes after one that started later');
    model.apply(effect, index + 1, problem);
  });

  for (const [path, hash] of model.files) {
    if (nowAt(path) !== hash) problems.push(`${path} should be ${hash} and is ${nowAt(path)}`);
  }
  for (const [id, status] of model.statuses) {
    const found = view.action(id)?.status;
    if (status !== 'decided one by one' && found !== status) problems.push(`${id} should be ${status} and is ${found}`);
  }
  for (const { started, answered } of logged) {
    if (answered?.code !== 'NOTHING_PENDING' || !('target' in started.given)) continue;
    const { target } = started.given;
    if (target.kind !== 'file') continue;
    const [first, last] = latest.between(BigInt(started.started), BigInt(answered.ended));
    if (!model.wasFree(target.path, first, last)) problems.push(`${name(started)}: something did wait`);
  }
  return { effects: effects.length, unacknowledged, problems };
}

/** What every file holds, and how every action stands, after each effect in turn. */
class Model {
  readonly files = new Map<string, string | null>();
  readonly statuses = new Map<string, Status>();
  /** What anybody wrote, or composed by a verdict, at a path. */
  readonly #values = new Map<string, Set<string>>();
  /** The statuses that each decision found, for its undo. */
  readonly #found = new Map<string, ReadonlyMap<string, Status>>();
  readonly #takenBy = new Map<string, string>();
  readonly #paths = new Map<string, readonly string[]>();
  /** For each path, how many actions surely wait from which effect on. */
  readonly #waiting = new Map<string, { from: number; ids: ReadonlySet<string> }[]>();

  constructor(logged: readonly Logged[]) {
    for (const { started } of logged) {
      if (started.given.verb !== 'edit') continue;
      for (const one of started.given.puts) this.#valuesAt(one.path).add(sha256(textOf(one)));
    }
  }

  /** `count` effects have been applied with this one. */
  apply({ id, started, steps, actions, outcome }: Effect, count: number, problem: (what: string) => void): void {
    const { given } = started;
    for (const { path, from, to } of steps) {
      const was = this.files.get(path) ?? null;
      if (from !== undefined && from !== was) problem(`${path} was ${was}, and this started from ${from}`);
      if (given.verb === 'reject' && to !== null) this.#valuesAt(path).add(to);
      if (to !== null && !this.#valuesAt(path).has(to)) problem(`nobody wrote ${to} into ${path}`);
      this.files.set(path, to);
    }
    if (given.verb === 'edit' || given.verb === 'delete') {
      this.#paths.set(
        id,
        steps.map(({ path }) => path),
      );
      this.#put(id, 'pending', count);
      return;
    }
    this.#found.set(id, new Map(actions.map((action) => [action, this.statuses.get(action) ?? 'pending'])));
    for (const action of actions) {
      const status = this.statuses.get(action);
      if (given.verb === 'undo') {
        if (this.#takenBy.get(action) !== given.decision) problem(`${action} is not under the decision`);
        this.#put(action, this.#found.get(given.decision)?.get(action) ?? 'decided one by one', count);
      } else {
        const allowed = given.verb === 'discard' ? ['pending', 'kept'] : ['pending'];
        if (status !== 'decided one by one' && !allowed.includes(status ?? '')) problem(`${action} was ${status}`);
        // Of several that are decided together each becomes `mixed` where changes of one were rejected before.
        const isOne = given.verb === 'reject' || status === 'decided one by one' || outcome === 'mixed';
        this.#put(action, isOne ? 'decided one by one' : given.verb === 'keep' ? 'kept' : 'discarded', count);
      }
      this.#takenBy.set(action, id);
    }
  }

  /** True where at some moment after `first` to `last` effects nothing surely waited. */
  wasFree(path: string, first: number, last: number): boolean {
    const changes = this.#waiting.get(path) ?? [];
    const before = changes.findLast(({ from }) => from <= first)?.ids.size ?? 0;
    return before === 0 || changes.some(({ from, ids }) => from > first && from <= last && ids.size === 0);
  }

  #put(action: string, status: Status, count: number): void {
    this.statuses.set(action, status);
    for (const path of this.#paths.get(action) ?? []) {
      const changes = this.#waiting.get(path) ?? [];
      const ids = new Set(changes.at(-1)?.ids);
      if (status === 'pending') ids.add(action);
      else ids.delete(action);
      changes.push({ from: count, ids });
      this.#waiting.set(path, changes);
    }
  }

  #valuesAt(path: string): Set<string> {
    const values = this.#values.get(path) ?? new Set();
    this.#values.set(path, values);
    return values;
  }
}

/** When effects started and ended, for questions about an order. */
class Moments {
  /** The latest start among the effects up to each. */
  readonly #starts: bigint[] = [];
  /** The earliest end among the effects from each on. */
  readonly #ends: bigint[] = [];

  constructor(effects: readonly Effect[]) {
    for (const { started } of effects) this.#starts.push(larger(BigInt(started.started), this.#starts.at(-1) ?? 0n));
    let end: bigint | undefined;
    for (const { ended } of effects.toReversed()) {
      if (ended !== undefined && (end === undefined || ended < end)) end = ended;
      this.#ends.push(end ?? 2n ** 64n);
    }
    this.#ends.reverse();
  }

  /** The latest start of an effect before this one. */
  startUpTo(index: number): bigint {
    return this.#starts[index - 1] ?? 0n;
  }

  /** How many effects had surely happened at a start, and how many may have happened at an end. */
  between(start: bigint, end: bigint): [number, number] {
    return [countWhile(this.#ends, (one) => one < start), countWhile(this.#starts, (one) => one <= end)];
  }
}

interface Told extends Effect {
  /** Told again: it was done before, under this key or by a decision of the same kind. */
  readonly isReplayed: boolean;
}

function acknowledgedEffect({ started, answered }: Logged): Told[] {
  const id = answered?.decision ?? answered?.action;
  if (answered === undefined || id === undefined || answered.seq === undefined) return [];
  const { seq, actions = [], replayed = false, outcome } = answered;
  return [
    {
      id,
      seq,
      started,
      ended: BigInt(answered.ended),
      outcome,
      steps: stepsOf(started, answered),
      actions,
      isReplayed: replayed,
    },
  ];
}

/**
 * Whoever is told again what was done before has done nothing, unless nobody is known who has: then it was the first to
 * start, which was killed before it was told.
 */
function distinct(told: readonly Told[]): Effect[] {
  const found = new Map<string, Told>();
  const rank = ({ isReplayed, started }: Told): bigint => (isReplayed ? BigInt(started.started) : 0n);
  for (const one of told) {
    const other = found.get(one.id);
    if (other === undefined || rank(one) < rank(other)) found.set(one.id, one);
  }
  return [...found.values()];
}

function stepsOf({ given: { verb } }: Started, { files }: Answered): Step[] {
  return files.flatMap(({ path, did, sha256: { before, after, now } }): Step[] => {
    if (did === 'nothing') return [];
    switch (verb) {
      case 'edit':
      case 'delete':
        return [{ path, from: before, to: after }];
      case 'restore':
      case 'undo':
        return [{ path, from: before, to: now }];
      default:
        // A chain of which some changes were rejected does not start from what the agent left.
        return [{ path, from: undefined, to: now }];
    }
  });
}

/** What took effect although nobody was told: it is stored under its key (P13). */
function unacknowledgedEffect(view: LedgerView, started: Started): Told[] {
  const key = `${started.process} ${started.n}`;
  const answer = view.key(sha256(JSON.stringify([null, key])))?.answer as Partial<Answered> | undefined;
  if (answer?.decision !== undefined) {
    const decision = view.decision(answer.decision);
    if (decision === undefined) return [];
    const { id, seq, actions } = decision;
    const steps = decision.files.map(({ path, from, to }) => ({
      path,
      from: hashOf(from.state),
      to: hashOf(to.state),
    }));
    const { outcome = '' } = answer;
    return [{ id, seq, started, ended: undefined, steps, actions, outcome, isReplayed: false }];
  }
  const action = answer?.action === undefined ? undefined : view.action(answer.action);
  if (action === undefined) return [];
  const steps = view.pairs(action.id).map((pair) => ({
    path: pair.path,
    from: stateHash(view, pair.before),
    to: pair.after === null ? null : stateHash(view, pair.after),
  }));
  const { id, seq } = action;
  return [{ id, seq, started, ended: undefined, steps, actions: [], outcome: 'pending', isReplayed: false }];
}

function stateHash(view: LedgerView, snapshot: string): string | null {
  const state = view.snapshot(snapshot)?.state;
  return state === undefined ? null : hashOf(state);
}

function name({ process, n, given }: Started): string {
  const { verb, ...about } = given;
  return `${process} ${n}, ${verb} ${'puts' in about ? about.puts.map(({ path }) => path).join(' ') : JSON.stringify(about)}`;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Of an array on which `isSo` is true up to a place and false from there on. */
function countWhile(from: readonly bigint[], isSo: (value: bigint) => boolean): number {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(from[middle] as bigint)) low = middle + 1;
    else high = middle;
  }
  return low;
}
