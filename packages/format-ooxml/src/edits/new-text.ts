import { limits } from '../limits.js';
import { forbiddenCharacter } from '../xml/escape.js';
import { refuseEdit } from './refuse-edit.js';

/**
 * Text for a document as lines, ends of line in any form. Refuses `INPUT_INVALID` for characters that XML has no place for,
 * `LIMIT` for too many.
 */
export function linesOfNewText(text: string, charsMax: number = limits.newTextCharsMax): readonly string[] {
  if (text.length > charsMax) {
    refuseEdit('LIMIT', `The text has ${text.length} characters; the limit is ${charsMax}.`);
  }
  const forbidden = forbiddenCharacter(text);
  if (forbidden !== undefined) {
    refuseEdit(
      'INPUT_INVALID',
      `The text holds the character ${forbidden}, which cannot stand in an Office file.`,
      'Take that character out.',
    );
  }
  // A raw CR would be read as a line feed, or as nothing.
  return text.split(/\r\n|\r|\n/);
}

/** True where the first letter that has a direction is written from right to left (Hebrew, Arabic and their kin). */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first);
}
