/** What a turn that begins is told: what the one before changed, and what happened under no turn since. */
import type { TurnStarted } from '../answers.js';
import { changedFiles, type FileChange } from '../diff/changed-files.js';
import { fileCounts } from '../diff/file-diff.js';
import { summaryFilesMax, summarySinceMax } from '../limits.js';
import type { Room } from '../room.js';
import type { RevisionNumber, Turn } from '../words.js';

/**
 * ```
 * Previous turn changed r24..r27:
 * - app.js: +18 -7
 * Since then: r28 (undo to r24)
 * ```
 */
export async function summaryOf(
  room: Room,
  previous: Turn | null,
  start: RevisionNumber,
  since: TurnStarted['since'],
): Promise<string> {
  if (previous === null) return `No previous turn. The draft is at r${start}.`;
  return [...(await turnLines(room, previous)), ...sinceLine(previous, start, since)].join('\n');
}

/** Revisions after the turn's last and up to `start`; none of them belongs to a turn. The first few that are retained. */
export async function sinceOf(
  { store, app }: Room,
  previous: Turn | null,
  start: RevisionNumber,
): Promise<TurnStarted['since']> {
  const since: { revision: RevisionNumber; reason: string }[] = [];
  if (previous === null) return since;
  for (let number = previous.last + 1; number <= start && since.length < summarySinceMax; number++) {
    const revision = await store.revision(app, number);
    if (revision !== undefined) since.push({ revision: number, reason: revision.reason });
  }
  return since;
}

function sinceLine({ last }: Turn, start: RevisionNumber, since: TurnStarted['since']): string[] {
  if (start === last) return [];
  const named = since.map(({ revision, reason }) => `r${revision} (${reason})`);
  const rest = start - last - since.length;
  return [`Since then: ${[...named, ...(rest === 0 ? [] : [`${rest} more up to r${start}`])].join(', ')}`];
}

async function turnLines(room: Room, { start, last, revisions }: Turn): Promise<string[]> {
  if (revisions === 0) return [`Previous turn changed nothing (r${start}).`];
  const changes = await room.store.compare(room.app, start, last);
  if (changes === undefined) return [`Previous turn changed r${start}..r${last}, which is no longer retained.`];
  const files = changedFiles(changes);
  if (files.length === 0) return [`Previous turn changed r${start}..r${last}: no file differs.`];
  const shown = await Promise.all(
    files.slice(0, summaryFilesMax).map((file) => fileLine(room, file, { from: start, to: last })),
  );
  const rest = files.length - shown.length;
  return [
    `Previous turn changed r${start}..r${last}:`,
    ...shown,
    ...(rest === 0 ? [] : [`- and ${rest} more file${rest === 1 ? '' : 's'}`]),
  ];
}

async function fileLine(
  room: Room,
  change: FileChange,
  span: { readonly from: RevisionNumber; readonly to: RevisionNumber },
): Promise<string> {
  const name = change.kind === 'renamed' ? `${change.path} (renamed from ${change.before?.path})` : change.path;
  const note = change.kind === 'added' || change.kind === 'deleted' ? ` (${change.kind})` : '';
  const { isBinary, added, removed } = await fileCounts(room, change, span);
  return `- ${name}: ${isBinary ? 'binary' : `+${added} -${removed}`}${note}`;
}
