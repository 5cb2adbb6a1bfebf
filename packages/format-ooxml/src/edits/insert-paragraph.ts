import type { Side } from '../package/side.js';
import { type Body, readBody } from '../word/read-body.js';
import { escapeXml } from '../xml/escape.js';
import { attributeOf, childOf, isOn, readSmallXml, type SmallElement } from '../xml/small-xml.js';
import { type EditedOffice, editedText, editPackage } from './edit-package.js';
import { isRightToLeft, linesOfNewText } from './new-text.js';
import { refuseEdit } from './refuse-edit.js';

export interface NewParagraph {
  /** Line ends become line breaks, tabs tabs; spaces are kept. */
  readonly text: string;
  /** Behind which child of the body: its paragraphs, tables and content controls, counted from 1; 0 for the very start. */
  readonly after?: number;
}

/**
 * Inserts a paragraph into a Word document: behind the child `after`, else at the end (ECMA-376 part 1, 17.2.2, 17.3.1.22).
 * It has no style and no formatting of its own. Touches the main part only. Refuses `OFFICE_PLACE_ABSENT`, and
 * `OFFICE_UNSUPPORTED` where editing is restricted or the file is signed.
 */
export function insertParagraph(bytes: Uint8Array, { text, after }: NewParagraph): EditedOffice {
  if (after !== undefined && !(Number.isSafeInteger(after) && after >= 0)) {
    refuseEdit('INPUT_INVALID', 'The place of the new paragraph must be a whole number from 0.');
  }
  const lines = linesOfNewText(text);
  return editPackage(bytes, 'word', (side) => {
    const { entry } = side.main;
    const settings = readSettings(side);
    refuseProtected(settings);
    const part = editedText(side, entry);
    const body = readBody(part.text, entry.name);
    const splice = { ...placeFor(body, after), text: paragraphXml(lines, body.prefix) };
    return { parts: [{ entry, text: part, splices: [opened(splice, body)] }], notes: notesFor(settings, body, after) };
  });
}

function placeFor(body: Body, after: number | undefined): { start: number; end: number } {
  if (after === undefined) return { start: body.appendAt, end: body.appendAt };
  if (after > body.children.length) {
    refuseEdit(
      'OFFICE_PLACE_ABSENT',
      `The document has ${body.children.length} paragraphs, tables and content controls, so there is no place behind number ${after}.`,
    );
  }
  const at = after === 0 ? body.contentStart : body.children[after - 1]!.end;
  return { start: at, end: at };
}

/** `<w:body/>` has no inside yet. */
function opened(
  splice: { start: number; end: number; text: string },
  body: Body,
): { start: number; end: number; text: string } {
  if (!body.isSelfClosing) return splice;
  return { start: body.contentStart - 2, end: body.contentStart, text: `>${splice.text}</${body.name}>` };
}

function paragraphXml(lines: readonly string[], prefix: string): string {
  const isRtl = isRightToLeft(lines.join('\n'));
  const properties = isRtl ? `<${prefix}pPr><${prefix}bidi/></${prefix}pPr>` : '';
  const runProperties = isRtl ? `<${prefix}rPr><${prefix}rtl/></${prefix}rPr>` : '';
  const content = lines.map((line) => lineXml(line, prefix)).join(`<${prefix}br/>`);
  const run = content === '' ? '' : `<${prefix}r>${runProperties}${content}</${prefix}r>`;
  return `<${prefix}p>${properties}${run}</${prefix}p>`;
}

function lineXml(line: string, prefix: string): string {
  const pieces = line.split('\t').map((piece) => {
    return piece === '' ? '' : `<${prefix}t xml:space="preserve">${escapeXml(piece)}</${prefix}t>`;
  });
  return pieces.join(`<${prefix}tab/>`);
}

function readSettings({ pack, main }: Side): SmallElement | undefined {
  const entry = pack.related(main.entry.name, 'settings')[0];
  return entry === undefined || entry.size === 0 ? undefined : readSmallXml(pack.read(entry), entry.name);
}

function refuseProtected(settings: SmallElement | undefined): void {
  const protection = childOf(settings, 'documentProtection');
  if (protection === undefined || !isOn(wordValue(protection, 'enforcement'))) return;
  refuseEdit(
    'OFFICE_UNSUPPORTED',
    'Editing of this document is restricted, and the restriction is in force.',
    'Stop the protection in Word first.',
  );
}

function notesFor(settings: SmallElement | undefined, body: Body, after: number | undefined): string[] {
  const notes: string[] = [];
  const tracked = childOf(settings, 'trackRevisions');
  const value = tracked && wordValue(tracked, 'val');
  if (tracked !== undefined && (value === undefined || isOn(value))) {
    notes.push('Word tracks changes in this document; the new paragraph is not marked as one of them.');
  }
  if (after !== undefined && body.children[after - 1]?.endsSection === true) {
    notes.push(`Paragraph ${after} ends a section, so the new paragraph is the first of the next one.`);
  }
  return notes;
}

/** Attributes of Word's elements carry its namespace. */
function wordValue(element: SmallElement, local: string): string | undefined {
  return (
    element.attributes.find((one) => one.local === local && one.namespace === 'word')?.value ??
    attributeOf(element, local)
  );
}
