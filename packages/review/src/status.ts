/** `status` and `inspect`: what waits, and every change of it. They write nothing. */
import { hashOf, sameBytes, sameIdentity } from '@verbatim/core';
import type { Action, FileReview, LedgerView, Pair } from '@verbatim/ledger';
import { isInterrupted, overtakenBy } from './act/interrupted.js';
import type {
  InspectAnswer,
  InspectedFile,
  ShownBlock,
  ShownChange,
  StatusAction,
  StatusAnswer,
  StatusFile,
} from './answers.js';
import { changesBetween, shownChanges, wholeFile } from './changes.js';
import { topChain } from './decide/chain.js';
import { blocksOf, fileNow, isOfSpan, reviewUnder } from './edited-since.js';
import { changesPerPage, summariesMax } from './limits.js';
import { notRecorded } from './messages.js';
import type { Changes, PageOptions, Target } from './review-api.js';
import type { Room } from './room.js';
import { seenOf, seenOfEach } from './seen.js';
import { type Span, shownSpans, spanOf } from './spans.js';

export async function status(room: Room): Promise<StatusAnswer> {
  const { waiting, ...told } = room.ledger.read((view) => {
    const actions = view.waiting();
    const seen = seenOfEach(view, actions);
    return {
      seen: seen.all,
      waiting: actions.map((action) => ({
        action,
        seen: seen.each.get(action.id) as string,
        files: waitingFiles(room, view, action),
        isOvertaken: action.paths.some((path) => overtakenBy(view, action, path) !== undefined),
      })),
      notes: cutShort(room, view),
    };
  });
  const actions: StatusAction[] = [];
  for (const { action, seen, files, isOvertaken } of waiting) {
    const { id, agent, request, at } = action;
    const shown: StatusFile[] = [];
    for (const file of files) shown.push(await statusFile(room, file));
    const isOver = isInterrupted(room, action);
    const overtaken = isOver && isOvertaken ? ({ overtaken: true } as const) : {};
    const state = isOver ? 'interrupted' : action.status;
    actions.push({ id, status: state, agent, request, at, seen, ...overtaken, files: shown });
  }
  return { ...told, actions };
}

export async function inspect(room: Room, given: Target, page: PageOptions): Promise<InspectAnswer> {
  const { actions, spans, seen, flags } = room.ledger.read((view) => {
    const found = shownSpans(room, view, given);
    const ids = found.actions.map(({ id }) => id);
    return {
      actions: ids,
      spans: found.spans.map((span) => ({ span, review: reviewUnder(view, span.path, ids) })),
      seen: seenOf(view, found.actions),
      flags: flagsOf(found),
    };
  });
  const from = page.from ?? 0;
  const count = page.count ?? changesPerPage;
  let position = 0;
  const files: InspectedFile[] = [];
  for (const { span, review } of spans) {
    const found = await changesOf(room, span);
    const start = Math.max(from - position, 0);
    const end = Math.max(from + count - position, 0);
    position += found.changes.length;
    files.push(inspectedFile(room, { span, review, found, shown: found.changes.slice(start, end) }, page));
  }
  return {
    outcome: 'shown',
    seen,
    actions,
    ...flags,
    files,
    changeCount: position,
    page: { from, count: files.reduce((sum, { changes }) => sum + changes.length, 0) },
  };
}

function flagsOf({ actions, spans }: ReturnType<typeof shownSpans>): Pick<InspectAnswer, 'reachesOthers' | 'isOpen'> {
  const shown = new Set(spans.map(({ path }) => path));
  return {
    ...(actions.some(({ paths }) => paths.some((path) => !shown.has(path))) ? { reachesOthers: true } : {}),
    ...(actions.some(({ status }) => status === 'open' || status === 'interrupted') ? { isOpen: true } : {}),
  };
}

interface Inspected {
  readonly span: Span;
  readonly review: FileReview | undefined;
  readonly found: Changes;
  readonly shown: Changes['changes'];
}

function inspectedFile(room: Room, { span, review, found, shown }: Inspected, page: PageOptions): InspectedFile {
  const { path, kind, before, after } = span;
  const { changes, ...told } = found;
  const now = fileNow(room, path, review);
  const isUnderReview = review !== undefined && isOfSpan(review, span);
  const blockOf =
    isUnderReview && told.decidedBy === 'per-change' && shown.length > 0 ? blocksOf(room, review, now) : undefined;
  return {
    path,
    ...told,
    kind,
    changeCount: changes.length,
    undecided: changes.filter(({ verdict }) => verdict === undefined).length,
    ...(now.isEdited ? { editedSince: true } : {}),
    ...(review === undefined || isUnderReview ? {} : { chain: review.actions }),
    changes: shownChanges(room, shown, page).map((change) => withBlock(change, blockOf?.(change.id))),
    sha256: {
      before: hashOf(before.state),
      after: after === undefined ? null : hashOf(after.state),
      now: now.hash,
    },
  };
}

function withBlock(change: ShownChange, blocked: ShownBlock | undefined): ShownChange {
  if (blocked === undefined) return change;
  const { parts, ...told } = change;
  return { ...told, blocked, parts };
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
  if (after === undefined) return wholeFile(room, path, notRecorded);
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
