/** The edits that need to know what is in a file. */
import type { NewCell, NewParagraph, NewTextBox } from '@verbatim/format-ooxml';
import type { Edit } from '@verbatim/review';
import { type ReplaceText, replaceEdit } from './replace.js';

/**
 * Steps for `review.act`. Each works on the bytes as they are when it runs and touches no more than it must. What cannot be
 * meant is refused when the file is read, naming the file: `INPUT_INVALID`, and for a file that is not what the edit is for,
 * or is not sound, `OFFICE_INVALID`, `OFFICE_UNSUPPORTED` or `OFFICE_PLACE_ABSENT`.
 */
export interface Edits {
  /**
   * Replaces text, matched as bytes in the file's own encoding; in a Word document or a presentation within a paragraph, also
   * where formatting cuts it into runs. Refuses `INPUT_INVALID` at once, and `MATCH_ABSENT`, `MATCH_AMBIGUOUS` or, for other
   * archives, `OFFICE_UNSUPPORTED` when the file is read.
   */
  replace(path: string, options: ReplaceText): Edit;
  /** Inserts a paragraph into a Word document: behind the body's child `after` (0: before all), else at the end. */
  insertParagraph(path: string, paragraph: NewParagraph): Edit;
  /** Adds a text box to a slide of a PowerPoint presentation. */
  addTextBox(path: string, box: NewTextBox): Edit;
  /** Sets a cell of an Excel workbook: a number in JSON's form, TRUE or FALSE, else text, unless `type` says which. */
  setCell(path: string, cell: NewCell): Edit;
}

export const edits: Edits = {
  replace: replaceEdit,
  insertParagraph(path, paragraph) {
    const about = aboutOf('insert-paragraph', paragraph, ['text', 'after']);
    return step(path, about, async (bytes) => (await office()).insertParagraph(bytes, paragraph));
  },
  addTextBox(path, box) {
    const about = aboutOf('add-text-box', box, ['slide', 'text']);
    return step(path, about, async (bytes) => (await office()).addTextBox(bytes, box));
  },
  setCell(path, cell) {
    const about = aboutOf('set-cell', cell, ['cell', 'value', 'type']);
    return step(path, about, async (bytes) => (await office()).setCell(bytes, cell));
  },
};

/** Loaded when the first Office file is edited: it is half of what a command would load. */
const office = () => import('@verbatim/format-ooxml');

type Change = (Edit & { op: 'change' })['change'];

/**
 * What a key is bound to: every argument. Those named in `first` stand by their place, and all others only where they say
 * something, so that an edit without them is the one that it always was.
 */
function aboutOf<Options extends object>(name: string, options: Options, first: readonly (keyof Options)[]): string {
  const others = Object.entries(options)
    .filter(([key, value]) => !first.includes(key as keyof Options) && value !== undefined && value !== false)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([name, ...first.map((key) => options[key] ?? null), ...others]);
}

function step(path: string, about: string, change: Change): Edit {
  return { op: 'change', path, about, change };
}
