/** One file's difference between two revisions, as text. */
import { recognizeText, type UnifiedDiff, type UnifiedDiffOptions, unifiedDiff } from '@verbatim/format-text';
import { contentOf } from '../revision-files.js';
import type { Room } from '../room.js';
import type { RevisionNumber } from '../words.js';
import type { FileChange } from './changed-files.js';

export interface FileDiff extends UnifiedDiff {
  readonly isBinary: boolean;
}

type Cuts = Pick<UnifiedDiffOptions, 'from' | 'hunksMax' | 'linesMax' | 'bytesMax'>;

/** The two revisions. */
interface Ends {
  readonly from: RevisionNumber;
  readonly to: RevisionNumber;
}

/** Names the sides `app.js@24` and `app.js@27`. */
export async function fileDiff(
  room: Room,
  { before, after }: FileChange,
  { from, to }: Ends,
  cuts: Cuts,
): Promise<FileDiff> {
  const old = before === null ? undefined : await contentOf(room, before, from);
  const now = after === null ? undefined : await contentOf(room, after, to);
  const beforeName = `${before?.path ?? ''}@${from}`;
  const afterName = `${after?.path ?? ''}@${to}`;
  const found = unifiedDiff(old, now, { beforeName, afterName, ...cuts });
  // Where there are hunks, both sides were text.
  const isBinary =
    found.hunks === 0 && [old, now].some((bytes) => bytes !== undefined && recognizeText('', bytes) === 'binary');
  return { isBinary, ...found };
}

/** Lines that were added and removed; of a binary file none. */
export async function fileCounts(room: Room, change: FileChange, ends: Ends): Promise<FileDiff> {
  return fileDiff(room, change, ends, { hunksMax: 1, linesMax: 1 });
}
