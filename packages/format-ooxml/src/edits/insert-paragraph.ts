import { type Body, type BodyChild, readBody } from '../word/read-body.js';
import { type ParagraphLook, readParagraphLook } from '../word/read-paragraph-look.js';
import { escapeXml } from '../xml/escape.js';
import type { Splice } from '../xml/splice.js';
import { type EditedOffice, type EditOptions, editedText, editPackage } from './edit-package.js';
import { isRightToLeft, linesOfNewText } from './new-text.js';
import { refuseEdit } from './refuse-edit.js';
import { readEditableSettings, type WordSettings } from './word-settings.js';

export interface NewParagraph extends EditOptions {
  /** Line ends become line breaks, tabs tabs; spaces are kept. */
  readonly text: string;
  /** Behind which child of the body: its paragraphs, tables and content controls, counted from 1; 0 for the very start. */
  readonly after?: number;
  /** Before which child of the body, counted alike. Not together with `after`. */
  readonly before?: number;
  /** It looks like the paragraph that the place names, else like the last one. Without, it has no style and no formatting. */
  readonly likeNeighbour?: boolean;
}

/**
 * Inserts a paragraph into a Word document: behind the child `after`, before the child `before`, else at the end (ECMA-376
 * part 1, 17.2.2, 17.3.1.22). Touches the main part only. Refuses `OFFICE_PLACE_ABSENT`, and `OFFICE_UNSUPPORTED` where
 * editing is restricted or the file is signed.
 */
export function insertParagraph(bytes: Uint8Array, paragraph: NewParagraph): EditedOffice {
  const { text, after, before, likeNeighbour = false } = paragraph;
  if (after !== undefined && before !== undefined) {
    refuseEdit('INPUT_INVALID', 'The new paragraph can be behind one place or before one, not both.');
  }
  mustBeWhole(after, 0);
  mustBeWhole(before, 1);
  const lines = linesOfNewText(text);
  return editPackage(bytes, 'word', paragraph, (side) => {
    const { entry } = side.main;
    const settings = readEditableSettings(side);
    const part = editedText(side, entry);
    const body = readBody(part.text, entry.name);
    const at = placeFor(body, after, before);
    const neighbour = body.children[(before ?? after ?? body.children.length) - 1] ?? body.children[0];
    const look =
      likeNeighbour && neighbour?.local === 'p' ? readParagraphLook(part.text, entry.name, neighbour) : undefined;
    const splice = spliceFor(body, at, paragraphXml(lines, body.prefix, look));
    const notes = notesFor(settings, body, after);
    if (likeNeighbour && look === undefined)
      notes.push('No paragraph is next to the new one, so it has no formatting.');
    return { parts: [{ entry, text: part, splices: [splice] }], notes };
  });
}

function mustBeWhole(place: number | undefined, least: number): void {
  if (place !== undefined && !(Number.isSafeInteger(place) && place >= least)) {
    refuseEdit('INPUT_INVALID', `The place of the new paragraph must be a whole number from ${least}.`);
  }
}

function placeFor({ children, contentStart, appendAt }: Body, after?: number, before?: number): number {
  if (before !== undefined) return mustFind(children, before, 'before').start;
  if (after === 0) return contentStart;
  return after === undefined ? appendAt : mustFind(children, after, 'behind').end;
}

function mustFind(children: readonly BodyChild[], number: number, where: string): BodyChild {
  const child = children[number - 1];
  if (child !== undefined) return child;
  return refuseEdit(
    'OFFICE_PLACE_ABSENT',
    `The document has ${children.length} paragraphs, tables and content controls, so there is no place ${where} number ${number}.`,
  );
}

/** `<w:body/>` has no inside yet. */
function spliceFor(body: Body, at: number, text: string): Splice {
  if (!body.isSelfClosing) return { start: at, end: at, text };
  return { start: body.contentStart - 2, end: body.contentStart, text: `>${text}</${body.name}>` };
}

function paragraphXml(lines: readonly string[], prefix: string, look: ParagraphLook | undefined): string {
  const { paragraph, run } = look ?? directionOf(lines, prefix);
  const content = lines.map((line) => lineXml(line, prefix)).join(`<${prefix}br/>`);
  const runXml = content === '' ? '' : `<${prefix}r>${run}${content}</${prefix}r>`;
  return `<${prefix}p>${paragraph}${runXml}</${prefix}p>`;
}

/** Text from right to left needs to be told so; all other text needs nothing. */
function directionOf(lines: readonly string[], prefix: string): ParagraphLook {
  if (!isRightToLeft(lines.join('\n'))) return { paragraph: '', run: '' };
  return {
    paragraph: `<${prefix}pPr><${prefix}bidi/></${prefix}pPr>`,
    run: `<${prefix}rPr><${prefix}rtl/></${prefix}rPr>`,
  };
}

function lineXml(line: string, prefix: string): string {
  const pieces = line.split('\t').map((piece) => {
    return piece === '' ? '' : `<${prefix}t xml:space="preserve">${escapeXml(piece)}</${prefix}t>`;
  });
  return pieces.join(`<${prefix}tab/>`);
}

function notesFor({ tracksChanges }: WordSettings, body: Body, after: number | undefined): string[] {
  const notes: string[] = [];
  if (tracksChanges) {
    notes.push('Word tracks changes in this document; the new paragraph is not marked as one of them.');
  }
  if (after !== undefined && body.children[after - 1]?.endsSection === true) {
    notes.push(`Paragraph ${after} ends a section, so the new paragraph is the first of the next one.`);
  }
  return notes;
}
