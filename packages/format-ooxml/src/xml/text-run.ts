import type { TagPlace } from './start-tag.js';

/** An element that holds text of a paragraph. */
export interface TextRun {
  /** As it is read. */
  readonly text: string;
  readonly tag: TagPlace;
  /** Where its end tag starts; behind the tag where it has none. */
  readonly contentEnd: number;
  /** Its spaces at both ends would be lost unless it says otherwise (`xml:space`). */
  readonly losesSpaces: boolean;
  /** Why nobody should write there; a sentence. */
  readonly obstacle?: string;
}

/** Runs that follow each other with nothing between them that a reader sees: what one line of text is made of. */
export type Stretch = readonly TextRun[];
