import type { Side } from '../package/side.js';
import { readShapeRuns } from '../powerpoint/read-shape-runs.js';
import { readPresentation, type Slide } from '../powerpoint/slides.js';
import type { XmlText } from '../xml/encoding.js';
import type { Stretch } from '../xml/text-run.js';
import type { Entry } from '../zip/entry.js';
import { type EditedOffice, type EditOptions, editedText, editPackage } from './edit-package.js';
import { mustBeSlideNumber, mustFindSlide } from './find-slide.js';
import { refuseEdit } from './refuse-edit.js';
import { checkReplacement, isIn, replaceInRuns, type TextReplacement } from './replace-text.js';

export interface ShapeText extends TextReplacement, EditOptions {
  /** From 1, in the order of the presentation; without, any slide. */
  readonly slide?: number;
  /** As the changes call it: `Title 1`; without, any shape. */
  readonly shape?: string;
}

/**
 * Replaces text within a paragraph of a shape, or of a cell of a table, on a slide, also where it is cut into runs. Touches
 * the slide's part only. Refuses `MATCH_ABSENT`, `MATCH_AMBIGUOUS`, and `OFFICE_PLACE_ABSENT` where there is no such slide or
 * shape.
 */
export function replaceTextInShape(bytes: Uint8Array, edit: ShapeText): EditedOffice {
  const { slide, shape } = edit;
  if (slide !== undefined) mustBeSlideNumber(slide);
  checkReplacement(edit);
  return editPackage(bytes, 'powerpoint', edit, (side) => {
    const slides =
      slide === undefined ? readPresentation(side.pack, side.main).slides : [mustFindSlide(side, slide).slide];
    const { number, entry, part, stretches } = mustChoose(readSlides(side, slides, shape), edit);
    const where = [shape, slide === undefined ? 'the presentation' : `slide ${number}`].filter(
      (word) => word !== undefined,
    );
    return {
      parts: [{ entry, text: part, splices: replaceInRuns(part.text, stretches, edit, where.join(' of ')) }],
      notes: [],
    };
  });
}

interface SlideText {
  readonly number: number;
  readonly entry: Entry;
  readonly part: XmlText;
  readonly stretches: readonly Stretch[];
}

/** The slides with that shape. Refuses `OFFICE_PLACE_ABSENT` where there are none. */
function readSlides(side: Side, slides: readonly Slide[], shape: string | undefined): SlideText[] {
  const names = new Set<string>();
  const found = slides.flatMap(({ number, entry }): SlideText[] => {
    const part = editedText(side, entry);
    const shapes = readShapeRuns(part.text, entry.name);
    for (const { place } of shapes) names.add(place);
    const wanted = shape === undefined ? shapes : shapes.filter(({ place }) => place === shape);
    if (shape !== undefined && wanted.length === 0) return [];
    return [{ number, entry, part, stretches: wanted.flatMap((one) => one.stretches) }];
  });
  if (found.length > 0) return found;
  const [only, another] = slides;
  const where = only !== undefined && another === undefined ? `Slide ${only.number}` : 'The presentation';
  if (names.size === 0) return refuseEdit('MATCH_ABSENT', `${where} has no text.`);
  return refuseEdit(
    'OFFICE_PLACE_ABSENT',
    `${where} has no shape ${shape}; it has ${[...names].join(', ').slice(0, 500)}.`,
  );
}

/** The slide on which the text stands; where it is on none, any one, which then says so. */
function mustChoose(slides: readonly SlideText[], { replace }: ShapeText): SlideText {
  const holding = slides.filter(({ stretches }) => isIn(stretches, replace));
  if (holding.length > 1) {
    const numbers = holding
      .map(({ number }) => number)
      .slice(0, 20)
      .join(', ');
    refuseEdit(
      'MATCH_AMBIGUOUS',
      `The text is on the slides ${numbers}.`,
      'Name one of them, or give more of the text around it.',
    );
  }
  return (holding[0] ?? slides[0]) as SlideText;
}
