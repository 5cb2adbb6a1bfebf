import type { Side } from '../package/side.js';
import { type Presentation, readPresentation, type Slide } from '../powerpoint/slides.js';
import { refuseEdit } from './refuse-edit.js';

/** Refuses `INPUT_INVALID` for what can be the number of no slide. */
export function mustBeSlideNumber(number: number): void {
  if (!(Number.isSafeInteger(number) && number >= 1)) {
    refuseEdit('INPUT_INVALID', 'The number of the slide must be a whole number from 1.');
  }
}

/** The slide with that number, from 1, in the order of the presentation. Refuses `OFFICE_PLACE_ABSENT`. */
export function mustFindSlide(
  { pack, main }: Side,
  number: number,
): { readonly slide: Slide; readonly presentation: Presentation } {
  const presentation = readPresentation(pack, main);
  const { slides } = presentation;
  const slide = slides.find((one) => one.number === number);
  if (slide !== undefined) return { slide, presentation };
  const what = slides.length === 0 ? 'no slides' : `${slides.length} ${slides.length === 1 ? 'slide' : 'slides'}`;
  return refuseEdit('OFFICE_PLACE_ABSENT', `The presentation has ${what}, so there is no slide ${number}.`);
}
