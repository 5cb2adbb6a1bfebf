/** What agents do to files: each one action, or one step of one. */
import type { ActAnswer, Edit } from '@verbatim/review';
import { type EditStep, readEdits } from './read-edits.js';
import type { Session } from './session.js';

type Step<O extends EditStep['op']> = Omit<Extract<EditStep, { op: O }>, 'op' | 'path'>;
type Input<O extends EditStep['op']> = Step<O> & { readonly file: string };

/** Replaces text in a file. Answers `pending`, `unchanged` or a refusal (`MATCH_ABSENT`, `MATCH_AMBIGUOUS`, …). */
export function edit(session: Session, { file: path, ...input }: Input<'replace'>): Promise<ActAnswer> {
  return act(session, 'edit', [{ op: 'replace', path, ...input }]);
}

/** Writes a file whole; makes it where there was none. */
export function write(session: Session, { file: path, bytes }: Input<'write'>): Promise<ActAnswer> {
  return act(session, 'write', [{ op: 'write', path, bytes }]);
}

/** Moves a file to the trash. Folders are refused. */
export function deleteFile(session: Session, { file: path }: Input<'delete'>): Promise<ActAnswer> {
  return act(session, 'delete', [{ op: 'delete', path }]);
}

/** Renames a file, where nothing is at the new place. */
export function move(session: Session, { from: path, to }: { from: string; to: string }): Promise<ActAnswer> {
  return act(session, 'move', [{ op: 'move', path, to }]);
}

/** Inserts a paragraph into a Word document, behind the body's child `after` or at the end. */
export function insertParagraph(
  session: Session,
  { file: path, ...input }: Input<'insert-paragraph'>,
): Promise<ActAnswer> {
  return act(session, 'insert-paragraph', [{ op: 'insert-paragraph', path, ...input }]);
}

/** Adds a text box to a slide of a PowerPoint presentation. */
export function addTextBox(session: Session, { file: path, ...input }: Input<'add-text-box'>): Promise<ActAnswer> {
  return act(session, 'add-text-box', [{ op: 'add-text-box', path, ...input }]);
}

/** Sets a cell of an Excel workbook. */
export function setCell(session: Session, { file: path, ...input }: Input<'set-cell'>): Promise<ActAnswer> {
  return act(session, 'set-cell', [{ op: 'set-cell', path, ...input }]);
}

/** Several edits as one action: all or none. `source` is the JSON of `{"edits": […]}`, `name` the file it came from. */
export function apply(session: Session, { source, name }: { source: Uint8Array; name: string }): Promise<ActAnswer> {
  return act(session, 'apply', readEdits(source, name));
}

function act({ verbatim, context, pathOf }: Session, verb: string, steps: readonly EditStep[]): Promise<ActAnswer> {
  const { review, edits } = verbatim;
  return review.act(
    verb,
    steps.map((step): Edit => {
      const path = pathOf(step.path);
      switch (step.op) {
        case 'replace':
          return edits.replace(path, step);
        case 'write':
          return { op: 'write', path, bytes: step.bytes };
        case 'delete':
          return { op: 'delete', path };
        case 'move':
          return { op: 'move', path, to: pathOf(step.to) };
        case 'insert-paragraph':
          return edits.insertParagraph(path, step);
        case 'add-text-box':
          return edits.addTextBox(path, step);
        case 'set-cell':
          return edits.setCell(path, step);
      }
    }),
    context,
  );
}
