/** What a new file gets from the system: owner, group, permission bits and ACL. */
import { type Attributes, systemCode } from '@verbatim/core';
import type { SystemCalls } from './calls.js';
import { inheritedAcl, isMinimal } from './inherited-acl.js';

const setGroupBit = 0o2000n;

export function newAttributesIn(calls: SystemCalls, folder: number): Attributes {
  const stat = calls.fstat(folder);
  const uid = process.getuid?.() ?? 0;
  const gid = (stat.mode & setGroupBit) === 0n ? (process.getgid?.() ?? 0) : Number(stat.gid);
  const handedOn = defaultAcl(calls, folder);
  if (handedOn === undefined) return { mode: 0o666 & ~process.umask(), uid, gid, extended: {} };
  const { acl, mode } = inheritedAcl(handedOn);
  const extended: Record<string, string> = isMinimal(acl)
    ? {}
    : { 'system.posix_acl_access': Buffer.from(acl).toString('base64') };
  return { mode, uid, gid, extended };
}

function defaultAcl(calls: SystemCalls, folder: number): Uint8Array | undefined {
  try {
    return calls.extended(folder).get('system.posix_acl_default');
  } catch (error) {
    if (['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
