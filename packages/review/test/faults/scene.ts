/**
 * The place where faults strike: a real workspace with a real ledger, whose every system call and every commit can be
 * made to fail. What lies in it can be told apart byte by byte, by mode and by extended attribute.
 */
import { chmodSync, closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SystemCalls, systemCalls } from '@verbatim/fs';
import type { LedgerOptions } from '@verbatim/ledger';
import { type FailingCommits, type Faulty, failingCommits, faulty, manualClock, systemError } from '@verbatim/testkit';
import { open } from 'lmdb';
import { lineFormats } from '../line-formats.js';
import { callsFor, openWorkspace, type SwapOrder, type Workspace, type WorkspaceOptions } from '../workspace.js';

export interface Scene {
  readonly order: SwapOrder;
  readonly workspace: Workspace;
  readonly faults: Faulty<SystemCalls>;
  readonly commits: FailingCommits<NonNullable<LedgerOptions['openIndex']>>;
}

export const attribute = 'user.verbatim';
const mode = 0o640;

/** The files that every operation starts from. The first and the third carry an extended attribute. */
const originals = {
  'paper.md': 'The result is preliminary.\r\n',
  'letter.md': 'Dear all,\r\nsee you soon.\n',
  'notes.txt': 'Ask about the second sample.\n',
  'old.csv': 'year,count\n1912,7\n',
  'figures/plot.bin': '\0\xff\r\n\xef\xbb\xbf\x80 plot',
} as const;

/** Where `base` holds a scene already, that one, which another process made there. */
export async function openScene(order: SwapOrder, options: WorkspaceOptions = {}): Promise<Scene> {
  const faults = faulty(options.calls ?? callsFor(order));
  const commits = failingCommits(open);
  const ledger = { clock: manualClock(), openIndex: commits.open, ...options.ledger };
  const review = { formats: lineFormats, ...options.review };
  const workspace = await openWorkspace({ ...options, calls: faults.calls, ledger, review });
  if (readdirSync(workspace.root).length === 0) {
    for (const [path, text] of Object.entries(originals)) {
      workspace.write(path, Buffer.from(text, 'latin1'));
      chmodSync(workspace.at(path), mode);
    }
    for (const path of ['paper.md', 'old.csv']) giveAttribute(workspace.at(path), `beside ${path}`);
  }
  return { order, workspace, faults, commits };
}

/** Calls to which the system answers with `code` when they ask for another process. */
export function withoutOthers(calls: SystemCalls, code: string): SystemCalls {
  return {
    ...calls,
    open(path, flags, mode) {
      const isOther = /^\/proc\/\d+\/stat$/.test(path) && path !== `/proc/${process.pid}/stat`;
      if (isOther) throw systemError(code, 'open');
      return calls.open(path, flags, mode);
    },
  };
}

/** Everything below the root: path to mode, extended attributes and bytes. Folders end in `/`. */
export type Listing = Readonly<Record<string, string>>;

export function listing(root: string, folder = ''): Listing {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: 'a folder' }, listing(root, path));
    else found[path] = described(join(root, path));
  }
  return found;
}

const calls = systemCalls();

function described(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const { mode: bits } = fstatSync(fd);
    const extended = [...calls.extended(fd)].map(
      ([name, value]) => ` ${name}=${Buffer.from(value).toString('latin1')}`,
    );
    return `${(bits & 0o7777).toString(8)}${extended.sort().join('')}: ${readFileSync(fd, 'latin1')}`;
  } finally {
    closeSync(fd);
  }
}

function giveAttribute(path: string, value: string): void {
  const fd = openSync(path, 'r');
  try {
    calls.setExtended(fd, attribute, Buffer.from(value));
  } finally {
    closeSync(fd);
  }
}
