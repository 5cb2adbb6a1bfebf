/** What agents do to files: each one action, or one step of one. */
import type { ActAnswer, Edit } from '@verbatim/review';
import { readEdits } from './read-edits.js';
import type { Session } from './session.js';

export interface ReplaceInput {
  readonly file: string;
  readonly replace: string;
  readonly with: string;
  readonly all: boolean;
}

/** Replaces text in a file. Answers `pending`, `unchanged` or a refusal (`MATCH_ABSENT`, `MATCH_AMBIGUOUS`, …). */
export function edit(session: Session, { file, ...input }: ReplaceInput): Promise<ActAnswer> {
  const { verbatim, context, pathOf } = session;
  return verbatim.review.act('edit', [verbatim.edits.replace(pathOf(file), input)], context);
}

/** Writes a file whole; makes it where there was none. */
export function write(
  { verbatim, context, pathOf }: Session,
  { file, bytes }: { file: string; bytes: Uint8Array },
): Promise<ActAnswer> {
  return verbatim.review.act('write', [{ op: 'write', path: pathOf(file), bytes }], context);
}

/** Moves a file to the trash. Folders are refused. */
export function deleteFile({ verbatim, context, pathOf }: Session, { file }: { file: string }): Promise<ActAnswer> {
  return verbatim.review.act('delete', [{ op: 'delete', path: pathOf(file) }], context);
}

/** Renames a file, where nothing is at the new place. */
export function move(
  { verbatim, context, pathOf }: Session,
  { from, to }: { from: string; to: string },
): Promise<ActAnswer> {
  return verbatim.review.act('move', [{ op: 'move', path: pathOf(from), to: pathOf(to) }], context);
}

/** Several edits as one action: all or none. `source` is the JSON of `{"edits": […]}`, `name` the file it came from. */
export function apply(session: Session, { source, name }: { source: Uint8Array; name: string }): Promise<ActAnswer> {
  const { verbatim, context, pathOf } = session;
  const edits = readEdits(source, name).map((step): Edit => {
    const path = pathOf(step.path);
    switch (step.op) {
      case 'replace':
        return verbatim.edits.replace(path, step);
      case 'write':
        return { op: 'write', path, bytes: step.bytes };
      case 'delete':
        return { op: 'delete', path };
      case 'move':
        return { op: 'move', path, to: pathOf(step.to) };
    }
  });
  return verbatim.review.act('apply', edits, context);
}
