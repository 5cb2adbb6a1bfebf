/** A row of the check, and the sound packages that rows spoil: Word documents where it does not matter. */
import { excelParts, makePackage, type Parts, paragraph, powerpointParts, shape, wordParts } from '../make-office.js';
import type { MadeEntry } from '../make-zip.js';

export type Row = readonly [rule: string, problems: string, bytes: Uint8Array, fileName?: string];
export type Relation = readonly [id: string, kind: string, target: string];

export const parts: Parts = wordParts(paragraph('x'));
export const main = 'word/document.xml';
export const types = parts['[Content_Types].xml'] as string;
export const documentRel: Relation = ['rId1', 'officeDocument', main];
export const entries: readonly MadeEntry[] = Object.entries(parts).map(([name, content]) => ({
  name,
  content: content!,
}));

export function word(more: Parts = {}): Uint8Array {
  return makePackage(wordParts(paragraph('x'), more));
}

export function powerpoint(more: Parts = {}, slide: string = shape(2, 'Title 1', 'x')): Uint8Array {
  return makePackage(powerpointParts([slide], more));
}

export function excel(more: Parts = {}): Uint8Array {
  return makePackage(excelParts({ Data: '<sheetData/>' }, more));
}

export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
