/**
 * Everything that History and decisions can do to a few files, in any order, against a plain model in memory of what must be
 * on disk, in history and among the copies. After each step the ledger is whole, no copy is there that nobody needs, and
 * none is missing that somebody does.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangeId, compose, findChanges } from '@verbatim/format-text';
import { openDisk, systemCalls } from '@verbatim/fs';
import { sha256 } from '@verbatim/ledger';
import type { Edit, HistoryEntry } from '@verbatim/review';
import { faulty } from '@verbatim/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Verbatim } from '../src/open-verbatim.js';
import { makeScratch, open } from './scratch.js';

/** Nothing here sends signals, and every opened workspace would listen for them. */
const signals = { hold: () => () => {} };

const isLong = process.env['VERBATIM_LONG'] !== undefined;
const runs = isLong ? 2_000 : 8;
const seed = 11;
const stepCounts = isLong ? { minLength: 20, maxLength: 45 } : { minLength: 15, maxLength: 25 };
/** Two of them differ by case alone. */
const names = ['a.txt', 'A.txt', 'b.txt'] as const;
const copiesMax = 8;
/** Copies that always find room beside restore points and pins. */
const floorCopies = 4;

type Text = string | null;
type Verdict = 'accept' | 'reject';
type Label = HistoryEntry['label'];

interface Pair {
  readonly path: string;
  readonly before: Text;
  after: Text;
  readonly isMove: boolean;
  identity: number | null;
  isPruned: boolean;
}

interface Action {
  readonly id: string;
  readonly seq: number;
  status: 'pending' | 'kept' | 'discarded' | 'mixed' | 'cancelled';
  pairs: Pair[];
  decision: string | null;
}

interface Copy {
  id: string;
  readonly seq: number;
  readonly path: string;
  readonly label: Label;
  readonly text: Text;
  readonly action: string | null;
  pinned: boolean;
}

interface Review {
  readonly path: string;
  readonly seq: number;
  actions: string[];
  readonly original: Text;
  base: Text;
  head: Text;
  verdicts: Record<string, Verdict>;
  expected: Text;
  identity: number | null;
  isDecided: boolean;
  isUndone: boolean;
}

interface Standing {
  readonly actions: readonly { id: string; status: Action['status']; decision: string | null }[];
  readonly reviews: Review[];
}

interface DecidedFile {
  readonly path: string;
  readonly from: Text;
  readonly to: Text;
  readonly identity: number | null;
}

interface Decision {
  readonly id: string;
  readonly seq: number;
  readonly verdict: string;
  readonly before: Standing;
  readonly after: Standing;
  readonly files: readonly DecidedFile[];
  isReleased: boolean;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the model lacks what it needs');
  return value;
};

/** What must be on disk, in history and in the copies folder; every method is one rule of the design, section 6. */
class Model {
  readonly files = new Map<string, { text: Text; identity: number }>(names.map((path) => [path, fresh(null)]));
  readonly actions: Action[] = [];
  copies: Copy[] = [];
  reviews: Review[] = [];
  readonly decisions: Decision[] = [];
  hadFaults = false;
  /** True until a clean-up that failed is made good by whoever opens the workspace next. */
  mayHaveLeftovers = false;
  #seq = 0;
  readonly #bytesMax: number | null;

  constructor(bytesMax: number | null) {
    this.#bytesMax = bytesMax;
  }

  next(): number {
    return ++this.#seq;
  }

  text(path: string): Text {
    return must(this.files.get(path)).text;
  }

  put(path: string, text: Text): number | null {
    const file = fresh(text);
    this.files.set(path, file);
    return text === null ? null : file.identity;
  }

  isSame(path: string, identity: number | null): boolean {
    return this.text(path) === null || identity === null || must(this.files.get(path)).identity === identity;
  }

  action(id: string): Action {
    return must(this.actions.find((one) => one.id === id));
  }

  pairOf(action: Action, path: string): Pair {
    return must(action.pairs.find((pair) => pair.path === path));
  }

  /** Newest first. */
  pendingOf(path: string): Action[] {
    return this.touching(path).filter(({ status }) => status === 'pending');
  }

  touching(path: string): Action[] {
    const found = this.actions.filter(({ pairs }) => pairs.some((pair) => pair.path === path));
    return found.sort((a, b) => b.seq - a.seq);
  }

  reviewOf(path: string, action: string): Review | undefined {
    return this.reviews.find((review) => review.path === path && review.actions.includes(action));
  }

  copiesOf(path: string): Copy[] {
    return this.copies.filter((copy) => copy.path === path).sort((a, b) => b.seq - a.seq);
  }

  olderInChain(path: string, newest: Action, older: readonly Action[]): Action[] {
    const review = this.reviewOf(path, newest.id);
    if (review !== undefined) return older.filter(({ id }) => review.actions.includes(id));
    const chain: Action[] = [];
    for (const one of older) {
      const above = chain.at(-1) ?? newest;
      if (this.reviewOf(path, one.id) !== undefined) break;
      if (this.pairOf(one, path).after !== this.pairOf(above, path).before) break;
      chain.push(one);
    }
    return chain;
  }

  topChain(path: string): Action[] {
    const [newest, ...older] = this.pendingOf(path);
    return newest === undefined ? [] : [newest, ...this.olderInChain(path, newest, older)];
  }

  closure(verdict: 'keep' | 'discard', start: readonly Action[]): Action[] {
    const reached = new Set<Action>();
    const queue = [...start];
    for (let action = queue.pop(); action !== undefined; action = queue.pop()) {
      if (reached.has(action)) continue;
      reached.add(action);
      for (const { path } of action.pairs) {
        queue.push(...(this.reviewOf(path, action.id)?.actions ?? []).map((id) => this.action(id)));
        const pending = this.pendingOf(path);
        const { seq } = action;
        if (verdict === 'discard') queue.push(...pending.filter((one) => one.seq > seq));
        else {
          const [from, ...older] = pending.filter((one) => one.seq <= seq);
          if (from !== undefined) queue.push(...this.olderInChain(path, from, older));
        }
      }
    }
    return [...reached].sort((a, b) => a.seq - b.seq);
  }

  standing(ids: readonly string[]): Standing {
    const actions = ids.map((id) => this.action(id)).map(({ id, status, decision }) => ({ id, status, decision }));
    return structuredClone({ actions, reviews: this.reviewsOf(ids) });
  }

  reviewsOf(ids: readonly string[]): Review[] {
    const found = new Set<Review>();
    for (const id of ids) {
      for (const { path } of this.action(id).pairs) {
        const review = this.reviewOf(path, id);
        if (review !== undefined) found.add(review);
      }
    }
    return [...found];
  }

  addCopy(path: string, label: Label, text: Text, action: string | null): void {
    this.copies.push({ id: '', seq: this.next(), path, label, text, action, pinned: false });
  }

  close(ids: readonly string[], status: Action['status'], decision: string): void {
    this.reviews = this.reviews.filter(({ actions }) => !actions.some((id) => ids.includes(id)));
    for (const id of ids) Object.assign(this.action(id), { status, decision });
  }

  decided(id: string, verdict: string, before: Standing, files: readonly DecidedFile[]): void {
    const ids = before.actions.map((one) => one.id);
    const after = this.standing(ids);
    this.decisions.push({ id, seq: this.next(), verdict, before, after, files, isReleased: false });
    this.prune(ids.flatMap((one) => this.action(one).pairs.map(({ path }) => path)));
  }

  /** Our own write made another file: the pairs that left it so are about that one now. */
  stamp(path: string, text: Text, identity: number | null): void {
    const [top] = this.pendingOf(path);
    const kept = this.touching(path).find(({ status }) => status === 'kept');
    for (const action of [top, kept]) {
      if (action === undefined) continue;
      const pair = this.pairOf(action, path);
      if (!pair.isPruned && pair.after === text) pair.identity = identity;
    }
    const review = top === undefined ? undefined : this.reviewOf(path, top.id);
    if (review?.expected === text) review.identity = identity;
  }

  isWaiting(id: string | null): boolean {
    return id !== null && this.action(id).status === 'pending';
  }

  unitsOf(path: string, copies: readonly Copy[]): Copy[][] {
    const units = new Map<string, Copy[]>();
    for (const copy of copies.filter((one) => one.path === path)) {
      const name = copy.action ?? `alone ${copy.seq}`;
      units.set(name, [...(units.get(name) ?? []), copy]);
    }
    return [...units.values()].sort((a, b) => must(a[0]).seq - must(b[0]).seq);
  }

  removable(path: string): Copy[][] {
    const units = this.unitsOf(
      path,
      this.copies.filter(({ action }) => !this.isWaiting(action)),
    );
    const newest = (label: Label) => units.findLast((unit) => unit.some((copy) => copy.label === label));
    const floor = [newest('Agent edit'), newest('Before restore'), newest('Restored')];
    return units.filter((unit) => !floor.includes(unit) && !unit.some(({ pinned }) => pinned));
  }

  prune(paths: readonly string[]): void {
    const isPoint = ([copy]: Copy[]): boolean => copy?.label === 'Restore point';
    for (const path of new Set(paths)) {
      const units = this.removable(path);
      for (const unit of [...units.filter((one) => !isPoint(one)), ...units.filter(isPoint)]) {
        if (this.copiesOf(path).filter(({ action }) => !this.isWaiting(action)).length <= copiesMax) break;
        this.remove(path, unit);
      }
    }
    const max = this.#bytesMax;
    if (max === null || this.heldBytes() <= max) return;
    const units = names.flatMap((path) => this.removable(path).map((unit) => ({ path, unit })));
    units.sort((a, b) => must(a.unit[0]).seq - must(b.unit[0]).seq);
    const ordered = [...units.filter(({ unit }) => !isPoint(unit)), ...units.filter(({ unit }) => isPoint(unit))];
    for (const { path, unit } of ordered) {
      if (this.heldBytes() <= max) return;
      this.remove(path, unit);
    }
  }

  remove(path: string, unit: readonly Copy[]): void {
    this.copies = this.copies.filter((copy) => !unit.includes(copy));
    const action = unit[0]?.action ?? null;
    if (action !== null) for (const pair of this.action(action).pairs) if (pair.path === path) pair.isPruned = true;
    const newest = Math.max(...unit.map(({ seq }) => seq));
    for (const decision of this.decisionsOn(path)) {
      const ids = decision.before.actions.map(({ id }) => id);
      const isOver = decision.seq <= newest || (action !== null && ids.includes(action));
      if (isOver && !ids.some((id) => this.isWaiting(id))) decision.isReleased = true;
    }
  }

  /** Those that hold copies of the file. */
  decisionsOn(path: string): Decision[] {
    return this.decisions.filter(
      ({ isReleased, before, after, files }) =>
        !isReleased && [...before.reviews, ...after.reviews, ...files].some((one) => one.path === path),
    );
  }

  /** The copies that only the person can remove: restore points and pinned units. */
  guarded(path: string): number {
    const units = this.unitsOf(path, this.copies).filter((unit) =>
      unit.some(({ label, pinned }) => pinned || label === 'Restore point'),
    );
    return units.flat().length;
  }

  held(): Set<string> {
    const ofReview = ({ original, base, head, expected }: Review): Text[] => [original, base, head, expected];
    const ofDecision = ({ before, after, files }: Decision): Text[] => [
      ...[...before.reviews, ...after.reviews].flatMap(ofReview),
      ...files.flatMap(({ from, to }) => [from, to]),
    ];
    const decisions = this.decisions.filter(({ isReleased }) => !isReleased);
    const all = [
      ...this.copies.map(({ text }) => text),
      ...this.reviews.flatMap(ofReview),
      ...decisions.flatMap(ofDecision),
    ];
    return new Set(all.filter((text) => text !== null));
  }

  heldBytes(): number {
    return [...this.held()].reduce((sum, text) => sum + text.length, 0);
  }
}

let identities = 0;
function fresh(text: Text): { text: Text; identity: number } {
  return { text, identity: ++identities };
}

type Step = { readonly fault?: { readonly at: number; readonly lasting: boolean } | undefined } & (
  | { readonly kind: 'person' | 'agent' | 'bracket'; readonly path: string; readonly line: number; readonly to: string }
  | { readonly kind: 'both'; readonly line: number; readonly to: string }
  | { readonly kind: 'person deletes' | 'delete' | 'save' | 'purge'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly onto: string }
  | { readonly kind: 'keep' | 'discard'; readonly path: string; readonly which: number | null }
  | { readonly kind: Verdict | 'pin' | 'unpin' | 'restore'; readonly path: string; readonly which: number }
  | { readonly kind: 'undo' | 'restore action'; readonly which: number; readonly replaced: boolean }
  | { readonly kind: 'restart' }
);

const path = fc.constantFrom(...names);
const line = fc.nat(3);
const to = fc.constantFrom('p\n', 'q\n', 'r\n', 'two\nlines\n');
const which = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(20) });
const fault = fc.oneof(
  { weight: 14, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ at: fc.integer({ min: 1, max: 60 }), lasting: fc.boolean() }) },
);
const kinds = <T extends string>(...all: T[]) => fc.constantFrom(...all);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: kinds('agent', 'agent', 'bracket', 'person'), path, line, to, fault }) },
  { weight: 2, arbitrary: fc.record({ kind: kinds('both'), line, to, fault }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kinds('delete', 'person deletes', 'save', 'save', 'save', 'purge'), path, fault }),
  },
  { weight: 7, arbitrary: fc.record({ kind: kinds('move'), path, onto: path, fault }) },
  {
    weight: 9,
    arbitrary: fc.record({ kind: kinds('keep', 'discard'), path, which: fc.option(which, { nil: null }), fault }),
  },
  {
    weight: 13,
    arbitrary: fc.record({ kind: kinds('accept', 'reject', 'restore', 'restore', 'pin', 'unpin'), path, which, fault }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kinds('undo', 'undo', 'undo', 'restore action'),
      which,
      replaced: fc.boolean(),
      fault,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kinds('restart') }) },
);

/** What must come of a step: how to take it, whether it changes anything, and what the model is then. */
interface Foreseen {
  readonly run: (verbatim: Verbatim) => Promise<{ outcome: string; action?: string; decision?: string }>;
  /** Undefined where it must be refused, or change nothing. `either`: what is not held any more may be there still. */
  readonly settle: ((answer: { action: string; decision: string }) => void) | undefined;
  readonly either?: boolean;
}

test('whatever order edits, decisions, restores, undo, pins and purges come in, disk, history and copies are as they must be', {
  timeout: 3_600_000,
}, async () => {
  const told = new Map<string, number>();
  const tell = (what: string): void => void told.set(what, (told.get(what) ?? 0) + 1);
  const budget = fc.constantFrom(null, null, 150);
  await fc.assert(
    fc.asyncProperty(fc.array(step, stepCounts), budget, async (steps, bytesMax) => {
      // No power is cut here, so nothing has to be flushed; a flush can fail all the same.
      const calls = faulty({ ...systemCalls(), flush() {} });
      const scratch = makeScratch({ disk: (trashFolder) => openDisk({ calls: calls.calls, trashFolder }) });
      const limits = { snapshotsPerFileMax: copiesMax, ledgerBytesMax: bytesMax };
      const model = new Model(bytesMax);
      for (const name of ['a.txt', 'b.txt']) personal(model, scratch.root, name, `${name}\ntwo\nthree\nfour\n`);
      let verbatim = await open(scratch, { limits, signals });
      const reopen = async (): Promise<void> => {
        await verbatim.close();
        verbatim = await open(scratch, { limits, signals });
        model.mayHaveLeftovers = false;
      };
      try {
        for (const one of [...steps, { kind: 'restart' } as const]) {
          const foreseen = foresee(model, scratch.root, one);
          if (foreseen === undefined) {
            await reopen();
            tell('reopened');
          } else {
            const { fault: plan, kind } = one;
            if (plan !== undefined && kind !== 'bracket' && kind !== 'purge') {
              const code = plan.at % 2 === 0 ? 'ENOSPC' : 'EIO';
              calls.arm({ at: plan.at, fault: { kind: 'error', code, lasting: plan.lasting } });
            }
            let answer: Awaited<ReturnType<Foreseen['run']>> | undefined;
            try {
              answer = await foreseen.run(verbatim);
            } catch (error) {
              if (!calls.struck) throw error;
            }
            const hasStruck = calls.struck;
            calls.arm();
            calls.disarm();
            if (hasStruck) model.hadFaults = model.mayHaveLeftovers = true;
            const isDone = answer !== undefined && !['refused', 'unchanged', 'cancelled'].includes(answer.outcome);
            if (answer === undefined) {
              await reopen();
              tell('crashed');
            } else if (hasStruck && !isDone) {
              tell('stopped by a fault');
            } else if (foreseen.settle === undefined) {
              if (isDone && !isReplay(model, answer)) expect([kind, answer]).toEqual([kind, 'nothing must come of it']);
              tell(`${kind}: ${answer.outcome}`);
            } else if (!isDone && foreseen.either === true) {
              tell(`${kind}: gone`);
            } else {
              if (!isDone) expect([kind, answer]).toEqual([kind, 'this must be done']);
              foreseen.settle({ action: answer.action ?? '', decision: answer.decision ?? '' });
              tell(`${kind}: done`);
            }
          }
          await check(verbatim, scratch.root, model);
        }
      } finally {
        calls.disarm();
        await verbatim.close();
        rmSync(scratch.path, { recursive: true, force: true });
      }
    }),
    { numRuns: runs, seed, endOnFailure: isLong },
  );
  if (!isLong) return;
  console.log(Object.fromEntries([...told].sort(([a], [b]) => (a < b ? -1 : 1))));
  for (const what of ['undo: done', 'restore: done', 'discard: done', 'reject: done', 'purge: done', 'move: done']) {
    expect([what, told.get(what) ?? 0]).not.toEqual([what, 0]);
  }
});

/** Deciding twice answers as it did the first time. */
function isReplay(model: Model, { decision }: { decision?: string }): boolean {
  return model.decisions.some(({ id }) => id === decision);
}

async function check({ ledger, review }: Verbatim, root: string, model: Model): Promise<void> {
  const onDisk = names.map((name) => [name, read(root, name)]);
  expect(onDisk).toEqual(names.map((name) => [name, model.text(name)]));
  const strange = readdirSync(root).filter((name) => !(names as readonly string[]).includes(name));
  if (!model.mayHaveLeftovers) expect(strange).toEqual([]);

  for (const name of names) {
    const found = ledger.read((view) => view.copiesOf(name));
    const expected = model.copiesOf(name);
    const shown = (copy: { label: string; pinned: boolean; action: string | null }, hash: string | null) =>
      `${copy.label} ${hash?.slice(0, 8) ?? 'none'} ${copy.action ?? ''} ${copy.pinned ? 'pinned' : ''}`;
    expect(found.map((copy) => shown(copy, copy.state.kind === 'present' ? copy.state.hash : null))).toEqual(
      expected.map((copy) => shown(copy, copy.text === null ? null : sha256(copy.text))),
    );
    found.forEach(({ id }, index) => {
      must(expected[index]).id = id;
    });
    await checkHistory(review, name, expected);
  }
  const waiting = (await review.status()).actions.map(({ id }) => id);
  const pending = model.actions.filter(({ status }) => status === 'pending').sort((a, b) => a.seq - b.seq);
  expect(waiting).toEqual(pending.map(({ id }) => id));
  for (const { id, status } of model.actions) {
    expect([id, ledger.read((view) => view.mustAction(id).status)]).toEqual([id, status]);
  }
  // The records of transitions that are done with go first; until then they name their copies.
  ledger.lease('settle', () => {});
  ledger.freeReleased();
  const hashes = [...model.held()].map((text) => sha256(text)).sort();
  const stored = readdirSync(join(ledger.dir, 'copies')).filter((name) => !name.startsWith('.tmp-'));
  // What was stored for a step that a fault stopped may lie there, and harms nobody.
  expect(model.hadFaults ? stored.filter((hash) => hashes.includes(hash)).sort() : stored.sort()).toEqual(hashes);
  expect(ledger.read((view) => view.heldBytes())).toBe(model.heldBytes());
  expect(ledger.verify().problems).toEqual([]);
}

/** Everything listed is restorable, in order, told once, and pages join without a gap. */
async function checkHistory(review: Verbatim['review'], name: string, own: readonly Copy[]): Promise<void> {
  const target = { kind: 'file', path: name } as const;
  const page = async (options: object) => {
    const answer = await review.history(target, options);
    if (answer.outcome === 'refused') throw new Error(answer.message);
    return answer;
  };
  const all = (await page({ count: 1_000 })).copies;
  expect(all.filter(({ restorable }) => !restorable)).toEqual([]);
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => own.some((copy) => copy.id === id))).toEqual(own.map(({ id }) => id));
  const joined: string[] = [];
  let below: number | undefined;
  do {
    const { copies, next } = await page({ count: 5, ...(below === undefined ? {} : { below }) });
    joined.push(...copies.map(({ id }) => id));
    below = next;
  } while (below !== undefined);
  expect(joined).toEqual(ids);
}

function read(root: string, name: string): Text {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch {
    return null;
  }
}

/** Replaces one line, or puts one in; an agent or a person who writes to no file makes it. */
function withLine(text: Text, at: number, line: string): string {
  if (text === null) return `one\ntwo\nthree\n${line}`;
  const lines = text.split(/(?<=\n)/).filter((one) => one !== '');
  lines.splice(Math.min(at, lines.length), lines.length > 5 ? 2 : at % 2, line);
  return lines.join('');
}

/** Undefined for a restart. Changes the disk only where a person does. */
function foresee(model: Model, root: string, one: Step): Foreseen | undefined {
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

function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[which % Math.max(all.length, 1)];
}

function personal(model: Model, root: string, name: string, text: Text): Foreseen {
  const file = must(model.files.get(name));
  const isThere = file.text !== null;
  if (text === null) rmSync(join(root, name), { force: true });
  else writeFileSync(join(root, name), text);
  // A save in place leaves the same file; a new one is another.
  if (isThere && text !== null) file.text = text;
  else model.put(name, text);
  return { run: async () => ({ outcome: 'unchanged' }), settle: undefined };
}

function agentWrites(model: Model, paths: readonly string[], line: number, to: string): Foreseen {
  const changes = paths.map((name) => ({ path: name, to: withLine(model.text(name), line, to), isMove: false }));
  const edits = changes.map(({ path: name, to: text }): Edit => ({ op: 'write', path: name, bytes: bytes(text) }));
  return agentDoes(model, 'apply', edits, true, changes);
}

function agentDoes(
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

function changesOf({ base, head, path: name }: Pick<Review, 'base' | 'head' | 'path'>) {
  if (base === null || head === null) return undefined;
  return findChanges(bytes(base), bytes(head), { fileName: name });
}

function composed(review: Review, verdictOf: (id: string) => Verdict): Text {
  const set = must(changesOf(review));
  const verdicts = new Map<ChangeId, Verdict>(set.changes.map(({ id }) => [id, verdictOf(id)]));
  return Buffer.from(compose(set, verdicts)).toString();
}

function withoutUndecided(review: Review): Text {
  if (!Object.values(review.verdicts).includes('accept')) return review.base;
  return composed(review, (id) => review.verdicts[id] ?? 'reject');
}

/** An agent that writes by itself, into the file as it lies there. */
function bracket(model: Model, root: string, name: string, text: string): Foreseen {
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

interface Unwound {
  readonly path: string;
  readonly after: Text;
  readonly before: Text;
  readonly original: Text;
  readonly identity: number | null;
}

function decides(model: Model, verdict: 'keep' | 'discard', name: string, which: number | null): Foreseen {
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

function judges(model: Model, verdict: Verdict, name: string, which: number): Foreseen {
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

function saves(model: Model, name: string): Foreseen {
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

function pins(model: Model, name: string, which: number, isPinned: boolean): Foreseen {
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

function restores(model: Model, run: Foreseen['run'], all: readonly { path: string; text: Text }[]): Foreseen {
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

function undoes(model: Model, decision: Decision | undefined, replaced: boolean): Foreseen {
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

/** All that there is of the file under any of its names goes. */
function purges(model: Model, name: string): Foreseen {
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
