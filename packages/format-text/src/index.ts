/**
 * Changes of text files: Markdown, LaTeX, plain text, CSV and JSON.
 *
 * - **change**: one reviewable difference between two versions of a file, `before` and `after`. It is one or more *parts*,
 *   each a byte range of before and the byte range of after that took its place. Parts of one change are decided together.
 * - **change set**: all changes of one pair of versions, found once; both byte arrays and the list.
 * - **verdict**: accept (as in after) or reject (as in before) of a change. Undecided counts as accepted.
 * - **atom**: a tile of a file, the unit that is aligned: a line, or what a format's cutter makes of it.
 * - **run**: a maximal stretch of atoms that differ.
 * - **coarse**: a limit was reached, so some change is larger than it need be; never wrong.
 *
 * Changes are found in bytes and put back as slices of bytes; text is only decoded to be shown. Nothing here reads a disk,
 * a clock or a locale: it runs in a browser too, and the same bytes give the same answer everywhere.
 */
export type { PersonsEdit } from './around/places-in.js';
export { blockedByEdits, type ComposedAround, composeAround } from './around-edits.js';
export type { Change, ChangeId, ChangeKind, ChangePart, ChangeSet, Verdict } from './change.js';
export { compose } from './compose.js';
export { type DisplayTextOptions, displayText } from './display-text.js';
export { detectEncoding, type EncodingName, type TextEncoding } from './encoding.js';
export { type FindChangesOptions, findChanges } from './find-changes.js';
export type { Range, RangePair } from './range.js';
export { type RecognizedFormat, recognizeText, type TextFormat } from './recognize-text.js';
export { type ReplaceTextOptions, type ReplaceTextResult, replaceText } from './replace-text.js';
export { type DiffPlace, type UnifiedDiff, type UnifiedDiffOptions, unifiedDiff } from './unified-diff.js';
export { type WordPart, type WordSegment, type WordView, wordsBetween, wordViewer } from './words/word-view.js';
