/** Drafts on the local store whose system calls and commits can be made to fail. */
import { openDisk, type SystemCalls, systemCalls } from '@verbatim/fs';
import {
  type FailingCommits,
  type Faulty,
  failingCommits,
  faulty,
  type ManualClock,
  manualClock,
} from '@verbatim/testkit';
import { open } from 'lmdb';
import { type AppPolicy, type Drafts, openDrafts } from '../src/index.js';

export interface FaultyDrafts {
  readonly drafts: Drafts;
  readonly clock: ManualClock;
  readonly faults: Faulty<SystemCalls>;
  readonly commits: FailingCommits<typeof open>;
}

export interface FaultyOptions {
  readonly dir: string;
  readonly policy?: (app: string) => Partial<AppPolicy>;
  readonly clock?: ManualClock;
  /** Leaves flushing out, where nothing but the order of calls is looked at. */
  readonly unflushed?: boolean;
}

export async function openFaulty({
  dir,
  policy,
  clock = manualClock(),
  unflushed,
}: FaultyOptions): Promise<FaultyDrafts> {
  const faults = faulty(unflushed === true ? { ...systemCalls(), flush() {} } : systemCalls());
  const commits = failingCommits(unflushed === true ? unsynced : open);
  const disk = openDisk({ calls: faults.calls });
  const drafts = await openDrafts({
    dir,
    disk,
    clock,
    openIndex: commits.open,
    ...(policy === undefined ? {} : { policy }),
  });
  return { drafts, clock, faults, commits };
}

const unsynced = ((options: object) => open({ ...options, noSync: true })) as typeof open;
