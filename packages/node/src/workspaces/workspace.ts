/** What is known of a workspace: one small file beside its ledger. */
import type { Identity } from '@verbatim/core';

export interface Workspace {
  readonly v: 1;
  /** `w` and ten of `0-9a-z`; the folder's name. */
  readonly id: string;
  /** Absolute, links resolved. An attribute that can be repointed. */
  readonly root: string;
  /** Which folder that is, so that it is known again when it moves. Decimal strings. */
  readonly inode: string;
  readonly birth: string | null;
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
  return { v, id, root, inode, birth, createdAt };
}

/** True where `identity` is the folder that was recorded. Without a birth time it cannot be said: inodes are reused. */
export function isFolderOf(workspace: Workspace, { inode, birth }: Identity): boolean {
  return workspace.inode === inode && workspace.birth !== null && workspace.birth === birth;
}
