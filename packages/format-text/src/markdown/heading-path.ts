import { displayPiece } from '../display-text.js';
import { proseOf } from '../grouping/prose.js';
import { limits } from '../limits.js';

/** The headings that are open at a place, outermost first. */
export class HeadingPath {
  /** As of the last heading; not written to, so that blocks can share it. */
  current: readonly string[] = [];
  readonly #levels: number[] = [];

  /** Closes the headings of this level and below; `current` is then where a heading of this level stands. */
  close(level: number): void {
    while (this.#levels.length > 0 && this.#levels.at(-1)! >= level) this.#levels.pop();
    this.current = this.current.slice(0, this.#levels.length);
  }

  /** Opens a heading, whose text is given in bytes, with or without its marks. */
  open(level: number, text: Uint8Array): void {
    this.close(level);
    this.#levels.push(level);
    this.current = [...this.current, headingText(text)];
  }
}

function headingText(bytes: Uint8Array): string {
  const { text } = displayPiece(bytes, 'utf-8', limits.labelReadCharsMax);
  const characters = Array.from(proseOf(text) || text.trim());
  const isLong = characters.length > limits.labelHeadingCharsMax;
  return isLong ? `${characters.slice(0, limits.labelHeadingCharsMax).join('')}…` : characters.join('');
}
