/** Drafts of apps, whatever store they are kept in. */
import type { Clock, Disk, IdSource } from '@verbatim/core';
import { openDisk, randomIds, systemClock } from '@verbatim/store';
import type {
  CheckAnswer,
  DiffAnswer,
  DiffRequest,
  FileRead,
  HistoryAnswer,
  HistoryRequest,
  Metrics,
  PublishAnswer,
  Refused,
  RevisionFiles,
  ShipAnswer,
  Standing,
  TurnAnswer,
  WriteAnswer,
} from './answers.js';
import { diff } from './diff/diff.js';
import type { DraftStore } from './draft-store.js';
import { history } from './history/history.js';
import { metrics, type RetainedAnswer, retained, standing, type TurnSpan, turnSpan } from './history/questions.js';
import { type AppPolicy, type GivenFiles, policyOf } from './policy.js';
import { type FactOptions, recordCheck } from './publish/check.js';
import { confirmPublish, type PublishFunction, type PublishOptions, publish } from './publish/publish.js';
import { type Shipping, ship } from './publish/ship.js';
import type { DraftsReport, VerifyOptions } from './report.js';
import { readFile, revisionFiles } from './revision-files.js';
import { answered, checkId, type Room, told } from './room.js';
import { startTurn } from './turns/start-turn.js';
import { regenerate, type UndoTarget, undo } from './undo/undo.js';
import type { RevisionNumber } from './words.js';
import { apply, type Operation } from './write/apply.js';
import { save } from './write/save.js';
import type { WriteOptions } from './write/write.js';

export interface DraftsOptions {
  readonly store: DraftStore;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Tells whether a process that published is still there. */
  readonly disk?: Pick<Disk, 'self' | 'liveness'>;
  /** What the platform says about an app; asked at every call, so that it may change. */
  readonly policy?: (app: string) => Partial<AppPolicy>;
}

export interface Drafts {
  /** The draft of one app; nothing is read or written yet. An id is 1 to 200 characters of one line. */
  app(id: string): AppDraft;
  apps(): Promise<readonly string[]>;
  /**
   * Checks every record and every copy of all apps; repairs nothing. What is found disables only what needs it: a revision
   * whose list or copy is damaged cannot be read, diffed or undone to.
   */
  verify(options?: VerifyOptions): Promise<DraftsReport>;
  close(): Promise<void>;
}

/**
 * All writes are durable when they resolve. Refusals are answers; faults throw `VerbatimError`. What has another type than it
 * says here throws `VERBATIM_CALL_INVALID`, and so do the three questions that answer no refusal for an id that cannot be.
 */
export interface AppDraft {
  /** Makes these files the draft: what is not among them goes, the platform's files apart. */
  save(files: GivenFiles, options?: WriteOptions): Promise<WriteAnswer>;
  /** Carries out all operations, in order, as one revision, or none. */
  apply(operations: readonly Operation[], options?: WriteOptions): Promise<WriteAnswer>;
  write(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<WriteAnswer>;
  delete(path: string, options?: WriteOptions): Promise<WriteAnswer>;
  rename(from: string, to: string, options?: WriteOptions): Promise<WriteAnswer>;
  /** Replaces exact text; several matches are refused unless `all`. */
  edit(
    path: string,
    text: { readonly replace: string; readonly with: string; readonly all?: boolean },
    options?: WriteOptions,
  ): Promise<WriteAnswer>;
  /** Copies the files of a retained revision forward as a new one. Never publishes. */
  undo(target?: UndoTarget, options?: WriteOptions): Promise<WriteAnswer>;
  /** Has the platform's generators make their files anew. */
  regenerate(options?: WriteOptions): Promise<WriteAnswer>;

  /** Begins a turn, closing the one before, and tells what that one changed. A retry is told the same, and whether it is open. */
  startTurn(turn: string): Promise<TurnAnswer>;
  turn(turn: string): Promise<TurnSpan | Refused>;

  /** The files of a revision; the head's where none is named. */
  revision(revision?: RevisionNumber): Promise<RevisionFiles | Refused>;
  read(path: string, revision?: RevisionNumber): Promise<FileRead | Refused>;
  diff(request?: DiffRequest): Promise<DiffAnswer>;
  history(request?: HistoryRequest): Promise<HistoryAnswer>;
  /** Which revision is live, whether the draft was edited since, which passed a check, which turn is open. */
  standing(): Promise<Standing>;
  /** Whether a revision can still be undone to. */
  retained(revision: RevisionNumber): Promise<RetainedAnswer>;
  metrics(): Promise<Metrics>;

  recordCheck(revision: RevisionNumber, result: { readonly ok: boolean }, options?: FactOptions): Promise<CheckAnswer>;
  /** Records the revision as live once `run` has succeeded, which it says by answering nothing. One publish of an app at a time. */
  publish(run: PublishFunction, options?: PublishOptions): Promise<PublishAnswer>;
  /** Closes a publish that was cut short: it did happen. Of several the newest, unless one is named. */
  confirmPublish(revision?: RevisionNumber): Promise<PublishAnswer>;
  /** Checks the draft, then publishes exactly what was checked; any check but `true` stops it. */
  ship(shipping: Shipping, options?: FactOptions): Promise<ShipAnswer>;
}

export function createDrafts(options: DraftsOptions): Drafts {
  const { store, clock = systemClock, ids = randomIds, disk = openDisk(), policy } = options;
  const publishing = new Set<string>();
  const roomOf = (app: string): Room => {
    checkId('An app', app);
    return { app, store, policy: policyOf(app, policy?.(app)), clock, ids, publishers: disk, publishing };
  };
  return {
    app: (id) => draftOf(() => roomOf(id)),
    apps: () => store.apps(),
    verify: (options) => store.verify(options),
    close: () => store.close(),
  };
}

function draftOf(open: () => Room): AppDraft {
  const inRoom = <A extends object>(run: (room: Room) => Promise<A>): Promise<A | Refused> =>
    answered(async () => run(open()));
  const applied = (operation: Operation, options: WriteOptions): Promise<WriteAnswer> =>
    inRoom((room) => apply(room, [operation], options));
  return {
    save: (files, options = {}) => inRoom((room) => save(room, files, options)),
    apply: (operations, options = {}) => inRoom((room) => apply(room, operations, options)),
    write: (path, bytes, options = {}) => applied({ op: 'write', path, bytes }, options),
    delete: (path, options = {}) => applied({ op: 'delete', path }, options),
    rename: (from, to, options = {}) => applied({ op: 'rename', from, to }, options),
    edit: (path, text, options = {}) => applied({ op: 'edit', path, ...text }, options),
    undo: (target = {}, options = {}) => inRoom((room) => undo(room, target, options)),
    regenerate: (options = {}) => inRoom((room) => regenerate(room, options)),
    startTurn: (turn) => inRoom((room) => startTurn(room, turn)),
    turn: (turn) => inRoom((room) => turnSpan(room, turn)),
    revision: (revision) => inRoom((room) => revisionFiles(room, revision)),
    read: (path, revision) => inRoom((room) => readFile(room, path, revision)),
    diff: (request = {}) => inRoom((room) => diff(room, request)),
    history: (request = {}) => inRoom((room) => history(room, request)),
    standing: () => told(async () => standing(open())),
    retained: (revision) => told(async () => retained(open(), revision)),
    metrics: () => told(async () => metrics(open())),
    recordCheck: (revision, result, options) => inRoom((room) => recordCheck(room, revision, result, options)),
    publish: (run, options = {}) => inRoom((room) => publish(room, run, options)),
    confirmPublish: (revision) => inRoom((room) => confirmPublish(room, revision)),
    ship: (shipping, options) => inRoom((room) => ship(room, shipping, options)),
  };
}
