/** `status` and `inspect`: what waits, and every change of it. They write nothing. */
import { type FileState, type Format, hashOf, refuse, sameBytes, sameIdentity } from '@verbatim/core';
import type { Action, LedgerView, Pair, Snapshot } from '@verbatim/ledger';
import { isInterrupted } from './act/interrupted.js';
import type { InspectAnswer, InspectedFile, ShownChange, StatusAnswer, StatusFile } from './answers.js';
import { follows, topChain } from './decide/scope.js';
import { changesPerPage, shownBytesMax } from './limits.js';
import type { FormatPort, Target } from './review-api.js';
import { hashNow, type Room } from './room.js';
import { seenOf } from './seen.js';

export async function status(room: Room): Promise<StatusAnswer> {
  return room.ledger.read((view) => {
    const waiting = view.waiting();
    return {
      seen: seenOf(view, waiting),
      actions: waiting.map((action) => ({
        id: action.id,
        status: isInterrupted(room, action) ? 'interrupted' : action.status,
        agent: action.agent,
        request: action.request,
        at: action.at,
        files: view.pairs(action.id).map((pair) => statusFile(room, view, action, pair)),
      })),
      notes: view
        .journal()
        .filter(({ owner, state }) => state === 'intended' && room.disk.liveness(owner) !== 'alive')
        .map(
          ({ verb, steps }) =>
            `An operation (${verb}) was cut short: ${steps.map(({ path }) => path).join(', ')}. The next command that writes puts it back.`,
        ),
    };
  });
}

export async function inspect(
  room: Room,
  given: Target,
  page: { from?: number; count?: number },
): Promise<InspectAnswer> {
  return room.ledger.read((view) => {
    const { actions, spans } = shownSpans(room, view, given);
    const found = spans.map((span) => ({ span, shown: changesOf(room, span) }));
    const from = page.from ?? 0;
    const count = page.count ?? changesPerPage;
    let position = 0;
    const files = found.map(({ span, shown }): InspectedFile => {
      const start = Math.max(from - position, 0);
      const end = Math.max(from + count - position, 0);
      position += shown.changes.length;
      const { format, decidedBy, reason } = shown;
      return {
        path: span.path,
        format,
        kind: span.kind,
        decidedBy,
        ...(reason === undefined ? {} : { reason }),
        changeCount: shown.changes.length,
        changes: shown.changes.slice(start, end),
        sha256: {
          before: hashOf(span.before.state),
          after: span.after === undefined ? null : hashOf(span.after.state),
          now: hashNow(room, span.path),
        },
      };
    });
    const shownCount = files.reduce((sum, { changes }) => sum + changes.length, 0);
    return {
      outcome: 'shown',
      seen: seenOf(view, actions),
      actions: actions.map(({ id }) => id),
      files,
      changeCount: position,
      page: { from, count: shownCount },
    };
  });
}

/** From what to what a file's changes are shown: one pair, or a chain from its first before to its last after. */
interface Span {
  readonly path: string;
  readonly kind: InspectedFile['kind'];
  readonly before: Snapshot;
  readonly after: Snapshot | undefined;
}

function shownSpans(room: Room, view: LedgerView, given: Target): { actions: Action[]; spans: Span[] } {
  if (given.kind === 'action') {
    const action = view.action(given.id);
    if (action === undefined) return refuse('ACTION_UNKNOWN', `There is no action ${given.id}.`);
    return { actions: [action], spans: view.pairs(action.id).map((pair) => spanOf(view, pair, pair)) };
  }
  const path = room.tree.locate(given.path);
  const chain = topChain(view, path);
  const [top, bottom] = [chain[0], chain.at(-1)];
  if (top === undefined || bottom === undefined) {
    const open = view.openActionOn(path);
    if (open !== undefined) return shownSpans(room, view, { kind: 'action', id: open });
    return refuse('NOTHING_PENDING', 'Nothing of this file waits for a decision.', [path]);
  }
  return { actions: chain.map(({ action }) => view.mustAction(action)), spans: [spanOf(view, bottom, top)] };
}

function spanOf(view: LedgerView, bottom: Pair, top: Pair): Span {
  const before = view.before(bottom);
  if (before === undefined)
    return refuse(
      'PAIR_INCOMPLETE',
      'The copy of this file from before the edit is missing, so its changes cannot be shown.',
      [top.path],
    );
  const after = view.after(top);
  return {
    path: top.path,
    kind: bottom === top ? top.kind : kindOf(before.state, after?.state, top.kind),
    before,
    after,
  };
}

function kindOf(
  before: FileState,
  after: FileState | undefined,
  otherwise: InspectedFile['kind'],
): InspectedFile['kind'] {
  if (after === undefined) return otherwise;
  if (before.kind === 'absent') return 'created';
  return after.kind === 'absent' ? 'deleted' : 'edited';
}

function statusFile(room: Room, view: LedgerView, action: Action, pair: Pair): StatusFile {
  const span = spanOf(view, pair, pair);
  const shown = changesOf(room, span);
  const blocked = action.status === 'pending' ? blockedBy(room, view, pair) : undefined;
  return {
    path: pair.path,
    format: shown.format,
    kind: pair.kind,
    decidedBy: shown.decidedBy,
    changeCount: shown.changes.length,
    ...(blocked === undefined ? {} : { blocked }),
  };
}

/** Why Discard would refuse: a person's edit above this pair's chain, or in the file itself. */
function blockedBy({ tree }: Room, view: LedgerView, pair: Pair): string | undefined {
  const pairs = view.pendingPairs(pair.path);
  const at = pairs.findIndex(({ action }) => action === pair.action);
  for (let n = at; n > 0; n--) if (!follows(view, pairs[n] as Pair, pairs[n - 1] as Pair)) return 'edited-since';
  const top = pairs[0];
  const after = view.after(top);
  if (top === undefined || after === undefined) return undefined;
  try {
    const look = tree.look(pair.path);
    if (!sameBytes(look, after.state)) return 'edited-since';
    return look.kind === 'present' && top.identity !== null && !sameIdentity(look.identity, top.identity)
      ? 'replaced'
      : undefined;
  } catch {
    return 'edited-since';
  }
}

type Shown = ReturnType<FormatPort['changes']>;

function changesOf(room: Room, { path, before, after }: Span): Shown {
  const afterState = after?.state;
  if (afterState === undefined) return { ...whole(room, path, 'The agent is still writing this file.'), changes: [] };
  const modes = modeChange(before.state, afterState);
  if (sizeOf(before.state) > shownBytesMax || sizeOf(afterState) > shownBytesMax) {
    const parts = [{ before: described(before.state), after: described(afterState) }];
    return {
      ...whole(room, path, `The file is larger than ${shownBytesMax / 1_048_576} MiB, so it is shown as one change.`),
      changes: [{ id: 'whole', kind: 'file', label: 'whole file', parts }, ...modes],
    };
  }
  const [left, right] = [bytesOf(room, before.state), bytesOf(room, afterState)];
  if (left === 'corrupt' || right === 'corrupt') {
    return {
      ...whole(room, path, 'A copy failed its integrity check, so its changes cannot be shown.'),
      changes: [{ id: 'whole', kind: 'file', label: 'whole file', parts: [] }],
    };
  }
  const shown = room.formats.changes(path, left, right);
  return { ...shown, changes: [...shown.changes, ...modes] };
}

function whole({ formats }: Room, path: string, reason: string): Shown & { format: Format } {
  return {
    format: formats.changes(path, undefined, new Uint8Array()).format,
    decidedBy: 'whole-file',
    reason,
    changes: [],
  };
}

function modeChange(before: FileState, after: FileState): ShownChange[] {
  if (before.kind === 'absent' || after.kind === 'absent' || before.mode === after.mode) return [];
  const parts = [{ before: before.mode.toString(8), after: after.mode.toString(8) }];
  return [{ id: 'mode', kind: 'mode', label: 'permissions', parts }];
}

function bytesOf({ ledger }: Room, state: FileState): Uint8Array | undefined | 'corrupt' {
  if (state.kind === 'absent') return undefined;
  const chunks: Buffer[] = [];
  try {
    ledger.copies.content(state.hash, state.size).pour((chunk) => chunks.push(Buffer.from(chunk)));
  } catch {
    return 'corrupt';
  }
  return Buffer.concat(chunks);
}

function sizeOf(state: FileState): number {
  return state.kind === 'absent' ? 0 : state.size;
}

function described(state: FileState): string {
  return state.kind === 'absent' ? 'no file' : `${state.size} bytes, SHA-256 ${state.hash.slice(0, 12)}`;
}
