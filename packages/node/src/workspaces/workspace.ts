/** What is known of a workspace: one small file beside its ledger. */
import type { Identity } from '@verbatim/core';
import { earlierFoldersMax } from '../limits.js';

/** A folder that can be known again. Decimal strings. */
export interface KnownFolder {
  readonly inode: string;
  readonly birth: string;
}

export interface Workspace {
  readonly v: 1;
  /** `w` and ten of `0-9a-z`; the folder's name. */
  readonly id: string;
  /** Absolute, links resolved. An attribute that can be repointed. */
  readonly root: string;
  /** Which folder that is, so that it is known again when it moves. Decimal strings. */
  readonly inode: string;
  readonly birth: string | null;
  /** The folders that were at the path before, the last one last: whoever moved one away finds its reviews again. */
  readonly earlier?: readonly KnownFolder[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export const workspaceFile = 'workspace.json';
export const workspaceId: RegExp = /^w[0-9a-z]{10}$/;

export function encodeWorkspace(workspace: Workspace): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(workspace, null, 2)}\n`);
}

/** `damaged` where the bytes are no such record; `newer` where a later version wrote it. */
export function decodeWorkspace(bytes: Uint8Array, id: string): Workspace | 'damaged' | 'newer' {
  let value: Partial<Record<keyof Workspace, unknown>>;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as typeof value;
  } catch {
    return 'damaged';
  }
  if (typeof value !== 'object' || value === null) return 'damaged';
  if (typeof value.v === 'number' && value.v > 1) return 'newer';
  const { v, root, inode, birth, createdAt } = value;
  const isWhole = v === 1 && value.id === id && typeof root === 'string' && root.startsWith('/');
  if (!isWhole || typeof inode !== 'string' || typeof createdAt !== 'string') return 'damaged';
  if (birth !== null && typeof birth !== 'string') return 'damaged';
  if (value.earlier === undefined) return { v, id, root, inode, birth, createdAt };
  const earlier = foldersIn(value.earlier);
  return earlier === undefined ? 'damaged' : { v, id, root, inode, birth, earlier, createdAt };
}

function foldersIn(value: unknown): KnownFolder[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const folders = value.map((one: Partial<Record<keyof KnownFolder, unknown>> | null) => {
    const { inode, birth } = one ?? {};
    return typeof inode === 'string' && typeof birth === 'string' ? { inode, birth } : undefined;
  });
  return folders.includes(undefined) ? undefined : (folders as KnownFolder[]);
}

type Folder = Pick<Identity, 'inode' | 'birth'>;

/** True where `identity` is the folder that was recorded. Without a birth time it cannot be said: inodes are reused. */
export function isFolderOf(recorded: Folder, identity: Folder): boolean {
  return recorded.inode === identity.inode && recorded.birth !== null && recorded.birth === identity.birth;
}

/** True where `identity` was at the workspace's path before the folder that was recorded. */
export function wasFolderOf({ earlier = [] }: Workspace, identity: Identity): boolean {
  return earlier.some((folder) => isFolderOf(folder, identity));
}

/** True where `identity` is known to be another folder than the one that was recorded. */
export function isAnotherThan(workspace: Workspace, identity: Identity): boolean {
  return workspace.birth !== null && identity.birth !== null && !isFolderOf(workspace, identity);
}

/** The record with another folder at the same path; the one before is kept among the earlier ones. */
export function withFolder(workspace: Workspace, now: Identity): Workspace {
  const { inode, birth, earlier = [] } = workspace;
  const before = birth === null ? earlier : [...earlier, { inode, birth }];
  return withEarlier({ ...workspace, inode: now.inode, birth: now.birth }, before);
}

/** The record with its folder at another path, where the earlier ones were not. */
export function movedTo(workspace: Workspace, root: string, { inode, birth }: Identity): Workspace {
  return withEarlier({ ...workspace, root, inode, birth }, workspace.earlier ?? []);
}

function withEarlier({ earlier: _, ...workspace }: Workspace, folders: readonly KnownFolder[]): Workspace {
  const earlier = folders.filter((folder) => !isFolderOf(folder, workspace)).slice(-earlierFoldersMax);
  return earlier.length === 0 ? workspace : { ...workspace, earlier };
}
