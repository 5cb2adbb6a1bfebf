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
import type { Action, FileReview, FileVersion, LedgerView, Pair, Snapshot } from '@verbatim/ledger';
import { checkFolder, checkReplaceable, contentOf } from '../act/work-out.js';
import { versionOf, withoutUndecided } from '../judge/file-review.js';
import { changedSinceReview, notRejected, quoted } from '../messages.js';
import type { Room } from '../room.js';
import { namingContent } from '../transition/copies.js';
import type { Transfer } from '../transition/plan.js';

/** A file and what it goes back to. */
export interface Unwound {
  readonly path: string;
  /** What the newest of the actions left, or what the verdicts on its changes came to. */
  readonly after: FileVersion;
  /** What was there before the oldest of them, with the changes that were accepted. */
  readonly before: FileVersion;
  /** The bytes of `before` where they are no copy yet. */
  readonly bytes?: Uint8Array;
  /** Which file on disk the agent's result was. */
  readonly identity: Identity | null;
  /** What was there before the oldest action, and what the newest left. */
  readonly original: FileVersion;
  readonly head: FileVersion;
}

/** Simulates the unwinding of all actions, newest first; each step must equal the result of the one after it. */
export function unwind(room: Room, view: LedgerView, actions: readonly Action[]): Unwound[] {
  const byPath = new Map<string, Unwound[]>();
  const reviewed = new Set<string>();
  for (const action of actions.toSorted((a, b) => b.seq - a.seq)) {
    for (const pair of completePairs(view, action)) {
      const review = view.review(pair.pair.path, action.id);
      const name = `${review?.seq} ${pair.pair.path}`;
      if (review !== undefined && reviewed.has(name)) continue;
      if (review !== undefined) reviewed.add(name);
      const steps = byPath.get(pair.pair.path) ?? [];
      byPath.set(pair.pair.path, [...steps, review === undefined ? stepOf(pair) : reviewStep(room, review)]);
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
    const { after, head, identity } = top;
    return { ...bottom, after, head, identity };
  });
}

function stepOf({ pair, before, after }: CompletePair): Unwound {
  const [was, is] = [versionOf(before), versionOf(after)];
  const { path, identity, notKept } = pair;
  return { path, after: withoutLost(is, notKept), before: was, identity, original: was, head: is };
}

/** A chain of which changes were decided one by one is one step: what is undecided is reverted, nothing else. */
function reviewStep(room: Room, review: FileReview): Unwound {
  const { path, expected, identity, notKept, original, head } = review;
  const { version, bytes } = withoutUndecided(room, review);
  const step = { path, after: withoutLost(expected, notKept), before: version, identity, original, head };
  return bytes === undefined ? step : { ...step, bytes };
}

/** The version as it was left, where not all of its attributes could be kept. */
function withoutLost({ state, attributes }: FileVersion, names: readonly string[] = []): FileVersion {
  if (attributes === null || attributes.extended === null) return { state, attributes };
  const extended = Object.entries(attributes.extended).filter(([name]) => !names.includes(name));
  return { state, attributes: { ...attributes, extended: Object.fromEntries(extended) } };
}

interface CompletePair {
  readonly pair: Pair;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Refuses unless every pair of the action is there with both its copies. */
export function checkComplete(view: LedgerView, action: Action): void {
  completePairs(view, action);
}

/** Every pair of an action with both its copies, or a refusal: it never acts on an incomplete set (P4). */
function completePairs(view: LedgerView, action: Action): CompletePair[] {
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
    if (pair.pruned === true) {
      refuse(
        'COPIES_PRUNED',
        `Copies of this file were removed to make room for newer ones, so this action is not revertible any more. ${notRejected}`,
        [pair.path],
        `See what is retained: verbatim history ${quoted(pair.path)}`,
      );
    }
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
  checkSameFile(
    files.map(({ path, identity }, index) => ({ path, identity, look: looks[index] as Look })),
    acceptReplaced,
  );
  return files.map((file, index) => transferOf(room, file, looks[index] as Look));
}

/** Refuses where the bytes are right but another file holds them (P2). */
export function checkSameFile(
  files: readonly { readonly path: string; readonly look: Look; readonly identity: Identity | null }[],
  acceptReplaced: boolean,
): void {
  const replaced = files.filter(
    ({ look, identity }) => look.kind === 'present' && identity !== null && !sameIdentity(look.identity, identity),
  );
  if (replaced.length === 0 || acceptReplaced) return;
  refuse(
    'FILE_REPLACED',
    'Another program replaced this file with one that has the same bytes. Its review remains pending.',
    replaced.map(({ path }) => path),
    'If that is fine, go on: repeat the command with --accept-replaced.',
  );
}

function transferOf(room: Room, { path, before, after, bytes }: Unwound, look: Look): Transfer {
  if (look.kind === 'present') checkReplaceable(room, path, look);
  else checkFolder(room, path);
  if (before.state.kind === 'absent') return { path, from: look, to: { kind: 'absent' } };
  const { hash, size } = before.state;
  const content = bytes === undefined ? namingContent(room, path, hash, size, notRejected) : contentOf(bytes);
  const recorded = before.attributes ?? room.tree.newAttributes(path);
  const attributes =
    look.kind === 'present' && after.attributes !== null
      ? merged(recorded, after.attributes, look.attributes)
      : recorded;
  return { path, from: look, to: { kind: 'present', content, attributes }, toStored: bytes === undefined };
}

/** What a person changed of mode, owner or attributes since the edit is theirs and stays; the rest goes back. */
export function merged(before: Attributes, after: Attributes, now: Attributes): Attributes {
  const pick = <T>(was: T, left: T, is: T): T => (is === left ? was : is);
  return {
    mode: pick(before.mode, after.mode, now.mode),
    uid: pick(before.uid, after.uid, now.uid),
    gid: pick(before.gid, after.gid, now.gid),
    extended: mergedExtended(before.extended, after.extended, now.extended),
  };
}

/** True where owner, group and extended attributes agree; what could not be read is taken to agree. */
export function sameAttributes(a: Attributes, b: Attributes): boolean {
  if (a.uid !== b.uid || a.gid !== b.gid) return false;
  if (a.extended === null || b.extended === null) return true;
  const names = new Set([...Object.keys(a.extended), ...Object.keys(b.extended)]);
  return [...names].every((name) => a.extended?.[name] === b.extended?.[name]);
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
