/**
 * What somebody else does right before each single call of an edit and of a Discard. Nothing that a person wrote is
 * lost, and whatever was done, the ledger tells the truth and goes on. Every call in the long form, a sample in the short.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SystemCalls } from '@verbatim/fs';
import { type Faulty, faulty } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import {
  action,
  callsFor,
  openWorkspace,
  put,
  type SwapOrder,
  sha256,
  swapOrders,
  type Workspace,
} from '../workspace.js';
import { isLong } from './form.js';

const mine = 'what the person typed, longer than all the rest';

/** Somebody else at work on the file `a.md`. `before` is called before the operation starts, `done` after it ended. */
interface Somebody {
  before?(w: Workspace): void;
  act(w: Workspace): void;
  done?(w: Workspace): void;
  /** What has to be found afterwards: at the file, or beside it. */
  readonly saved?: string;
  /** What has to lie at the path, or beside it, in place of a file. */
  readonly placed?: 'link' | 'folder';
}

const saveByRename = (w: Workspace, text: string): void => {
  writeFileSync(join(w.base, 'editor'), text);
  renameSync(join(w.base, 'editor'), w.at('a.md'));
};

function throughHandle(steps: { act: (fd: number) => void; done: (fd: number) => void }): Somebody {
  let fd = -1;
  return {
    before: (w) => {
      fd = openSync(w.at('a.md'), 'r+');
    },
    act: () => steps.act(fd),
    done: () => {
      steps.done(fd);
      closeSync(fd);
    },
    saved: mine,
  };
}
const overwrite = (fd: number): void => {
  ftruncateSync(fd, 0);
  writeSync(fd, mine, 0);
};

const somebodies: Readonly<Record<string, Somebody>> = {
  'saves by renaming': { act: (w) => saveByRename(w, mine), saved: mine },
  'saves in place': { act: (w) => writeFileSync(w.at('a.md'), mine), saved: mine },
  'saves through an open handle': throughHandle({ act: overwrite, done: () => {} }),
  'empties the file through an open handle and writes later': throughHandle({
    act: (fd) => ftruncateSync(fd, 0),
    done: (fd) => void writeSync(fd, mine, 0),
  }),
  'saves shorter than the agent through an open handle': {
    ...throughHandle({ act: (fd) => ftruncateSync(fd, 2), done: () => {} }),
    saved: 'be',
  },
  'puts a link in its place': {
    act: (w) => {
      rmSync(w.at('a.md'), { force: true });
      symlinkSync('../outside', w.at('a.md'));
    },
    placed: 'link',
  },
  'puts a folder in its place': {
    act: (w) => {
      rmSync(w.at('a.md'), { force: true });
      mkdirSync(w.at('a.md'));
    },
    placed: 'folder',
  },
  'deletes it': { act: (w) => rmSync(w.at('a.md'), { force: true }) },
};

interface Answer {
  readonly outcome: string;
  readonly code?: string;
  readonly rescued?: readonly string[];
  readonly files?: readonly { readonly path: string; readonly sha256?: { readonly before: string | null } }[];
}

interface Operation {
  prepare(w: Workspace): Promise<string>;
  run(w: Workspace, id: string): Promise<Answer>;
  /** What the file may hold when nobody interfered any more: before, and after. */
  readonly texts: readonly [string, string];
  /** Another file of the same operation, before and after: it goes with the first, all or none. */
  readonly other?: { readonly path: string; readonly texts: readonly [string | undefined, string | undefined] };
}
const operations: Readonly<Record<string, Operation>> = {
  'an edit': {
    prepare: async (w) => {
      w.write('a.md', 'before');
      return '';
    },
    run: (w) => w.review.act('edit', [put('a.md', 'the agent')]),
    texts: ['before', 'the agent'],
  },
  'a Discard': {
    prepare: async (w) => {
      w.write('a.md', 'the original');
      const answer = await w.review.act('edit', [put('a.md', 'before')]);
      return 'action' in answer ? answer.action : '';
    },
    run: (w, id) => w.review.discard([action(id)]),
    texts: ['before', 'the original'],
  },
  'an edit of two files': {
    prepare: async (w) => {
      w.write('a.md', 'before');
      w.write('first.md', 'before too');
      return '';
    },
    run: (w) => w.review.act('edit', [put('first.md', 'the agent too'), put('a.md', 'the agent')]),
    texts: ['before', 'the agent'],
    other: { path: 'first.md', texts: ['before too', 'the agent too'] },
  },
  'a Discard of two files': {
    prepare: async (w) => {
      w.write('a.md', 'the original');
      const answer = await w.review.act('edit', [put('made.md', 'made'), put('a.md', 'before')]);
      return 'action' in answer ? answer.action : '';
    },
    run: (w, id) => w.review.discard([action(id)]),
    texts: ['before', 'the original'],
    other: { path: 'made.md', texts: ['made', undefined] },
  },
  'a Discard of a created file': {
    prepare: async (w) => {
      const answer = await w.review.act('edit', [put('a.md', 'before')]);
      return 'action' in answer ? answer.action : '';
    },
    run: (w, id) => w.review.discard([action(id)]),
    texts: ['before', 'the original'],
  },
};

describe.each(swapOrders)('in the %s order', (order) => {
  describe.each(Object.keys(operations))('%s', (name) => {
    it.each(Object.keys(somebodies))('while somebody %s', async (who) => {
      const operation = operations[name] as Operation;
      const somebody = somebodies[who] as Somebody;
      const calls = await count(order, operation);
      const broken: string[] = [];
      const step = isLong ? 1 : Math.ceil(calls / 4);
      for (let at = 1 + ((who.length * 7) % step); at <= calls; at += step) {
        try {
          await strike(order, operation, somebody, at);
        } catch (error) {
          broken.push(`before call ${at} of ${calls}: ${(error as Error).message}`);
        }
      }
      expect(broken.join('\n')).toBe('');
    });
  });
});

async function count(order: SwapOrder, operation: Operation): Promise<number> {
  const faults = faulty(callsFor(order));
  const w = await openWorkspace({ calls: faults.calls });
  try {
    const id = await operation.prepare(w);
    faults.arm();
    await operation.run(w, id);
    return faults.count;
  } finally {
    await w.close();
  }
}

async function strike(order: SwapOrder, operation: Operation, somebody: Somebody, at: number): Promise<void> {
  const faults: Faulty<SystemCalls> = faulty(callsFor(order));
  const w = await openWorkspace({ calls: faults.calls });
  try {
    const id = await operation.prepare(w);
    somebody.before?.(w);
    faults.arm({ at, fault: { kind: 'meanwhile', act: () => somebody.act(w) } });
    const name = (): string => faults.trace[at - 1] ?? 'none';
    let answer: Answer;
    try {
      answer = await operation.run(w, id);
    } catch (error) {
      answer = { outcome: 'fault', code: (error as { code?: string }).code ?? String(error) };
    }
    faults.disarm();
    somebody.done?.(w);
    await w.reopen();
    const recovered = await w.review.recover();
    const told = [answer.outcome, answer.code, answer.rescued, recovered].map((part) => JSON.stringify(part)).join(' ');
    check(w, operation, somebody, answer, `${name()}: ${told}`);
    const status = await w.review.status();
    expect(status.notes).toEqual([]);
  } finally {
    await w.close();
  }
}

function check(
  w: Workspace,
  { texts, other }: Operation,
  { saved, placed }: Somebody,
  answer: Answer,
  told: string,
): void {
  const there = everything(w.root);
  const where = `${told}, then ${JSON.stringify(there)}`;
  if (answer.outcome === 'fault') throw new Error(`a fault: ${where}`);
  const isApplied = answer.outcome !== 'refused';
  if (other !== undefined && there[other.path] !== other.texts[isApplied ? 1 : 0])
    throw new Error(`not all or none: ${where}`);
  const known = ['a.md', other?.path, ...(answer.rescued ?? [])];
  const stray = Object.keys(there).filter((path) => !known.includes(path));
  if (stray.length > 0) throw new Error(`left ${stray.join(', ')}: ${where}`);
  // A save before the edit was looked at is what the edit was captured from, and comes back with Discard.
  const captured = answer.files?.find(({ path }) => path === 'a.md')?.sha256?.before;
  const isCaptured = saved !== undefined && captured === sha256(saved);
  if (saved !== undefined && !isCaptured && !Object.values(there).includes(saved))
    throw new Error(`lost the save: ${where}`);
  if (placed !== undefined && !Object.values(there).includes(`a ${placed}`))
    throw new Error(`lost the ${placed}: ${where}`);
  const now = there['a.md'];
  const allowed = [...texts, undefined, saved, placed === undefined ? undefined : `a ${placed}`];
  if (!allowed.includes(now)) throw new Error(`nobody wrote this: ${where}`);
  if (!isApplied && now === texts[1] && saved === undefined && placed === undefined)
    throw new Error(`refused and done all the same: ${where}`);
}

/** Path to text, link or folder; also what lies in work folders. */
function everything(root: string, folder = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const stat = lstatSync(join(root, path));
    if (stat.isSymbolicLink()) found[path] = 'a link';
    else if (stat.isDirectory()) {
      if (!name.startsWith('.verbatim-')) found[path] = 'a folder';
      Object.assign(found, everything(root, path));
    } else if (name !== '.gitignore' || !existsSync(join(root, path)))
      found[path] = readFileSync(join(root, path), 'utf8');
  }
  return found;
}
