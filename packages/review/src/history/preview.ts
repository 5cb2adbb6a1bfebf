/** What Restore would change: the file as it is now, beside a copy of it. Writes nothing. */
import { hashOf, type SnapshotId } from '@verbatim/core';
import { find } from '../act/work-out.js';
import type { PreviewAnswer } from '../answers.js';
import { bytesOf, changesBetween, shownChanges } from '../changes.js';
import { versionOfLook } from '../decide/decision.js';
import { changesPerPage } from '../limits.js';
import type { PageOptions } from '../review-api.js';
import type { Room } from '../room.js';
import { locateKept } from './entries.js';
import { copyOf } from './restore.js';

export async function preview(room: Room, given: string, copy: SnapshotId, page: PageOptions): Promise<PreviewAnswer> {
  const { from = 0, count = changesPerPage } = page;
  const path = room.ledger.read((view) => locateKept(room, view, given));
  const wanted = room.ledger.read((view) => copyOf(view, path, copy));
  const { found, foundContent } = find(room, path);
  const now = versionOfLook(found);
  const { format, reason, changes } = await changesBetween(room, path, now, wanted, (state) => {
    if (state !== now.state) return bytesOf(room, state);
    const chunks: Buffer[] = [];
    foundContent?.pour((chunk) => chunks.push(Buffer.from(chunk)));
    return foundContent === undefined ? undefined : Buffer.concat(chunks);
  });
  const shown = shownChanges(room, changes.slice(from, from + count), page);
  return {
    outcome: 'shown',
    path,
    copy,
    format,
    ...(reason === undefined ? {} : { reason }),
    changes: shown,
    changeCount: changes.length,
    page: { from, count: shown.length },
    sha256: { now: hashOf(now.state), restored: hashOf(wanted.state) },
  };
}
