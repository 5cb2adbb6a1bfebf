import type { MainPart, OfficePackage } from '../package/office-package.js';
import { attributeOf, childOf, childrenOf, relationIdOf } from '../xml/small-xml.js';
import type { Entry } from '../zip/entry.js';

/** A slide in the order of the presentation; the numbers in part names mean nothing (ECMA-376 part 1, 19.2.1.34). */
export interface Slide {
  /** From 1. */
  readonly number: number;
  /** Stays with the slide when it moves. */
  readonly id: string;
  readonly entry: Entry;
}

export interface Presentation {
  readonly slides: readonly Slide[];
  /** Width and height of a slide in English metric units; 10 by 7.5 inches where the presentation does not say. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Reads the list of slides. Slides without a part are left out, and counted. Throws what `readSmallXml` throws. */
export function readPresentation(pack: OfficePackage, { entry }: MainPart): Presentation {
  const root = pack.mainRoot;
  const listed = childrenOf(childOf(root, 'sldIdLst'), 'sldId');
  const slides = listed.flatMap((element, at): Slide[] => {
    const slide = pack.targetById(entry.name, relationIdOf(element));
    return slide === undefined ? [] : [{ number: at + 1, id: attributeOf(element, 'id') ?? `${at}`, entry: slide }];
  });
  const size = childOf(root, 'sldSz');
  return {
    slides,
    size: {
      width: lengthOf(size && attributeOf(size, 'cx'), 9_144_000),
      height: lengthOf(size && attributeOf(size, 'cy'), 6_858_000),
    },
  };
}

function lengthOf(value: string | undefined, otherwise: number): number {
  const length = Number(value);
  return Number.isSafeInteger(length) && length > 0 ? length : otherwise;
}
