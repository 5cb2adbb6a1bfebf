import { readBody } from '../word/read-body.js';
import { readTextRuns } from '../word/read-text-runs.js';
import { type EditedOffice, type EditOptions, editedText, editPackage } from './edit-package.js';
import { refuseEdit } from './refuse-edit.js';
import { checkReplacement, replaceInRuns, type TextReplacement } from './replace-text.js';
import { readEditableSettings } from './word-settings.js';

export interface ParagraphText extends TextReplacement, EditOptions {
  /** Which child of the body, counted as `insertParagraph` does; without, any paragraph, also in tables and text boxes. */
  readonly paragraph?: number;
}

/**
 * Replaces text within a paragraph of a Word document, also where formatting or Word's own habits cut it into runs. Touches
 * the main part only. Refuses `MATCH_ABSENT`, `MATCH_AMBIGUOUS`, `OFFICE_PLACE_ABSENT`, and `OFFICE_UNSUPPORTED` where editing
 * is restricted, the file is signed or the text is not to be written to (`word/text-obstacles.ts`).
 */
export function replaceTextInParagraph(bytes: Uint8Array, edit: ParagraphText): EditedOffice {
  const { paragraph } = edit;
  if (paragraph !== undefined && !(Number.isSafeInteger(paragraph) && paragraph >= 1)) {
    refuseEdit('INPUT_INVALID', 'The number of the paragraph must be a whole number from 1.');
  }
  checkReplacement(edit);
  return editPackage(bytes, 'word', edit, (side) => {
    const { entry } = side.main;
    const { tracksChanges } = readEditableSettings(side);
    const part = editedText(side, entry);
    const start = paragraph === undefined ? undefined : mustFind(part.text, entry.name, paragraph);
    const where = paragraph === undefined ? 'the document' : `paragraph ${paragraph}`;
    const splices = replaceInRuns(part.text, readTextRuns(part.text, entry.name, start), edit, where);
    const note = 'Word tracks changes in this document; the new text is not marked as one of them.';
    return { parts: [{ entry, text: part, splices }], notes: tracksChanges ? [note] : [] };
  });
}

/** Where the paragraph starts. */
function mustFind(text: string, part: string, number: number): number {
  const { children } = readBody(text, part);
  const child = children[number - 1];
  if (child === undefined) {
    refuseEdit(
      'OFFICE_PLACE_ABSENT',
      `The document has ${children.length} paragraphs, tables and content controls, so there is no number ${number}.`,
    );
  }
  if (child.local !== 'p') {
    const what = child.local === 'tbl' ? 'table' : 'content control';
    refuseEdit(
      'OFFICE_PLACE_ABSENT',
      `Number ${number} of the document is a ${what}, not a paragraph.`,
      'Leave the number out to look for the text everywhere.',
    );
  }
  return child.start;
}
