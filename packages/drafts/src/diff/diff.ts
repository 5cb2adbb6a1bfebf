/** Diffs for reading: made when they are asked for, never stored, and bounded by lines, bytes and files. */
import { refuse } from '@verbatim/core';
import type { DiffAnswer, DiffedFile, DiffRequest, Span, Unchanged } from '../answers.js';
import { normalPath } from '../files/normal-path.js';
import {
  diffBytesDefault,
  diffBytesMax,
  diffFilesMax,
  diffLinesDefault,
  diffLinesMax,
  diffShareBytesMin,
  diffShareLinesMin,
} from '../limits.js';
import { markerOf } from '../marker.js';
import { checkMoved, type Room, stateOf } from '../room.js';
import { changedFiles, type FileChange, toldOf } from './changed-files.js';
import { fileCounts, fileDiff } from './file-diff.js';
import { spanAsked } from './span.js';

type Shown = Exclude<DiffAnswer, { outcome: 'refused' }>;

export async function diff(room: Room, request: DiffRequest): Promise<Shown> {
  const state = await stateOf(room);
  const span = await spanAsked(room, state, request);
  const { path, at, after } = request;
  const budget = {
    lines: capped(request.linesMax, diffLinesDefault, diffLinesMax),
    bytes: capped(request.bytesMax, diffBytesDefault, diffBytesMax),
  };
  // Revisions never change, so the same question about the same two has the same answer.
  const marker = markerOf([room.app, span, path, at, after, budget]);
  if (marker === request.marker) return { outcome: 'unchanged', unchangedSince: marker } satisfies Unchanged;

  const changes = await room.store.compare(room.app, span.from, span.to);
  // One of the two went between the two looks; then it is refused, or the span is another by now.
  if (changes === undefined) {
    await checkMoved(room, state);
    return diff(room, request);
  }
  const all = changedFiles(changes).filter((file) => path === undefined || isOf(file, normalPath(path)));
  const rest = after === undefined ? all : all.filter((file) => file.path > after);
  const page = rest.slice(0, diffFilesMax);
  const files = await diffed(room, span, page, { ...budget, at });
  const hasMore = page.length < rest.length;
  return {
    outcome: 'diff',
    ...span,
    files,
    fileCount: all.length,
    truncated: hasMore || files.some(({ truncated }) => truncated),
    ...(hasMore ? { next: { from: span.from, to: span.to, after: page.at(-1)?.path ?? '' } } : {}),
    marker,
  };
}

function isOf({ path, before }: FileChange, asked: string): boolean {
  return path === asked || before?.path === asked;
}

interface Budget {
  readonly lines: number;
  readonly bytes: number;
  readonly at: DiffRequest['at'];
}

/** Each file gets an equal share of what is left; what a file does not need is left for those after it. */
async function diffed(room: Room, span: Span, changes: readonly FileChange[], budget: Budget): Promise<DiffedFile[]> {
  let { lines, bytes } = budget;
  const files: DiffedFile[] = [];
  for (const [index, change] of changes.entries()) {
    const left = changes.length - index;
    const share = { linesMax: Math.floor(lines / left), bytesMax: Math.floor(bytes / left) };
    const isRoom = left === 1 || (share.linesMax >= diffShareLinesMin && share.bytesMax >= diffShareBytesMin);
    const file = isRoom
      ? await shown(room, span, change, { ...share, at: budget.at })
      : await counted(room, span, change);
    lines = Math.max(0, lines - file.text.split('\n').length + 1);
    bytes = Math.max(0, bytes - Buffer.byteLength(file.text));
    files.push(file);
  }
  return files;
}

async function shown(
  room: Room,
  span: Span,
  change: FileChange,
  { at, ...share }: { linesMax: number; bytesMax: number; at: DiffRequest['at'] },
): Promise<DiffedFile> {
  const diffed = await fileDiff(room, change, span, { ...share, ...(at === undefined ? {} : { from: at }) });
  const { isBinary, added, removed, truncated } = diffed;
  const text = change.kind === 'renamed' ? renameLines(change, span) + diffed.text : diffed.text;
  const next = diffed.next && { from: span.from, to: span.to, path: change.path, at: diffed.next };
  return { ...toldOf(change), isBinary, added, removed, text, truncated, ...(next === undefined ? {} : { next }) };
}

/** Counts alone, and the request that shows the text. */
async function counted(room: Room, span: Span, change: FileChange): Promise<DiffedFile> {
  const { isBinary, added, removed } = await fileCounts(room, change, span);
  const next = { from: span.from, to: span.to, path: change.path };
  return { ...toldOf(change), isBinary, added, removed, text: '', truncated: true, next };
}

function renameLines({ before, after }: FileChange, { from, to }: Span): string {
  return `rename from ${before?.path}@${from}\nrename to ${after?.path}@${to}\n`;
}

function capped(given: number | undefined, usual: number, max: number): number {
  if (given === undefined) return usual;
  if (!Number.isInteger(given) || given < 1) refuse('INPUT_INVALID', 'A limit of a diff is a whole number from 1.');
  return Math.min(given, max);
}
