/** `status` and `inspect`: what waits, and every change of it. They write nothing. */
import { hashOf, sameBytes, sameIdentity } from '@verbatim/core';
import type { Action, LedgerView, Pair } from '@verbatim/ledger';
import { isInterrupted } from './act/interrupted.js';
import type { InspectAnswer, InspectedFile, ShownChange, StatusAction, StatusAnswer, StatusFile } from './answers.js';
import { changesBetween, shownChanges, wholeFile } from './changes.js';
import { topChain } from './decide/chain.js';
import { changesPerPage, summariesMax } from './limits.js';
import type { Changes, PageOptions, Target } from './review-api.js';
import { hashNow, type Room } from './room.js';
import { seenOf } from './seen.js';
import { type Span, shownSpans, spanOf } from './spans.js';

export async function status(room: Room): Promise<StatusAnswer> {
  const { waiting, ...told } = room.ledger.read((view) => {
    const actions = view.waiting();
    return {
      seen: seenOf(view, actions),
      waiting: actions.map((action) => ({ action, files: waitingFiles(room, view, action) })),
      notes: cutShort(room, view),
    };
  });
  const actions: StatusAction[] = [];
  for (const { action, files } of waiting) {
    const { id, agent, request, at } = action;
    const shown: StatusFile[] = [];
    for (const file of files) shown.push(await statusFile(room, file));
    const state = isInterrupted(room, action) ? 'interrupted' : action.status;
    actions.push({ id, status: state, agent, request, at, files: shown });
  }
  return { ...told, actions };
}

export async function inspect(room: Room, given: Target, page: PageOptions): Promise<InspectAnswer> {
  const { actions, spans, seen } = room.ledger.read((view) => {
    const found = shownSpans(room, view, given);
    return { ...found, seen: seenOf(view, found.actions) };
  });
  const from = page.from ?? 0;
  const count = page.count ?? changesPerPage;
  let position = 0;
  const files: InspectedFile[] = [];
  for (const span of spans) {
    const { changes, ...shown } = await changesOf(room, span);
    const start = Math.max(from - position, 0);
    const end = Math.max(from + count - position, 0);
    position += changes.length;
    files.push({
      path: span.path,
      ...shown,
      kind: span.kind,
      changeCount: changes.length,
      undecided: changes.filter(({ verdict }) => verdict === undefined).length,
      changes: shownChanges(room, changes.slice(start, end), page),
      sha256: {
        before: hashOf(span.before.state),
        after: span.after === undefined ? null : hashOf(span.after.state),
        now: hashNow(room, span.path),
      },
    });
  }
  const shownCount = files.reduce((sum, { changes }) => sum + changes.length, 0);
  return {
    outcome: 'shown',
    seen,
    actions: actions.map(({ id }) => id),
    files,
    changeCount: position,
    page: { from, count: shownCount },
  };
}

/** Operations that a crash cut short; whoever writes next settles them. */
function cutShort(room: Room, view: LedgerView): string[] {
  return view
    .journal()
    .filter(({ owner, state }) => state === 'intended' && room.disk.liveness(owner) !== 'alive')
    .map(
      ({ verb, steps }) =>
        `An operation (${verb}) was cut short: ${steps.map(({ path }) => path).join(', ')}. The next command that writes puts it back.`,
    );
}

interface WaitingFile {
  readonly span: Span;
  readonly kind: StatusFile['kind'];
  readonly blocked: string | undefined;
  readonly decidedWith: string | undefined;
}

function waitingFiles(room: Room, view: LedgerView, action: Action): WaitingFile[] {
  return view.pairs(action.id).map((pair) => {
    const newest = view.review(pair.path, action.id)?.actions.at(-1);
    return {
      span: spanOf(view, pair, pair),
      kind: pair.kind,
      blocked: action.status === 'pending' ? blockedBy(room, view, pair) : undefined,
      decidedWith: newest === action.id ? undefined : newest,
    };
  });
}

async function statusFile(room: Room, { span, kind, blocked, decidedWith }: WaitingFile): Promise<StatusFile> {
  const { format, decidedBy, problem, ids } = await summaryOf(room, span);
  const undecided = ids.filter((id) => span.verdicts[id] === undefined).length;
  return {
    path: span.path,
    format,
    kind,
    decidedBy,
    changeCount: decidedWith === undefined ? undecided : 0,
    ...(undecided < ids.length ? { changesInAll: ids.length } : {}),
    ...(problem === undefined ? {} : { problem }),
    ...(blocked === undefined ? {} : { blocked }),
    ...(decidedWith === undefined ? {} : { decidedWith }),
  };
}

/** What a status tells of a file's changes: their ids, and none of their texts. */
interface Summary extends Pick<Changes, 'format' | 'decidedBy' | 'problem'> {
  readonly ids: readonly string[];
}

const summaries = new WeakMap<Room, Map<string, Summary>>();

/** Copies are immutable, so what differs between two is worked out once, for as long as the review is open. */
async function summaryOf(room: Room, span: Span): Promise<Summary> {
  const { path, before, after } = span;
  const known = summaries.get(room) ?? new Map<string, Summary>();
  summaries.set(room, known);
  const key = JSON.stringify([path, before.state, after?.state ?? null]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const { format, decidedBy, problem, changes } = await changesOf(room, span);
  const summary = {
    format,
    decidedBy,
    ids: changes.map(({ id }) => id),
    ...(problem === undefined ? {} : { problem }),
  };
  if (known.size >= summariesMax) known.clear();
  known.set(key, summary);
  return summary;
}

/** Why Discard would refuse: a person's edit above this pair's chain, or in the file itself. */
function blockedBy({ tree }: Room, view: LedgerView, pair: Pair): string | undefined {
  const chain = topChain(view, pair.path);
  const top = chain[0];
  if (top === undefined) return undefined;
  if (!chain.some(({ action }) => action === pair.action)) return 'edited-since';
  const review = view.review(pair.path, top.action);
  const expected = review?.expected.state ?? view.after(top)?.state;
  const identity = review === undefined ? top.identity : review.identity;
  if (expected === undefined) return undefined;
  try {
    const look = tree.look(pair.path);
    if (!sameBytes(look, expected)) return 'edited-since';
    return look.kind === 'present' && identity !== null && !sameIdentity(look.identity, identity)
      ? 'replaced'
      : undefined;
  } catch {
    return 'edited-since';
  }
}

async function changesOf(room: Room, { path, before, after, verdicts }: Span): Promise<Changes> {
  if (after === undefined) return wholeFile(room, path, 'The agent is still writing this file.');
  const found = await changesBetween(room, path, before, after);
  return { ...found, changes: found.changes.map((change) => withVerdict(change, verdicts[change.id])) };
}

function withVerdict(change: ShownChange, verdict: ShownChange['verdict']): ShownChange {
  if (verdict === undefined) return change;
  const { id, kind, label } = change;
  return {
    id,
    kind,
    label,
    verdict,
    // Worked out only when somebody looks: a status counts changes and shows none.
    get parts() {
      return change.parts;
    },
  };
}
