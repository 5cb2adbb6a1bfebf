/** Changes of a manifest as changes of files: a file that went and came elsewhere with the same bytes was renamed. */
import type { ChangedFile, FileChangeKind } from '../answers.js';
import { byPath } from '../files/normal-path.js';
import { grouped } from '../grouped.js';
import type { EntryChange, FileEntry } from '../words.js';

export interface FileChange {
  /** The path after, or of a deleted file the one before. */
  readonly path: string;
  readonly kind: FileChangeKind;
  readonly before: FileEntry | null;
  readonly after: FileEntry | null;
}

/** In the order of the paths. Empty files are no evidence of a rename. */
export function changedFiles(changes: readonly EntryChange[]): FileChange[] {
  const deleted = changes.flatMap(({ path, before, after }) =>
    before !== null && after === null ? [{ path, ...before }] : [],
  );
  const sources = grouped(
    deleted.filter(({ size }) => size > 0),
    ({ hash }) => hash,
  );
  const renamed = new Set<FileEntry>();
  const files = changes.flatMap(({ path, before, after }): FileChange[] => {
    if (after === null) return [];
    const entry = { path, ...after };
    if (before !== null) return [{ path, kind: 'edited', before: { path, ...before }, after: entry }];
    const source = sources.get(after.hash)?.shift();
    if (source === undefined) return [{ path, kind: 'added', before: null, after: entry }];
    renamed.add(source);
    return [{ path, kind: 'renamed', before: source, after: entry }];
  });
  for (const entry of deleted) {
    if (!renamed.has(entry)) files.push({ path: entry.path, kind: 'deleted', before: entry, after: null });
  }
  return files.toSorted(byPath);
}

export function toldOf({ path, kind, before, after }: FileChange): ChangedFile {
  return {
    path,
    kind,
    ...(kind === 'renamed' && before !== null ? { from: before.path } : {}),
    sha256: { before: before?.hash ?? null, after: after?.hash ?? null },
  };
}
