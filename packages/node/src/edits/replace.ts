/** Text in a file replaced by other text; nothing else changes. */
import { refuse } from '@verbatim/core';
import type { Edit } from '@verbatim/review';
import { isZip } from '../formats/may-be-office.js';

export interface ReplaceText {
  readonly replace: string;
  readonly with: string;
  /** Every match, instead of exactly one. Not in Office files. */
  readonly all?: boolean;
  /** Of a Word document: only within this child of the body, from 1. */
  readonly paragraph?: number;
  /** Of a presentation: only on this slide, from 1. */
  readonly slide?: number;
  /** Of a presentation: only in shapes of this name. */
  readonly shape?: string;
}

export function replaceEdit(path: string, options: ReplaceText): Edit {
  if (options.replace === '') refuse('INPUT_INVALID', 'The text to replace is empty.', [path]);
  if (/\p{Surrogate}/u.test(options.replace) || /\p{Surrogate}/u.test(options.with)) {
    refuse('INPUT_INVALID', 'Half of a surrogate pair is no text and cannot be written.', [path]);
  }
  return {
    op: 'change',
    path,
    about: JSON.stringify(['replace', options.replace, options.with, options.all === true, ...placeOf(options)]),
    async change(bytes) {
      const inPackage = isZip(bytes) ? await replaceInPackage(bytes, options) : undefined;
      if (inPackage !== undefined) return inPackage;
      if (placeOf(options).length > 0) noPlace(path);
      const { detectEncoding } = await text();
      const { name } = detectEncoding(bytes);
      return name === 'binary' ? replaceBytes(bytes, options, path) : replaceInText(bytes, options, path);
    },
  };
}

interface Changed {
  readonly bytes: Uint8Array;
  readonly notes?: readonly string[];
}

/** Loaded with the first edit of text. */
const text = () => import('@verbatim/format-text');

async function replaceInText(bytes: Uint8Array, options: ReplaceText, path: string): Promise<Changed> {
  const { replaceText } = await text();
  const result = replaceText(bytes, options.replace, options.with, { all: options.all === true });
  if (result.kind === 'absent') return absent(result.reason);
  if (result.kind === 'ambiguous') return ambiguous(result.count);
  if (!result.eolAdapted) return { bytes: result.bytes };
  return {
    bytes: result.bytes,
    notes: [`Every line of ${path} ends with CR LF, so line ends of the new text were written so.`],
  };
}

/** A file that is no text is matched byte for byte with the UTF-8 of the texts; nothing is adapted. */
function replaceBytes(bytes: Uint8Array, { replace, with: text, all }: ReplaceText, path: string): Changed {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const old = Buffer.from(replace);
  const places: number[] = [];
  for (let at = whole.indexOf(old); at >= 0; at = whole.indexOf(old, at + (all === true ? old.length : 1)))
    places.push(at);
  if (places.length === 0) return absent('The text is not in the file, which is not a text file.');
  if (places.length > 1 && all !== true) return ambiguous(places.length);

  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const at of places) {
    pieces.push(whole.subarray(from, at), Buffer.from(text));
    from = at + old.length;
  }
  pieces.push(whole.subarray(from));
  return { bytes: Buffer.concat(pieces), notes: [`${path} is not a text file; its bytes were matched as UTF-8.`] };
}

/** Where in an Office file; empty where anywhere, so that keys of edits of text stay what they were. */
function placeOf({ paragraph, slide, shape }: ReplaceText): readonly (string | number | null)[] {
  const place = [paragraph ?? null, slide ?? null, shape ?? null];
  return place.every((one) => one === null) ? [] : place;
}

function noPlace(path: string): never {
  return refuse('INPUT_INVALID', 'Only Office files have paragraphs, slides and shapes to name.', [path]);
}

/**
 * In the text of an Office file; undefined where the bytes are no archive at all. Those of any archive are packed: a text that
 * lies in it uncompressed would be found, and the checksum beside it be wrong from then on.
 */
async function replaceInPackage(bytes: Uint8Array, options: ReplaceText): Promise<Changed | undefined> {
  const { isArchive, recognizeOffice, replaceTextInParagraph, replaceTextInShape } = await import(
    '@verbatim/format-ooxml'
  );
  const family = recognizeOffice(bytes, '');
  if (family === undefined) return isArchive(bytes) ? packed() : undefined;
  const { replace, with: text, all, paragraph, slide, shape } = options;
  if (family === 'excel') {
    refuse('OFFICE_UNSUPPORTED', 'Text in a workbook is replaced cell by cell.', [], 'Use set-cell.');
  }
  if (all === true)
    refuse('OFFICE_UNSUPPORTED', 'In an Office file one place is replaced at a time.', [], 'Leave --all out.');
  if (family === 'word') {
    if (slide !== undefined || shape !== undefined) {
      refuse('INPUT_INVALID', 'A Word document has no slides and shapes to name; name a paragraph.');
    }
    return replaceTextInParagraph(bytes, { replace, with: text, ...(paragraph === undefined ? {} : { paragraph }) });
  }
  if (paragraph !== undefined)
    refuse('INPUT_INVALID', 'A presentation has no paragraphs to name; name a slide or a shape.');
  return replaceTextInShape(bytes, {
    replace,
    with: text,
    ...(slide === undefined ? {} : { slide }),
    ...(shape === undefined ? {} : { shape }),
  });
}

function packed(): never {
  const message = 'The file is an archive of another kind than Word’s and PowerPoint’s, so the text in it is packed.';
  return refuse('OFFICE_UNSUPPORTED', message, [], 'Make the change in the program that the file belongs to.');
}

// The review that runs the step adds which file it was.
function absent(reason: string): never {
  return refuse('MATCH_ABSENT', reason, [], 'Read the file again: spaces and line ends must match too.');
}

function ambiguous(count: number): never {
  const message = `The text to replace is in this file ${count} times.`;
  return refuse('MATCH_AMBIGUOUS', message, [], 'Add more of the text around it, or say --all to replace every one.');
}
