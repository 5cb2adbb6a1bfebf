/** Drafts for a test, on the local store in a folder of its own, or in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countingIds, type ManualClock, manualClock } from '@verbatim/testkit';
import { afterEach } from 'vitest';
import {
  type AppDraft,
  type AppPolicy,
  createDrafts,
  createMemoryDraftStore,
  type Drafts,
  openDrafts,
} from '../src/index.js';

export { bytes, files, must, saved, text, textsOf } from './values.js';

export interface Opened {
  readonly drafts: Drafts;
  readonly app: AppDraft;
  readonly clock: ManualClock;
  /** What the platform says now; may be set during a test. */
  policy: Partial<AppPolicy>;
  /** The same drafts, opened again; in memory the same handle. */
  reopen(): Promise<Opened>;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

export async function openLocal(policy: Partial<AppPolicy> = {}, dir: string = scratch()): Promise<Opened> {
  const clock = manualClock();
  const opened: Opened = {
    drafts: await open(),
    get app() {
      return this.drafts.app('groceries');
    },
    clock,
    policy,
    reopen,
  };
  async function open(): Promise<Drafts> {
    const drafts = await openDrafts({ dir: join(dir, 'drafts'), clock, policy: () => opened.policy });
    closing.push(() => drafts.close().catch(() => {}));
    return drafts;
  }
  async function reopen(): Promise<Opened> {
    await opened.drafts.close();
    return openLocal(opened.policy, dir);
  }
  return opened;
}

export async function openMemory(policy: Partial<AppPolicy> = {}): Promise<Opened> {
  const clock = manualClock();
  const store = createMemoryDraftStore();
  const opened: Opened = {
    drafts: createDrafts({ store, clock, ids: countingIds(), policy: () => opened.policy }),
    get app() {
      return this.drafts.app('groceries');
    },
    clock,
    policy,
    reopen: async () => opened,
  };
  return opened;
}

export function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), 'verbatim-drafts-'));
  closing.push(async () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** For suites that run on the local store and in memory: the rules do not depend on where drafts are kept. */
export const stores: readonly { kind: string; open: (policy?: Partial<AppPolicy>) => Promise<Opened> }[] = [
  { kind: 'lmdb', open: (policy) => openLocal(policy) },
  { kind: 'memory', open: openMemory },
];
