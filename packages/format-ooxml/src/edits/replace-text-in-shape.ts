import { readShapeRuns } from '../powerpoint/read-shape-runs.js';
import { type EditedOffice, type EditOptions, editedText, editPackage } from './edit-package.js';
import { mustBeSlideNumber, mustFindSlide } from './find-slide.js';
import { refuseEdit } from './refuse-edit.js';
import { checkReplacement, replaceInRuns, type TextReplacement } from './replace-text.js';

export interface ShapeText extends TextReplacement, EditOptions {
  /** From 1, in the order of the presentation. */
  readonly slide: number;
  /** As the changes call it: `Title 1`; without, any shape of the slide. */
  readonly shape?: string;
}

/**
 * Replaces text within a paragraph of a shape, or of a cell of a table, on a slide, also where it is cut into runs. Touches
 * the slide's part only. Refuses `MATCH_ABSENT`, `MATCH_AMBIGUOUS`, and `OFFICE_PLACE_ABSENT` where there is no such slide or
 * shape.
 */
export function replaceTextInShape(bytes: Uint8Array, edit: ShapeText): EditedOffice {
  const { slide: number, shape } = edit;
  mustBeSlideNumber(number);
  checkReplacement(edit);
  return editPackage(bytes, 'powerpoint', edit, (side) => {
    const { entry } = mustFindSlide(side, number).slide;
    const part = editedText(side, entry);
    const shapes = readShapeRuns(part.text, entry.name);
    const wanted = shape === undefined ? shapes : shapes.filter(({ place }) => place === shape);
    if (shape !== undefined && wanted.length === 0) {
      const names = shapes.map(({ place }) => place).join(', ');
      refuseEdit('OFFICE_PLACE_ABSENT', `Slide ${number} has no shape ${shape}; it has ${names.slice(0, 500)}.`);
    }
    const where = shape === undefined ? `slide ${number}` : `${shape} of slide ${number}`;
    const stretches = wanted.flatMap((one) => one.stretches);
    return { parts: [{ entry, text: part, splices: replaceInRuns(part.text, stretches, edit, where) }], notes: [] };
  });
}
