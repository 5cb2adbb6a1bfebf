/**
 * Word, PowerPoint and Excel files as packages: checked, compared, and edited in one part while every other byte stays.
 *
 * - **package**: a zip archive of named *parts* (ECMA-376 part 2). Each part has a content type, and relationships lead from
 *   part to part; the *main part* is the document, presentation or workbook itself.
 * - **entry**: what the zip archive calls a part or other item; its *extent* is all of its bytes in the file.
 * - **gate**: the reading of an XML part that says whether it is well-formed; every XML part goes through it.
 * - **problem**: something wrong with a package, of grade `refuse` or `warn`.
 * - **story**: the text of one part, as *blocks* (a paragraph, a shape) and the markup around them.
 * - **splice**: text that is put into a part's own text at one place. Parts are never parsed and printed.
 * - **family**: `word`, `powerpoint` or `excel`, by content.
 *
 * Nothing here reads a disk, a clock or a locale: it runs in a browser too, and the same bytes give the same answer everywhere.
 */
export type {
  OfficeChange,
  OfficeChangeId,
  OfficeChangeKind,
  OfficeChangePart,
  OfficeChangeSet,
} from './changes/change.js';
export { findOfficeChanges } from './changes/find-office-changes.js';
export { checkOffice, type OfficeCheck } from './check/check-office.js';
export { addTextBox, type NewTextBox } from './edits/add-text-box.js';
export type { NewCellType } from './edits/cell/cell-value.js';
export type { EditedOffice, EditOptions } from './edits/edit-package.js';
export { insertParagraph, type NewParagraph } from './edits/insert-paragraph.js';
export type { TextReplacement } from './edits/replace-text.js';
export { type ParagraphText, replaceTextInParagraph } from './edits/replace-text-in-paragraph.js';
export { replaceTextInShape, type ShapeText } from './edits/replace-text-in-shape.js';
export { type NewCell, setCell } from './edits/set-cell.js';
export type { OfficeFamily } from './package/families.js';
export type { OfficeProblem, ProblemCode, ProblemGrade } from './problem.js';
export { isArchive, recognizeOffice } from './recognize-office.js';
export { type NewZipEntry, streamZip, writeZip } from './zip/write-zip.js';
