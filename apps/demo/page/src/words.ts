/** What things are called on the page. */
import type { FileReceipt, StatusAction, StatusFile } from '@verbatim/review';

export const formatNames: Readonly<Record<StatusFile['format'], string>> = {
  markdown: 'Markdown',
  text: 'Text',
  latex: 'LaTeX',
  word: 'Word',
  powerpoint: 'PowerPoint',
  excel: 'Excel',
  csv: 'CSV',
  json: 'JSON',
  binary: 'Binary file',
};

/** Two or three letters for the tile before a file's name. */
export const formatMarks: Readonly<Record<StatusFile['format'], string>> = {
  markdown: 'MD',
  text: 'TXT',
  latex: 'TEX',
  word: 'DOC',
  powerpoint: 'PPT',
  excel: 'XLS',
  csv: 'CSV',
  json: '{ }',
  binary: 'BIN',
};

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

export interface DecisionWords {
  readonly keep: string;
  readonly discard: string;
}

/** The buttons say what they reach. */
export function decisionWords({ files }: StatusAction): DecisionWords {
  const [file] = files;
  if (file === undefined) return { keep: 'Keep', discard: 'Discard' };
  if (files.length > 1) {
    const all = counted(files.length, 'file');
    return { keep: `Keep ${all}`, discard: `Discard ${all}` };
  }
  if (file.changesInAll !== undefined) {
    const rest = counted(file.changeCount, 'undecided change');
    return { keep: `Keep ${rest}`, discard: `Discard ${rest}` };
  }
  switch (file.kind) {
    case 'created':
      return { keep: 'Keep file', discard: 'Discard file' };
    case 'deleted':
      return { keep: 'Keep deletion', discard: 'Restore file' };
    case 'moved':
      return { keep: 'Keep move', discard: 'Discard move' };
    case 'edited':
      return { keep: 'Keep edit', discard: 'Discard edit' };
  }
}

export function changesOf({ changeCount, changesInAll, kind, format }: StatusFile): string {
  if (kind === 'created') return 'New file';
  if (kind === 'deleted') return 'Deleted';
  if (changesInAll !== undefined)
    return `${changeCount.toLocaleString('en-US')} of ${counted(changesInAll, 'change')} undecided`;
  if (format === 'binary') return 'Changed';
  return counted(changeCount, 'change');
}

/** Fixed, word for word: what Discard would answer (`docs/errors.md`). */
export function blockedWords(blocked: string): string {
  return blocked === 'replaced' ? 'Replaced by another program, with equal bytes' : 'Changed since the agent’s edit';
}

export function verdictWords(verdict: string, files: readonly FileReceipt[]): string {
  const names = nameOf(files.map(({ path }) => path));
  switch (verdict) {
    case 'keep':
    case 'kept':
      return `Kept ${names}`;
    case 'discard':
    case 'discarded':
      return `Discarded ${names}`;
    case 'accept':
      return `Accepted changes in ${names}`;
    case 'reject':
      return `Rejected changes in ${names}`;
    case 'restore':
    case 'restored':
      return `Restored ${names}`;
    case 'undo':
      return `Undone: decision on ${names}`;
    default:
      return `Decided ${names}`;
  }
}

export function nameOf(paths: readonly string[]): string {
  const [first, ...rest] = paths;
  if (first === undefined) return 'nothing on disk';
  return rest.length === 0 ? fileName(first) : `${counted(paths.length, 'file')}`;
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

export function shortHash(hash: string | null): string {
  return hash === null ? 'no file' : hash.slice(0, 8);
}

export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte');
  const units = ['kB', 'MB', 'GB'];
  let [size, unit] = [bytes / 1_000, 0];
  for (; size >= 1_000 && unit < 2; unit += 1) size /= 1_000;
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit] ?? ''}`;
}

const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The time for what was today, with the day for all else. */
export function when(at: string): string {
  const date = new Date(at);
  return date.toDateString() === new Date().toDateString() ? timeOfDay.format(date) : dayAndTime.format(date);
}
