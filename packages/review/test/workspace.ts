/** A real workspace with a real ledger beside it, for tests. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Disk } from '@verbatim/core';
import { openDisk, type SystemCalls, systemCalls } from '@verbatim/fs';
import { type Ledger, type LedgerOptions, openLedger } from '@verbatim/ledger';
import { systemError } from '@verbatim/testkit';
import { createReview, type Edit, type FormatPort, type Review, type ReviewOptions } from '../src/index.js';

export type SwapOrder = 'exchange' | 'aside';
export const swapOrders: readonly SwapOrder[] = ['exchange', 'aside'];

export interface Workspace {
  /** The folder that holds all of it. */
  readonly base: string;
  readonly root: string;
  readonly trash: string;
  readonly ledgerDir: string;
  readonly disk: Disk;
  ledger: Ledger;
  review: Review & { close(): void };
  at(path: string): string;
  write(path: string, text: string | Uint8Array): void;
  read(path: string): string | null;
  /** Every file of the workspace, path to text. */
  files(): Record<string, string>;
  /** Set by a test that damages the ledger; else closing checks that all of it is whole. */
  isDamaged?: boolean;
  /** Set by a test that opens the folder again later: closing leaves it. */
  isKept?: boolean;
  reopen(options?: Partial<LedgerOptions>): Promise<void>;
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  readonly order?: SwapOrder;
  readonly base?: string;
  readonly calls?: SystemCalls;
  readonly ledger?: Partial<LedgerOptions>;
  readonly review?: Partial<ReviewOptions>;
}

export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const base = options.base ?? mkdtempSync(join(tmpdir(), 'verbatim-review-'));
  const root = join(base, 'work');
  const ledgerDir = join(base, 'ledger');
  const trash = join(base, 'trash');
  mkdirSync(root, { recursive: true });
  const calls = options.calls ?? callsFor(options.order ?? 'exchange');
  const disk = openDisk({ calls, trashFolder: trash });
  const open = async (more: Partial<LedgerOptions> = {}): Promise<{ ledger: Ledger; review: Workspace['review'] }> => {
    const ledger = await openLedger({ dir: ledgerDir, disk, ...options.ledger, ...more });
    return { ledger, review: createReview({ ledger, disk, root, formats: plainFormats, ...options.review }) };
  };
  const at = (path: string): string => join(root, path);
  const workspace: Workspace = {
    base,
    root,
    trash,
    ledgerDir,
    disk,
    ...(await open()),
    at,
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null),
    files: () => filesBelow(root, ''),
    async reopen(more = {}) {
      workspace.review.close();
      await workspace.ledger.close();
      Object.assign(workspace, await open(more));
    },
    async close() {
      const problems = workspace.isDamaged === true ? [] : workspace.ledger.verify().problems;
      workspace.review.close();
      await workspace.ledger.close();
      if (workspace.isKept !== true) rmSync(base, { recursive: true, force: true });
      // Not by the test library, which processes that are to start fast do without.
      if (problems.length > 0) throw new Error(`the ledger is not whole: ${JSON.stringify(problems)}`);
    },
  };
  return workspace;
}

/** The real calls; in the aside order this machine has no exchange. */
export function callsFor(order: SwapOrder): SystemCalls {
  const real = systemCalls();
  if (order === 'exchange') return real;
  return {
    ...real,
    exchange() {
      throw systemError('ENOSYS', 'exchange');
    },
  };
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An agent's edit of text, as the shell makes it. */
export function replace(path: string, from: string, to: string): Edit {
  return {
    op: 'change',
    path,
    about: JSON.stringify(['replace', from, to]),
    change: (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      return {
        bytes: Buffer.from(
          text.replaceAll(Buffer.from(from).toString('latin1'), Buffer.from(to).toString('latin1')),
          'latin1',
        ),
      };
    },
  };
}

export function put(path: string, text: string | Uint8Array): Edit {
  return { op: 'write', path, bytes: Buffer.from(text as string) };
}

export const file = (path: string): { kind: 'file'; path: string } => ({ kind: 'file', path });
export const action = (id: string): { kind: 'action'; id: string } => ({ kind: 'action', id });

/** Every file is decided as a whole, so nothing is ever composed. */
export const plainFormats: FormatPort = {
  compose: notComposed,
  composeAround: notComposed,
  blockedBy: notComposed,
  words: () => undefined,
  diff: () => ({ added: 0, removed: 0, truncated: true, text: '' }),
  changes: (_path, before, after) => ({
    format: 'text',
    decidedBy: 'whole-file',
    changes: [
      { id: 'whole', kind: 'file', label: 'whole file', parts: [{ before: String(before), after: String(after) }] },
    ],
  }),
};

function notComposed(): never {
  throw new Error('a file that is decided as a whole was composed');
}

function filesBelow(root: string, folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, filesBelow(root, path));
    else if (entry.isFile()) found[path] = readFileSync(join(root, path), 'latin1');
  }
  return found;
}
