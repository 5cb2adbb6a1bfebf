/** History: which copies there are of a file, a folder or an action. Writes nothing, and never hands out bodies. */
import { hashOf, refuse } from '@verbatim/core';
import { type Decision, type LedgerView, planPrune, removableUnits, type Snapshot } from '@verbatim/ledger';
import type { HistoryAnswer, HistoryEntry, HistoryUnit } from '../answers.js';
import { copiesPerPage, verifiedBytesMax } from '../limits.js';
import type { HistoryOptions, Target } from '../review-api.js';
import type { Room } from '../room.js';
import { copiesThroughRenames, locateKept } from './entries.js';
import { retained } from './prune.js';

export async function history(room: Room, target: Target, options: HistoryOptions): Promise<HistoryAnswer> {
  return room.ledger.read((view) => {
    if (target.kind === 'action') return ofAction(room, view, target.id);
    const isRoot = ['', '.', room.tree.path].includes(target.path);
    const path = isRoot ? '' : locateKept(room, view, target.path);
    const isFolder = path === '' || (room.tree.isFolder(path) && view.countCopies(path, 1) === 0);
    return isFolder ? ofFolder(room, view, path, options) : ofFile(room, view, path, options);
  });
}

function ofFile(room: Room, view: LedgerView, path: string, options: HistoryOptions): HistoryAnswer {
  const page = paged(copiesThroughRenames(view, path, options.below), options);
  return {
    outcome: 'shown',
    copies: entries(room, view, page.copies),
    decisions: decisionsOn(view, path, page.copies).map(({ id, at, verdict, actions }) => ({
      id,
      at,
      verdict,
      actions,
    })),
    ...(page.next === undefined ? {} : { next: page.next }),
    ...(options.prunePreview === true ? { pruneNext: nextToGo(room, view, path) } : {}),
  };
}

/** Those that hold copies, and those that needed none: a Keep is known by the actions that it closed. */
function decisionsOn(view: LedgerView, path: string, copies: readonly Snapshot[]): Decision[] {
  const found = new Map(view.decisionsOf(path).map((decision) => [decision.id, decision]));
  for (const { action } of copies) {
    const closedBy = action === null ? null : (view.action(action)?.decision ?? null);
    const decision = closedBy === null ? undefined : view.decision(closedBy);
    if (decision?.verdict === 'keep') found.set(decision.id, decision);
  }
  return [...found.values()].sort((a, b) => b.seq - a.seq);
}

function ofFolder(room: Room, view: LedgerView, path: string, options: HistoryOptions): HistoryAnswer {
  const prefix = path === '' ? '' : `${path}/`;
  const page = paged(within(view.allCopies('newest first'), prefix, options.below), options);
  return {
    outcome: 'shown',
    copies: entries(room, view, page.copies),
    decisions: [],
    ...(page.next === undefined ? {} : { next: page.next }),
  };
}

function* within(copies: Iterable<Snapshot>, prefix: string, below: number | undefined): Iterable<Snapshot> {
  for (const copy of copies) {
    if (copy.path.startsWith(prefix) && (below === undefined || copy.seq < below)) yield copy;
  }
}

function ofAction(room: Room, view: LedgerView, id: string): HistoryAnswer {
  const action = view.action(id);
  if (action === undefined) return refuse('ACTION_UNKNOWN', `There is no action ${id}.`);
  const pairs = view.pairs(id);
  const copies = pairs.flatMap((pair) => [view.after(pair) ?? [], view.before(pair) ?? []].flat());
  const isWhole = pairs.length === action.count && copies.length === 2 * pairs.length;
  return {
    outcome: 'shown',
    copies: entries(room, view, copies),
    decisions: [],
    action: { id, status: action.status, revertible: isWhole, files: action.paths },
  };
}

function paged(
  copies: Iterable<Snapshot>,
  { count = copiesPerPage, since }: HistoryOptions,
): { copies: Snapshot[]; next?: number } {
  const page: Snapshot[] = [];
  for (const copy of copies) {
    // Not the end: the clock may have been set back in between.
    if (since !== undefined && copy.at < since) continue;
    if (page.length >= count) return { copies: page, next: page.at(-1)?.seq ?? 0 };
    page.push(copy);
  }
  return { copies: page };
}

/** Copies are read and checked up to a budget of bytes; beyond it a copy that is there counts as sound until it is used. */
function entries(room: Room, view: LedgerView, copies: readonly Snapshot[]): HistoryEntry[] {
  const known = new Map<string, string | undefined>();
  let left = verifiedBytesMax;
  return copies.map((copy) => {
    const { id, path, at, label, note, state, pinned } = copy;
    const action = copy.action === null ? undefined : view.action(copy.action);
    const hash = hashOf(state);
    if (state.kind === 'present' && !known.has(state.hash)) {
      const isRead = state.size <= left;
      if (isRead) left -= state.size;
      known.set(state.hash, faultOf(room, state, isRead));
    }
    const why = hash === null ? undefined : known.get(hash);
    return {
      id,
      path,
      at,
      label,
      size: state.kind === 'present' ? state.size : null,
      hash,
      pinned,
      restorable: why === undefined,
      ...(why === undefined ? {} : { why }),
      ...(note === null ? {} : { note }),
      ...(action === undefined
        ? {}
        : { action: action.id, status: action.status, agent: action.agent, request: action.request }),
    };
  });
}

function faultOf(
  { ledger }: Room,
  { hash, size }: Snapshot['state'] & { kind: 'present' },
  isRead: boolean,
): string | undefined {
  if (!ledger.copies.has(hash)) return 'The copy is missing.';
  return !isRead || ledger.copies.verify(hash, size) ? undefined : 'The copy failed its integrity check.';
}

/** What goes first when the file gets more copies; already over the limit is what goes with the next one. */
function nextToGo(room: Room, view: LedgerView, path: string): HistoryUnit[] {
  const file = retained(view, path);
  const due = new Set(planPrune([file], room.limits).flatMap(({ copies }) => copies.map(({ id }) => id)));
  return removableUnits(file).map(({ action, copies }) => ({
    copies: copies.map(({ id }) => id),
    due: copies.every(({ id }) => due.has(id)),
    ...(action === null ? {} : { action }),
  }));
}
