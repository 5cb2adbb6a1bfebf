/** Which file on disk, from a stat. */
import type { Attributes, Identity } from '@verbatim/core';
import type { Stat } from './calls.js';

const kept = new Set<bigint>();

/**
 * A birth time counts only on devices seen to keep one: there it is not zero and differs from the change time of at
 * least one file. Where the system has none, Node reports zero, or the change time in its place.
 */
function birthOf(stat: Stat): string | null {
  if (stat.birthtimeNs <= 0n) return null;
  if (stat.birthtimeNs !== stat.ctimeNs) kept.add(stat.dev);
  return kept.has(stat.dev) ? stat.birthtimeNs.toString() : null;
}

export function identityOf(stat: Stat, boot: string): Identity {
  return { inode: stat.ino.toString(), birth: birthOf(stat), device: stat.dev.toString(), boot };
}

export function modeOf(stat: Stat): number {
  return Number(stat.mode & 0o7777n);
}

export function attributesOf(stat: Stat, extended: Attributes['extended']): Attributes {
  return { mode: modeOf(stat), uid: Number(stat.uid), gid: Number(stat.gid), extended };
}
