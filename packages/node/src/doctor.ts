/** Doctor: whether everything that Verbatim needs is there, and where the data lies. Writes nothing. */
import { spawnSync } from 'node:child_process';
import { type Disk, isVerbatimError, RefusalError, type Tree, VerbatimError } from '@verbatim/core';
import type { JournalRecord } from '@verbatim/ledger';
import { isFolderInReach } from './folder-in-reach.js';
import { freeBytesMin } from './limits.js';
import { findFolder } from './places.js';
import { surveyIndex } from './survey/survey-index.js';
import { findLedger } from './workspaces/find-ledger.js';
import { ledgerFolder } from './workspaces/registry.js';
import { systemWorld, type World } from './world.js';

export type DoctorCode =
  | 'NODE_TOO_OLD'
  | 'FOLDER_UNUSABLE'
  | 'HOME_READ_ONLY'
  | 'DISK_FULL'
  | 'REPLACE_UNSUPPORTED'
  | 'LEDGER_DAMAGED'
  | 'RECOVERY_DUE';

export interface DoctorProblem {
  readonly code: DoctorCode;
  /** A sentence for people. */
  readonly message: string;
  readonly path?: string;
  /** What to do. */
  readonly next?: string;
}

/** `unknown`: nothing is written to try it, and the kind of file system does not say. */
export type Support = 'yes' | 'no' | 'unknown';

export interface ExaminedDisk {
  readonly path: string;
  /** As the system calls it (`ext2/ext3`, `btrfs`), or null. */
  readonly fileSystem: string | null;
  readonly freeBytes: number;
  /** Two files change places in one call: how a file is replaced. */
  readonly exchange: Support;
  /** The way without an exchange. */
  readonly link: Support;
  /** The system tells whether somebody has a file open for writing. */
  readonly lease: Support;
}

export interface Examined {
  readonly ok: boolean;
  readonly problems: readonly DoctorProblem[];
  readonly node: { readonly version: string; readonly needed: string; readonly platform: string };
  /** Whether the system calls that Node lacks are there (koffi). Without them slower and more careful ways are taken. */
  readonly native: boolean;
  readonly root: ExaminedDisk | null;
  readonly home: (ExaminedDisk & { readonly exists: boolean }) | null;
  /** Null where this workspace has none yet. */
  readonly ledger: {
    readonly path: string;
    readonly index: 'sound' | 'absent' | 'damaged';
    readonly bytes: number;
    readonly copies: number;
    readonly manifests: number;
    readonly actions: number;
    readonly waiting: Readonly<Record<'pending' | 'open' | 'interrupted', number>>;
    /** Operations under way, or cut short. */
    readonly journal: number;
  } | null;
}

export function doctor(input: { readonly root: string; readonly home?: string }): Examined {
  return doctorIn(systemWorld(), input);
}

const nodeNeeded = '20.19.0';

export function doctorIn(world: World, input: { readonly root: string; readonly home?: string }): Examined {
  const disk = world.disk(undefined);
  const problems: DoctorProblem[] = [];
  const node = { version: process.versions.node, needed: nodeNeeded, platform: `${world.platform} ${process.arch}` };
  if (isOlder(node.version, nodeNeeded)) {
    problems.push({
      code: 'NODE_TOO_OLD',
      message: `Node.js ${node.version} is too old.`,
      next: `Install ${nodeNeeded} or newer.`,
    });
  }
  const found = trying(problems, () => findLedger(world, disk, input));
  if (found === undefined)
    return { ok: false, problems, node, native: isNative(disk), root: null, home: null, ledger: null };
  const native = isNative(disk);
  const root = examineDisk(disk, found.workspace.root, native, problems);
  const home = examineDisk(disk, nearest(disk, found.registry.home), native, problems);
  if (root?.exchange === 'no' && root.link === 'no') {
    problems.push({
      code: 'REPLACE_UNSUPPORTED',
      message: 'On this disk a file cannot be replaced without a moment in which a save could be lost.',
      path: root.path,
      next: 'Work on another disk, or repeat commands with --allow-unsafe-replace.',
    });
  }
  const exists = home?.path === found.registry.home;
  const dir = ledgerFolder(found.registry, found.workspace);
  const ledger = examineLedger(disk, dir, found.workspace.root, problems);
  return {
    ok: problems.length === 0,
    problems,
    node,
    native,
    root,
    home: home === null ? null : { ...home, path: found.registry.home, exists },
    ledger,
  };
}

function examineDisk(disk: Disk, path: string, native: boolean, problems: DoctorProblem[]): ExaminedDisk | null {
  const tree = trying(problems, () => findFolder(disk, path))?.tree;
  if (tree === undefined) return null;
  try {
    const freeBytes = tree.freeBytes();
    if (freeBytes < freeBytesMin) {
      const message = `This disk has only ${freeBytes} bytes free.`;
      problems.push({ code: 'DISK_FULL', message, path, next: 'Make room, or no file can be captured.' });
    }
    const fileSystem = fileSystemOf(tree.path);
    return { path: tree.path, fileSystem, freeBytes, ...supportOf(fileSystem, native) };
  } finally {
    tree.close();
  }
}

/** What kinds of file systems offer. Tried on Linux: ext4, XFS, btrfs, tmpfs; the others by their documentation. */
const local: Readonly<Record<string, readonly [exchange: Support, link: Support]>> = {
  'ext2/ext3': ['yes', 'yes'],
  xfs: ['yes', 'yes'],
  btrfs: ['yes', 'yes'],
  tmpfs: ['yes', 'yes'],
  f2fs: ['yes', 'yes'],
  overlayfs: ['yes', 'yes'],
  msdos: ['unknown', 'no'],
  exfat: ['no', 'no'],
};
const remote = new Set(['nfs', 'nfs4', 'smb2', 'cifs', 'smb', 'fuseblk', 'v9fs', '9p']);

function supportOf(fileSystem: string | null, native: boolean): Pick<ExaminedDisk, 'exchange' | 'link' | 'lease'> {
  const kind = fileSystem ?? '';
  if (remote.has(kind)) return { exchange: 'no', link: 'unknown', lease: 'no' };
  const [exchange, link] = local[kind] ?? ['unknown', 'unknown'];
  const lease = local[kind] === undefined ? 'unknown' : 'yes';
  return native ? { exchange, link, lease } : { exchange: 'no', link, lease: 'no' };
}

function fileSystemOf(path: string): string | null {
  const ran = spawnSync('stat', ['-f', '-c', '%T', '--', path], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return ran.status === 0 ? ran.stdout.trim() : null;
}

/** An exchange of two names that are not there: the system says so, or there is no such call. */
function isNative(disk: Disk): boolean {
  const tree = disk.openTree('/');
  try {
    return tree.exchange('.verbatim-not-there-a', '.verbatim-not-there-b') === 'done';
  } catch (error) {
    return isVerbatimError(error) && error.data['system'] === 'ENOENT';
  } finally {
    tree.close();
  }
}

function examineLedger(disk: Disk, dir: string, root: string, problems: DoctorProblem[]): Examined['ledger'] {
  const tree = trying(problems, () => findFolder(disk, dir, { private: true }))?.tree;
  if (tree === undefined) return null;
  try {
    if (tree.readOnly('any') !== undefined) {
      problems.push({
        code: 'HOME_READ_ONLY',
        message: 'You cannot write into the ledger’s folder.',
        path: dir,
        next: 'Check its owner and permissions.',
      });
    }
    const index = trying(problems, () => surveyIndex(dir));
    if (index?.state === 'damaged') {
      const next = 'verbatim salvage --to DIR copies out every intact copy; verbatim salvage rebuilds the index.';
      problems.push({
        code: 'LEDGER_DAMAGED',
        message: `The ledger’s index is damaged. ${index.why[0]}`,
        path: dir,
        next,
      });
    }
    const survey = index?.state === 'sound' ? index.survey : undefined;
    const unsettled = unsettledIn(disk, root, survey?.journal ?? []);
    const cut = unsettled.filter(({ owner }) => disk.liveness(owner) === 'dead');
    if (cut.length > 0) {
      const message = `${cut.length} of the operations on this workspace ended half way.`;
      problems.push({
        code: 'RECOVERY_DUE',
        message,
        path: dir,
        next: 'verbatim status finishes it, or puts it back.',
      });
    }
    return {
      path: dir,
      index: index?.state ?? 'damaged',
      bytes: sizeOf(tree, '') + sizeOf(tree, 'copies') + sizeOf(tree, 'manifests'),
      copies: tree.list('copies').length,
      manifests: tree.list('manifests').length,
      actions: survey?.actions ?? 0,
      waiting: survey?.waiting ?? { pending: 0, open: 0, interrupted: 0 },
      journal: unsettled.length,
    };
  } finally {
    tree.close();
  }
}

/** The operations that are under way or left something lying about: records of others stay for a while without meaning anything. */
function unsettledIn(disk: Disk, root: string, journal: readonly JournalRecord[]): readonly JournalRecord[] {
  const tree = findFolder(disk, root)?.tree;
  try {
    return journal.filter(
      ({ state, steps }) =>
        state === 'intended' || steps.some(({ folder }) => tree !== undefined && isFolderInReach(tree, folder)),
    );
  } finally {
    tree?.close();
  }
}

/** Bytes of the files in a folder. Looks at names and sizes only: this process must not open the index. */
function sizeOf(tree: Tree, folder: string): number {
  let bytes = 0;
  for (const { name, kind } of tree.list(folder)) {
    const glance = kind === 'file' ? tree.glance(folder === '' ? name : `${folder}/${name}`) : undefined;
    if (glance?.kind === 'present') bytes += glance.size;
  }
  return bytes;
}

/** A folder that is not there yet is made on the disk of the nearest one that is. */
function nearest(disk: Disk, path: string): string {
  const tree = findFolder(disk, path)?.tree;
  tree?.close();
  return tree === undefined && path !== '/' ? nearest(disk, path.slice(0, path.lastIndexOf('/')) || '/') : path;
}

/** What refuses or fails is one of the problems, with its own sentence. */
function trying<T>(problems: DoctorProblem[], run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RefusalError) {
      const { message, files, next } = error.refusal;
      problems.push({
        code: 'FOLDER_UNUSABLE',
        message,
        ...(files[0] === undefined ? {} : { path: files[0] }),
        ...(next === undefined ? {} : { next }),
      });
    } else if (error instanceof VerbatimError) {
      const { code, message, path, hint } = error;
      problems.push({
        code: code === 'VERBATIM_LEDGER_DAMAGED' ? 'LEDGER_DAMAGED' : 'FOLDER_UNUSABLE',
        message,
        ...(path === undefined ? {} : { path }),
        ...(hint === undefined ? {} : { next: hint }),
      });
    } else throw error;
    return undefined;
  }
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split('.').map(Number));
  const at = [0, 1, 2].find((part) => a?.[part] !== b?.[part]);
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
