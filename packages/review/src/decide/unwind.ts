/**
 * Where Discard is decided. Reads only: whether every copy is there and sound, whether the chain unwinds newest first to
 * its first before, and whether each file on disk still is the file, with the bytes, that the agent left (P2, P3, P4).
 */
import {
  type Attributes,
  type Identity,
  type Look,
  RefusalError,
  refuse,
  sameBytes,
  sameIdentity,
} from '@verbatim/core';
import type { Action, LedgerView, Pair, Snapshot } from '@verbatim/ledger';
import { checkFolder, checkReplaceable } from '../act/work-out.js';
import { changedSinceReview, notRejected, quoted } from '../messages.js';
import type { Room } from '../room.js';
import { namingContent } from '../transition/copies.js';
import type { Transfer } from '../transition/plan.js';

/** A file and what it goes back to. */
export interface Unwound {
  readonly path: string;
  /** What the newest of the actions left. */
  readonly after: Snapshot;
  /** What was there before the oldest of them. */
  readonly before: Snapshot;
  /** Which file on disk the agent's result was. */
  readonly identity: Identity | null;
}

/** Simulates the unwinding of all actions, newest first; each step must equal the result of the one after it. */
export function unwind(view: LedgerView, actions: readonly Action[]): Unwound[] {
  const byPath = new Map<string, { pair: Pair; before: Snapshot; after: Snapshot }[]>();
  for (const action of actions.toSorted((a, b) => b.seq - a.seq)) {
    for (const found of completePairs(view, action)) {
      const steps = byPath.get(found.pair.path) ?? [];
      byPath.set(found.pair.path, [...steps, found]);
    }
  }
  return [...byPath].map(([path, steps]) => {
    steps.forEach((newer, index) => {
      const older = steps[index + 1];
      if (older !== undefined && !sameBytes(older.after.state, newer.before.state)) {
        throw new RefusalError(changedSinceReview([path]));
      }
    });
    const [top, bottom] = [steps[0], steps.at(-1)];
    if (top === undefined || bottom === undefined) throw new Error('a path without steps');
    return { path, after: top.after, before: bottom.before, identity: top.pair.identity };
  });
}

/** Every pair of an action with both its copies, or a refusal: it never acts on an incomplete set (P4). */
function completePairs(view: LedgerView, action: Action): { pair: Pair; before: Snapshot; after: Snapshot }[] {
  const pairs = view.pairs(action.id);
  if (pairs.length !== action.count) {
    refuse(
      'FILE_COUNT_MISMATCH',
      `The action touched ${action.count} files, but the ledger holds copies of ${pairs.length}. ${notRejected}`,
      action.paths,
    );
  }
  return pairs.map((pair) => {
    const before = view.before(pair);
    const after = view.after(pair);
    if (before === undefined || after === undefined) {
      const missing = before === undefined ? 'before' : 'after';
      return refuse(
        'PAIR_INCOMPLETE',
        `The copy of this file from ${missing} the agent's edit is missing. ${notRejected}`,
        [pair.path],
      );
    }
    return { pair, before, after };
  });
}

/** Looks at every file before any is changed, and answers the transfers that put them back. */
export function checkDisk(room: Room, files: readonly Unwound[], acceptReplaced: boolean): Transfer[] {
  const looks = files.map(({ path }) => room.tree.look(path));
  const failing = (fails: (file: Unwound, look: Look) => boolean): string[] =>
    files.filter((file, index) => fails(file, looks[index] as Look)).map(({ path }) => path);

  const differing = failing(({ after }, look) => !sameBytes(look, after.state));
  const alreadyBefore = failing(
    ({ before, after }, look) => !sameBytes(look, after.state) && sameBytes(look, before.state),
  );
  if (differing.length > alreadyBefore.length) {
    throw new RefusalError(changedSinceReview(differing.filter((path) => !alreadyBefore.includes(path))));
  }
  if (alreadyBefore.length > 0) {
    refuse(
      'ALREADY_BEFORE',
      'This file already is as it was before the edit.',
      alreadyBefore,
      `Close its review: verbatim keep ${alreadyBefore.map(quoted).join(' ')}`,
    );
  }
  const replaced = failing(
    ({ identity }, look) => look.kind === 'present' && identity !== null && !sameIdentity(look.identity, identity),
  );
  if (replaced.length > 0 && !acceptReplaced) {
    refuse(
      'FILE_REPLACED',
      'Another program replaced this file with one that has the same bytes. Its review remains pending.',
      replaced,
      'If that is fine, go on: repeat the command with --accept-replaced.',
    );
  }
  return files.map((file, index) => transferOf(room, file, looks[index] as Look));
}

function transferOf(room: Room, { path, before, after }: Unwound, look: Look): Transfer {
  if (look.kind === 'present') checkReplaceable(room, path, look);
  else checkFolder(room, path);
  if (before.state.kind === 'absent') return { path, from: look, to: { kind: 'absent' } };
  const { hash, size } = before.state;
  const content = namingContent(room, path, hash, size, notRejected);
  const recorded = before.attributes ?? room.tree.newAttributes(path);
  const attributes =
    look.kind === 'present' && after.attributes !== null
      ? merged(recorded, after.attributes, look.attributes)
      : recorded;
  return { path, from: look, to: { kind: 'present', content, attributes }, toStored: true };
}

/** What a person changed of mode, owner or attributes since the edit is theirs and stays; the rest goes back. */
function merged(before: Attributes, after: Attributes, now: Attributes): Attributes {
  const pick = <T>(was: T, left: T, is: T): T => (is === left ? was : is);
  return {
    mode: pick(before.mode, after.mode, now.mode),
    uid: pick(before.uid, after.uid, now.uid),
    gid: pick(before.gid, after.gid, now.gid),
    extended: mergedExtended(before.extended, after.extended, now.extended),
  };
}

function mergedExtended(
  before: Attributes['extended'],
  after: Attributes['extended'],
  now: Attributes['extended'],
): Attributes['extended'] {
  if (before === null || after === null || now === null) return null;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const entries = [...names].flatMap((name): [string, string][] => {
    const value = now[name] === after[name] ? before[name] : now[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
