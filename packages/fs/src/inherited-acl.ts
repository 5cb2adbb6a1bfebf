/** What a new file gets where its folder hands on an ACL: by the rules of acl(5), as the kernel applies them at creation. */

const headerBytes = 4;
const entryBytes = 8;
const tags = { owner: 0x01, group: 0x04, mask: 0x10, other: 0x20 } as const;
/** A new file is asked for with read and write for everybody. */
const asked = 0o6;

/** `folderDefault` is the value of `system.posix_acl_default`. Answers the file's ACL and the mode that shows of it. */
export function inheritedAcl(folderDefault: Uint8Array): { acl: Uint8Array; mode: number } {
  const acl = Uint8Array.from(folderDefault);
  const view = new DataView(acl.buffer);
  const entries: { tag: number; at: number }[] = [];
  for (let at = headerBytes; at + entryBytes <= acl.length; at += entryBytes)
    entries.push({ tag: view.getUint16(at, true), at });
  const hasMask = entries.some(({ tag }) => tag === tags.mask);
  const permissions = new Map<number, number>();
  for (const { tag, at } of entries) {
    const isLimited = tag === tags.owner || tag === tags.other || tag === (hasMask ? tags.mask : tags.group);
    if (isLimited) view.setUint16(at + 2, view.getUint16(at + 2, true) & asked, true);
    permissions.set(tag, view.getUint16(at + 2, true));
  }
  const bits = (tag: number): number => permissions.get(tag) ?? 0;
  return { acl, mode: (bits(tags.owner) << 6) | (bits(hasMask ? tags.mask : tags.group) << 3) | bits(tags.other) };
}

/** True for an ACL that says no more than the permission bits do; the kernel stores none then. */
export function isMinimal(acl: Uint8Array): boolean {
  return acl.length <= headerBytes + 3 * entryBytes;
}
