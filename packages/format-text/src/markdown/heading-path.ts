import { displayPiece } from '../display-text.js';
import { proseOf } from '../grouping/prose.js';
import { limits } from '../limits.js';

/** A heading that is open at a place. Its text is read when a label asks for it. */
export interface OpenHeading {
  readonly level: number;
  /** With or without its marks. */
  readonly text: Uint8Array;
  readonly around: OpenHeading | undefined;
  /** The text in words, once it was asked for. */
  words: string | undefined;
}

/** The headings that are open at a place. */
export class HeadingPath {
  /** The innermost one. */
  current: OpenHeading | undefined;

  /** Closes the headings of this level and below; `current` is then where a heading of this level stands. */
  close(level: number): void {
    while (this.current !== undefined && this.current.level >= level) this.current = this.current.around;
  }

  open(level: number, text: Uint8Array): void {
    this.close(level);
    this.current = { level, text, around: this.current, words: undefined };
  }
}

/** Says a path in words, outermost heading first. */
export function pathOf(innermost: OpenHeading | undefined): string[] {
  const path: string[] = [];
  for (let heading = innermost; heading !== undefined; heading = heading.around) {
    heading.words ??= headingText(heading.text);
    path.push(heading.words);
  }
  return path.reverse();
}

function headingText(bytes: Uint8Array): string {
  const { text } = displayPiece(bytes, 'utf-8', limits.labelReadCharsMax);
  const characters = Array.from(proseOf(text) || text.trim());
  const isLong = characters.length > limits.labelHeadingCharsMax;
  return isLong ? `${characters.slice(0, limits.labelHeadingCharsMax).join('')}…` : characters.join('');
}
