/**
 * A mixed load: random edits, verdicts and restores, each told in a log before it starts and after it ends, so that whoever
 * kills the process, or cuts its power, knows what was acknowledged. What was cut short is repeated under its key first.
 */
import { appendFileSync, existsSync } from 'node:fs';
import type { LedgerView } from '@verbatim/ledger';
import type { Edit, FileReceipt, Review, ReviewLimits, Target } from '../../../src/index.js';
import { random } from '../../chance.js';
import { idOf, lineFormats } from '../../line-formats.js';
import { type Answered, type Given, readLog, type Started } from '../../log.js';
import { action, file, openWorkspace, put, type SwapOrder } from '../../workspace.js';

export interface Mixing {
  readonly base: string;
  readonly order: SwapOrder;
  /** Names the process in keys, in its own files and in what it writes. */
  readonly name: string;
  readonly seed: string;
  /** Absolute path of the log; it is appended to. */
  readonly log: string;
  /** Ends after so many operations; else when it is told to, or killed. */
  readonly rounds?: number;
  readonly limits?: Partial<ReviewLimits>;
}

/** What the process has open and holds, in numbers. */
export interface Footprint {
  readonly descriptors: number;
  readonly rssBytes: number;
}

const ownFiles = 3;
const sharedFiles = ['shared/0.md', 'shared/1.md', 'shared/2.md', 'shared/3.md'];
const longestLines = 40;

export async function mix(options: Mixing): Promise<void> {
  const { base, order, name, seed, log, limits = {} } = options;
  const before = existsSync(log) ? readLog(log) : [];
  const w = await openWorkspace({ base, order, review: { formats: lineFormats, limits } });
  await w.review.recover();
  process.send?.('ready');
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });

  const next = random(`${seed} ${name} ${before.length}`);
  const tell = (line: Started | Answered): void => appendFileSync(log, `${JSON.stringify(line)}\n`);
  let n = before.at(-1)?.started.n ?? 0;
  const cutShort = before.at(-1)?.answered === undefined ? before.at(-1)?.started : undefined;
  if (cutShort !== undefined) tell(await answerTo(w.review, w.ledger, cutShort));
  for (let round = 1; !isOver && round <= (options.rounds ?? Number.POSITIVE_INFINITY); round++) {
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

async function answerTo(review: Review, ledger: { read<T>(body: (view: LedgerView) => T): T }, told: Started) {
  const { process: name, n, given } = told;
  try {
    const answer = await perform(review, given, `${name} ${n}`);
    const seq = ledger.read((view) => {
      if ('decision' in answer) return view.decision(answer.decision)?.seq;
      return 'action' in answer ? view.action(answer.action)?.seq : undefined;
    });
    const rescued = 'rescued' in answer ? { rescued: answer.rescued } : {};
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
      ...rescued,
      files: 'files' in answer && answer.outcome !== 'refused' ? (answer.files as readonly FileReceipt[]) : [],
    } satisfies Answered;
  } catch (error) {
    const { code = 'none', stack = '' } = error as { code?: string; stack?: string };
    return { n, ended: now(), outcome: 'fault', code, message: stack, files: [] } satisfies Answered;
  }
}

type Answer = Awaited<ReturnType<Review['act' | 'discard' | 'restore' | 'undo' | 'save']>>;

function perform(review: Review, given: Given, key: string): Promise<Answer> {
  switch (given.verb) {
    case 'edit':
      return review.act('apply', given.puts.map(({ path, text }): Edit => put(path, text)), { key });
    case 'delete':
      return review.act('delete', [{ op: 'delete', path: given.path }], { key });
    case 'discard':
      return review.discard([given.target], { key });
    case 'keep':
      return review.keep([given.target], { key });
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
  const text = (): string => {
    const lines = Math.floor(next() ** 4 * longestLines);
    return `${name} ${n} ${path}\n${`${'a line that stays as it is, '.repeat(20)}\n`.repeat(lines)}`;
  };
  const target = (): Target => {
    const pending = view.waiting().filter(({ status }) => status === 'pending');
    const chosen = one(pending);
    return chosen === undefined || next() < 0.5 ? file(path) : action(chosen.id);
  };
  const chance = next();
  if (chance < 0.4) return { verb: 'edit', puts: [{ path, text: text() }] };
  if (chance < 0.48) {
    const several = [...new Set([path, one(paths) as string, one(paths) as string])];
    return { verb: 'edit', puts: several.map((each) => ({ path: each, text: `${text()}${each}` })) };
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
