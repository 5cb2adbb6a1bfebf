/**
 * A mixed load: random edits, verdicts and restores, each told in a log before it starts and after it ends, so that whoever
 * kills the process, or cuts its power, knows what was acknowledged. What was cut short is repeated under its key first.
 */
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import type { Ledger, LedgerView } from '@verbatim/ledger';
import type { Edit, FileReceipt, Review, ReviewLimits, Target } from '../../../src/index.js';
import { random } from '../../chance.js';
import { idOf, lineFormats } from '../../line-formats.js';
import { type Answered, type Given, type Put, readLog, type Started, textOf } from '../../log.js';
import { action, file, openWorkspace, put, type SwapOrder } from '../../workspace.js';

export interface Mixing {
  readonly base: string;
  readonly order: SwapOrder;
  /** Names the process in keys, in its own files and in what it writes. */
  readonly name: string;
  readonly seed: string;
  /** Absolute path of the log; it is appended to. */
  readonly log: string;
  /** Ends after so many operations, else when it is told to. */
  readonly rounds?: number;
  readonly limits?: Partial<ReviewLimits>;
}

/** What the process is told: to wait between two operations, which it answers with `paused`, to go on, or to end. */
export type Wish = 'pause' | 'go on' | 'stop';

const ownFiles = 3;
const sharedFiles = ['shared/0.md', 'shared/1.md', 'shared/2.md', 'shared/3.md'];
const longestLines = 40;
/** Actions that wait, at which all of them are kept: else what there is to say of them grows and grows. */
const pendingMax = 30;

export async function mix(options: Mixing): Promise<void> {
  const { base, order, name, seed, log, limits = {} } = options;
  const before = readLog(log);
  const w = await openWorkspace({ base, order, review: { formats: lineFormats, limits } });
  await w.review.recover();
  process.send?.('ready');
  let wish: Wish = 'go on';
  process.on('message', (told: Wish) => {
    wish = told;
  });
  // Whoever started it is gone: nobody else would end it.
  process.on('disconnect', () => process.exit());

  const next = random(`${seed} ${name} ${before.length}`);
  const tell = (line: Started | Answered): void => appendFileSync(log, `${JSON.stringify(line)}\n`);
  let n = before.at(-1)?.started.n ?? 0;
  const cutShort = before.at(-1)?.answered === undefined ? before.at(-1)?.started : undefined;
  if (cutShort !== undefined) tell(await answerTo(w.review, w.ledger, cutShort));
  for (let round = 1; round <= (options.rounds ?? Number.POSITIVE_INFINITY); round++) {
    if (asWished(wish) === 'pause') {
      process.send?.('paused');
      while (asWished(wish) === 'pause') await once(process, 'message');
    }
    if (asWished(wish) === 'stop') break;
    n++;
    const given = w.ledger.read((view) => choose(view, name, n, next));
    const started: Started = { process: name, n, started: now(), given };
    tell(started);
    tell(await answerTo(w.review, w.ledger, started));
    // So that a message is heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
  w.review.close();
  await w.ledger.close();
  process.send?.('done', () => process.exit());
}

/** Told apart from what the compiler takes it to be: it changes whenever a message arrives. */
function asWished(wish: Wish): Wish {
  return wish;
}

/** Carries out what was started, and tells what came of it. */
export async function answerTo(review: Review, ledger: Pick<Ledger, 'read'>, told: Started): Promise<Answered> {
  const { process: name, n, given } = told;
  try {
    const answer = await perform(review, given, `${name} ${n}`);
    const seq = ledger.read((view) => {
      if ('decision' in answer) return view.decision(answer.decision)?.seq;
      return 'action' in answer ? view.action(answer.action)?.seq : undefined;
    });
    return {
      n,
      ended: now(),
      outcome: answer.outcome,
      ...('code' in answer ? { code: answer.code } : {}),
      ...('action' in answer ? { action: answer.action } : {}),
      ...('decision' in answer ? { decision: answer.decision } : {}),
      ...('actions' in answer ? { actions: answer.actions } : {}),
      ...('replayed' in answer ? { replayed: true } : {}),
      ...(seq === undefined ? {} : { seq }),
      ...('rescued' in answer ? { rescued: answer.rescued } : {}),
      files: 'files' in answer && answer.outcome !== 'refused' ? (answer.files as readonly FileReceipt[]) : [],
    };
  } catch (error) {
    const { code = 'none', stack = '' } = error as { code?: string; stack?: string };
    return { n, ended: now(), outcome: 'fault', code, message: stack, files: [] };
  }
}

type Answer = Awaited<ReturnType<Review['act' | 'discard' | 'restore' | 'undo' | 'save']>>;

function perform(review: Review, given: Given, key: string): Promise<Answer> {
  switch (given.verb) {
    case 'edit':
      return review.act(
        'apply',
        given.puts.map((one): Edit => put(one.path, textOf(one))),
        { key },
      );
    case 'delete':
      return review.act('delete', [{ op: 'delete', path: given.path }], { key });
    case 'discard':
      return review.discard([given.target], { key });
    case 'keep':
      return review.keep('targets' in given ? given.targets : [given.target], { key });
    case 'reject':
      return review.reject(given.path, [idOf(0)], { key });
    case 'restore':
      return review.restore(given.path, given.copy, { key });
    case 'undo':
      return review.undo(given.decision, { key });
    case 'save':
      return review.save(given.path, { key });
  }
}

/** Mostly something that can be done as things stand; in the meantime another process may make it impossible. */
function choose(view: LedgerView, name: string, n: number, next: () => number): Given {
  const one = <T>(from: readonly T[]): T | undefined => from[Math.floor(next() * from.length)];
  const paths = [...sharedFiles, ...Array.from({ length: ownFiles }, (_, index) => `${name}/${index}.md`)];
  const path = one(paths) as string;
  const newText = (at: string): Put => ({
    path: at,
    title: `${name} ${n} ${at}`,
    lines: Math.floor(next() ** 4 * longestLines),
  });
  const pending = view.waiting().filter(({ status }) => status === 'pending');
  if (pending.length > pendingMax) return { verb: 'keep', targets: pending.map(({ id }) => action(id)) };
  const target = (): Target => {
    const chosen = one(pending);
    return chosen === undefined || next() < 0.5 ? file(path) : action(chosen.id);
  };
  const chance = next();
  if (chance < 0.4) return { verb: 'edit', puts: [newText(path)] };
  if (chance < 0.48) {
    const several = [...new Set([path, one(paths) as string, one(paths) as string])];
    return { verb: 'edit', puts: several.map(newText) };
  }
  if (chance < 0.53) return { verb: 'delete', path };
  if (chance < 0.73) return { verb: 'discard', target: target() };
  if (chance < 0.84) return { verb: 'keep', target: target() };
  if (chance < 0.88) return { verb: 'reject', path };
  if (chance < 0.93) {
    const copy = one(view.copiesOf(path, { limit: 10 }));
    if (copy !== undefined) return { verb: 'restore', path, copy: copy.id };
  }
  if (chance < 0.98) {
    const decision = view.decisionsOf(path)[0];
    if (decision !== undefined) return { verb: 'undo', decision: decision.id };
  }
  return { verb: 'save', path };
}

/** The same clock for every process of the machine. */
function now(): string {
  return String(process.hrtime.bigint());
}
