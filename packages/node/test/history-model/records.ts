/** What the model keeps: files' texts, actions, copies, reviews and decisions. */
import type { HistoryEntry } from '@verbatim/review';

export type Text = string | null;
export type Verdict = 'accept' | 'reject';
export type Label = HistoryEntry['label'];

export interface Pair {
  readonly path: string;
  readonly before: Text;
  after: Text;
  readonly isMove: boolean;
  identity: number | null;
  isPruned: boolean;
}

export interface Action {
  readonly id: string;
  readonly seq: number;
  status: 'pending' | 'kept' | 'discarded' | 'mixed' | 'cancelled';
  pairs: Pair[];
  decision: string | null;
}

export interface Copy {
  id: string;
  readonly seq: number;
  readonly path: string;
  readonly label: Label;
  readonly text: Text;
  readonly action: string | null;
  pinned: boolean;
}

export interface Review {
  readonly path: string;
  readonly seq: number;
  actions: string[];
  readonly original: Text;
  base: Text;
  head: Text;
  verdicts: Record<string, Verdict>;
  expected: Text;
  identity: number | null;
  isDecided: boolean;
  isUndone: boolean;
}

export interface Standing {
  readonly actions: readonly { id: string; status: Action['status']; decision: string | null }[];
  readonly reviews: Review[];
}

export interface DecidedFile {
  readonly path: string;
  readonly from: Text;
  readonly to: Text;
  readonly identity: number | null;
}

export interface Decision {
  readonly id: string;
  readonly seq: number;
  readonly verdict: string;
  readonly before: Standing;
  readonly after: Standing;
  readonly files: readonly DecidedFile[];
  isReleased: boolean;
}
