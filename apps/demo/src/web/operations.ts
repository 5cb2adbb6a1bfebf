/** The table of what the page may ask for: how each request is read, and which operation of the shell answers it. */
import type { HistoryOptions } from '@verbatim/review';
import { type Decided, type DecideInput, discard, type Kept, keep } from '../operations/decide.js';
import { diff } from '../operations/diff.js';
import { type DraftSessionOptions, withDrafts } from '../operations/drafts/draft-session.js';
import { diffDraft, logDraft } from '../operations/drafts/read-draft.js';
import { confirmDraft } from '../operations/drafts/ship-draft.js';
import { undoDraft } from '../operations/drafts/write-draft.js';
import { history } from '../operations/history.js';
import { inspect } from '../operations/inspect.js';
import { accept, type JudgeInput, reject } from '../operations/judge.js';
import { preview, type RestoreInput, restore } from '../operations/restore.js';
import { pin, save, unpin } from '../operations/restore-points.js';
import type { Session } from '../operations/session.js';
import { status } from '../operations/status.js';
import { undo } from '../operations/undo.js';
import { verify } from '../operations/verify.js';
import type { Answer, Input, OperationName, ReadName, WriteName } from './api.js';
import type { Body } from './read-body.js';
import { recentDecisions } from './recent-decisions.js';
import { type RunInput, runKinds } from './runs/run.js';

export interface Operation<N extends OperationName> {
  read(body: Body): Input<N>;
  run(session: Session, input: Input<N>): Promise<Answer<N>>;
}

type Table<N extends OperationName> = { readonly [O in N]: Operation<O> };

const nothing = (): object => ({});

/** Done in the server's own process, on a handle that writes nothing. */
export const reads: Table<ReadName> = {
  status: { read: nothing, run: status },
  inspect: {
    read: (body) => ({ target: body.text('target'), ...pageOf(body), words: body.flag('words') }),
    run: inspect,
  },
  diff: { read: (body) => ({ target: body.text('target') }), run: diff },
  history: { read: (body) => ({ target: body.text('target'), ...historyPage(body) }), run: history },
  preview: {
    read: (body) => ({ ...copyOf(body), ...pageOf(body), words: body.flag('words') }),
    run: preview,
  },
  decisions: { read: nothing, run: recentDecisions },
  'draft-log': {
    read: (body) => ({ app: body.text('app'), ...present({ before: body.optionalCount('before', 1) }) }),
    run: (session, input) => withDrafts(draftsOf(session, 'read'), (drafts) => logDraft(drafts, input)),
  },
  'draft-diff': {
    read: (body) => ({
      app: body.text('app'),
      ...present({
        from: body.optionalCount('from', 0),
        to: body.optionalCount('to', 0),
        after: body.optionalText('after'),
      }),
    }),
    run: (session, input) => withDrafts(draftsOf(session, 'read'), (drafts) => diffDraft(drafts, input)),
  },
};

/** Done in a process of their own, one after the other. A field that none of them reads is refused. */
export const writes: Table<WriteName> = {
  keep: { read: keepInput, run: keep },
  discard: { read: discardInput, run: discard },
  accept: { read: judgeInput, run: accept },
  reject: { read: judgeInput, run: reject },
  save: { read: (body) => ({ file: body.text('file'), note: body.optionalText('note') }), run: save },
  pin: { read: copyOf, run: pin },
  unpin: { read: copyOf, run: unpin },
  restore: { read: restoreInput, run: restore },
  /** Without `seen`: a decision never changes, and what moved on its actions or files since refuses the undo. */
  undo: {
    read: (body) => ({ decision: body.text('decision'), acceptReplaced: body.flag('acceptReplaced') }),
    run: undo,
  },
  'draft-undo': {
    read: (body) => ({ app: body.text('app'), to: body.count('to', 0), expected: body.count('expected', 0) }),
    run: (session, input) => withDrafts(draftsOf(session, 'write'), (drafts) => undoDraft(drafts, input)),
  },
  'draft-confirm': {
    read: (body) => ({ app: body.text('app'), revision: body.count('revision', 1) }),
    run: (session, input) => withDrafts(draftsOf(session, 'write'), (drafts) => confirmDraft(drafts, input)),
  },
  verify: { read: (body) => ({ deep: body.flag('deep') }), run: verify },
};

/** What is asked of commands on drafts. */
export function readRun(body: Body): RunInput {
  return {
    kind: body.choice('kind', runKinds),
    app: body.text('app'),
    revision: body.count('revision', 1),
    expected: body.count('expected', 1),
  };
}

export function isRead(name: string): name is ReadName {
  return Object.hasOwn(reads, name);
}

export function isWrite(name: string): name is WriteName {
  return Object.hasOwn(writes, name);
}

function keepInput(body: Body): DecideInput<Kept> {
  const given = body.inner('decided');
  const scope = given.choice('scope', ['targets', 'all', 'changed']);
  return decideInput(body, scope === 'changed' ? { scope } : decidedOf(given, scope));
}

function discardInput(body: Body): DecideInput {
  const given = body.inner('decided');
  return decideInput(body, decidedOf(given, given.choice('scope', ['targets', 'all'])));
}

function decidedOf(given: Body, scope: Decided['scope']): Decided {
  return scope === 'targets' ? { scope, targets: given.texts('targets') } : { scope };
}

/** `seen` is not optional here: nobody decides on the page what they were not shown (P16). */
function decideInput<D extends Kept>(body: Body, decided: D): DecideInput<D> {
  return { decided, seen: body.text('seen'), acceptReplaced: body.flag('acceptReplaced') };
}

function judgeInput(body: Body): JudgeInput {
  return {
    file: body.text('file'),
    changes: body.texts('changes'),
    seen: body.text('seen'),
    aroundEdits: body.flag('aroundEdits'),
    acceptReplaced: body.flag('acceptReplaced'),
  };
}

function restoreInput(body: Body): RestoreInput {
  const scope = body.choice('scope', ['file', 'action']);
  return scope === 'file' ? { scope, ...copyOf(body) } : { scope, action: body.text('action') };
}

/** Opened for each call: a store of drafts is one for all workspaces, and others write to it too. */
export function draftsOf({ verbatim, root, context }: Session, mode: 'read' | 'write'): DraftSessionOptions {
  const lockWatch = { module: new URL('./lock-watch.js', import.meta.url).href, verb: 'serve' };
  return { folder: root, home: verbatim.home, key: context.key, mode, ...(mode === 'write' ? { lockWatch } : {}) };
}

function copyOf(body: Body): { readonly file: string; readonly copy: string } {
  return { file: body.text('file'), copy: body.text('copy') };
}

function pageOf(body: Body): { readonly from: number | undefined; readonly count: number | undefined } {
  return { from: body.optionalCount('from', 0), count: body.optionalCount('count', 1) };
}

function historyPage(body: Body): HistoryOptions {
  return {
    prunePreview: body.flag('prunePreview'),
    ...present({ below: body.optionalCount('below', 1), count: body.optionalCount('count', 1) }),
  };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what was not said. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
