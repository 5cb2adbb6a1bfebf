/**
 * What the page asks the server: an operation's name and its typed input, answered with what `--json` prints. The page
 * imports these types and nothing else of the server.
 */
import type { DiffShown, HistoryShown, Published, Unchanged } from '@verbatim/drafts';
import type { Checked } from '@verbatim/node';
import type {
  DecisionAnswer,
  DecisionsAnswer,
  DiffAnswer,
  InspectAnswer,
  PinAnswer,
  PreviewAnswer,
  Refused,
  RestoreAnswer,
  SaveAnswer,
  UndoAnswer,
} from '@verbatim/review';
import type { DecideInput, Kept } from '../operations/decide.js';
import type { DiffInput } from '../operations/diff.js';
import type { Judged } from '../operations/drafts/ship-draft.js';
import type { DraftWriteAnswer } from '../operations/drafts/write-draft.js';
import type { HistoryInput, ShownHistory } from '../operations/history.js';
import type { InspectInput } from '../operations/inspect.js';
import type { JudgeInput } from '../operations/judge.js';
import type { PreviewInput, RestoreInput } from '../operations/restore.js';
import type { WorkspaceStatus } from '../operations/status.js';
import type { Fault } from '../operations/thrown.js';
import type { UndoInput } from '../operations/undo.js';
import type { RecentDecisions } from './recent-decisions.js';
import type { RunInput, RunStarted, RunStopping } from './runs/run.js';

interface Call<I, A> {
  readonly input: I;
  readonly answer: A;
}

interface CopyInput {
  readonly file: string;
  readonly copy: string;
}

export interface Reads {
  status: Call<object, WorkspaceStatus>;
  inspect: Call<InspectInput, InspectAnswer | Refused>;
  diff: Call<DiffInput, DiffAnswer | Refused>;
  history: Call<HistoryInput, ShownHistory | Refused>;
  preview: Call<PreviewInput, PreviewAnswer | Refused>;
  decisions: Call<object, RecentDecisions>;
  'draft-log': Call<{ readonly app: string; readonly before?: number }, HistoryShown | Unchanged | Refused>;
  /** With neither end: the span of the previous turn. */
  'draft-diff': Call<
    { readonly app: string; readonly from?: number; readonly to?: number; readonly after?: string },
    DiffShown | Unchanged | Refused
  >;
}

export interface Writes {
  keep: Call<DecideInput<Kept>, DecisionAnswer | DecisionsAnswer | Refused>;
  discard: Call<DecideInput, DecisionAnswer | DecisionsAnswer | Refused>;
  accept: Call<JudgeInput, DecisionAnswer>;
  reject: Call<JudgeInput, DecisionAnswer>;
  save: Call<{ readonly file: string; readonly note?: string | undefined }, SaveAnswer>;
  pin: Call<CopyInput, PinAnswer>;
  unpin: Call<CopyInput, PinAnswer>;
  restore: Call<RestoreInput, RestoreAnswer>;
  undo: Call<UndoInput, UndoAnswer>;
  /** `expected`: the head that was shown; refused where it is another. */
  'draft-undo': Call<{ readonly app: string; readonly to: number; readonly expected: number }, DraftWriteAnswer>;
  /** Says that a publish which was cut short did happen. */
  'draft-confirm': Call<{ readonly app: string; readonly revision: number }, Judged<Published>>;
  /** Writes nothing, but reads every copy: so it is done where it does not hold up the page. */
  verify: Call<{ readonly deep: boolean }, Checked>;
}

/** Commands that the person who started the server named, each run in a process of its own; events tell how it goes on. */
export interface Commanding {
  'draft-run': Call<RunInput, RunStarted | Refused>;
  'draft-stop': Call<{ readonly run: number }, RunStopping>;
}

export type Operations = Reads & Writes & Commanding;
export type ReadName = keyof Reads;
export type WriteName = keyof Writes;
/** What is asked for under a key. */
export type OrderName = WriteName | keyof Commanding;
export type OperationName = keyof Operations;
export type Input<N extends OperationName> = Operations[N]['input'];
export type Answer<N extends OperationName> = Operations[N]['answer'];

/** Something broke, or the request was not understood. */
export interface Failed {
  readonly v: 1;
  readonly error: Fault;
}

/** Answer of `POST /api/session`: goes along with every request as `x-verbatim-key`, beside the cookie. */
export interface SignedIn {
  readonly v: 1;
  readonly key: string;
}
