import { readShapeTree, type ShapeTree } from '../powerpoint/read-shape-tree.js';
import type { Presentation } from '../powerpoint/slides.js';
import { escapeXml } from '../xml/escape.js';
import { drawingUriBeside } from '../xml/namespaces.js';
import { type EditedOffice, type EditOptions, editedText, editPackage } from './edit-package.js';
import { mustBeSlideNumber, mustFindSlide } from './find-slide.js';
import { isRightToLeft, linesOfNewText } from './new-text.js';
import { refuseEdit } from './refuse-edit.js';

export interface NewTextBox extends EditOptions {
  /** From 1, in the order of the presentation. */
  readonly slide: number;
  /** Each line is a paragraph. */
  readonly text: string;
}

/**
 * Adds a text box to a slide, on top of what is there, near its lower edge, in the presentation's own type (ECMA-376 part 1,
 * 19.3.1.43). Touches the slide's part only. Refuses `OFFICE_PLACE_ABSENT` where there is no such slide.
 */
export function addTextBox(bytes: Uint8Array, box: NewTextBox): EditedOffice {
  const { slide: number, text } = box;
  mustBeSlideNumber(number);
  const lines = linesOfNewText(text);
  return editPackage(bytes, 'powerpoint', box, (side) => {
    const { slide, presentation } = mustFindSlide(side, number);
    const { entry } = slide;
    const part = editedText(side, entry);
    const tree = readShapeTree(part.text, entry.name);
    if (tree.lastId >= lastIdMax) {
      refuseEdit(
        'OFFICE_UNSUPPORTED',
        'The shapes of this slide have used up the highest number that a shape can have.',
      );
    }
    const shape = shapeXml(lines, tree, presentation.size);
    const splice = tree.isSelfClosing
      ? { start: tree.insertAt - 2, end: tree.insertAt, text: `>${shape}</${tree.name}>` }
      : { start: tree.insertAt, end: tree.insertAt, text: shape };
    return { parts: [{ entry, text: part, splices: [splice] }], notes: [] };
  });
}

const lastIdMax = 2_147_483_647;

/** The order of elements is fixed by the schema. */
function shapeXml(lines: readonly string[], tree: ShapeTree, size: Presentation['size']): string {
  const { prefix: p, uri } = tree;
  const a = tree.drawingPrefix ?? 'a:';
  const declaration = tree.drawingPrefix === undefined ? ` xmlns:a="${drawingUriBeside(uri)}"` : '';
  const id = tree.lastId + 1;
  const { x, y, width, height } = boxFor(lines.length, size);
  const paragraphs = lines.map((line) => paragraphXml(line, a)).join('');
  return (
    `<${p}sp${declaration}><${p}nvSpPr><${p}cNvPr id="${id}" name="TextBox ${id}"/><${p}cNvSpPr txBox="1"/><${p}nvPr/></${p}nvSpPr>` +
    `<${p}spPr><${a}xfrm><${a}off x="${x}" y="${y}"/><${a}ext cx="${width}" cy="${height}"/></${a}xfrm>` +
    `<${a}prstGeom prst="rect"><${a}avLst/></${a}prstGeom><${a}noFill/></${p}spPr>` +
    `<${p}txBody><${a}bodyPr wrap="square" rtlCol="0"><${a}spAutoFit/></${a}bodyPr><${a}lstStyle/>${paragraphs}</${p}txBody></${p}sp>`
  );
}

function paragraphXml(line: string, a: string): string {
  const properties = isRightToLeft(line) ? `<${a}pPr algn="r" rtl="1"/>` : '';
  const run = line === '' ? '' : `<${a}r><${a}t>${escapeXml(line)}</${a}t></${a}r>`;
  return `<${a}p>${properties}${run}</${a}p>`;
}

/** A line of 18 points and the box's insets, in English metric units (12,700 to a point). */
const lineHeight = 276_999;
const insets = 91_440;

/** Four fifths of the width, its lower edge a twentieth above the slide's. Never higher than the slide. */
function boxFor(
  lineCount: number,
  { width, height }: Presentation['size'],
): { x: number; y: number; width: number; height: number } {
  const boxHeight = Math.min(lineCount * lineHeight + insets, Math.floor(height * 0.9));
  return {
    x: Math.floor(width / 10),
    y: Math.max(0, Math.floor(height * 0.95) - boxHeight),
    width: Math.floor((width * 8) / 10),
    height: boxHeight,
  };
}
