/** What the demo's agent does to the Office files: a paragraph, a text box, a cell. */
import type { Verbatim } from '@verbatim/node';
import type { Edit } from '@verbatim/review';

export interface OfficeEdit {
  readonly path: string;
  /** The part that the edit changes, and text in it that is there after the edit and not before. */
  readonly part: string;
  readonly marker: string;
  edit(edits: Verbatim['edits'], path: string): Edit;
}

const checkedAgain = 'The readings of the last two weeks have now been checked by a second person.';

export const memo: OfficeEdit = {
  path: 'survey-memo.docx',
  part: 'word/document.xml',
  marker: checkedAgain,
  edit: (edits, path) => edits.insertParagraph(path, { text: checkedAgain, after: 9 }),
};

export const officeEdits: readonly OfficeEdit[] = [
  memo,
  {
    path: 'board-briefing.pptx',
    part: 'ppt/slides/slide12.xml',
    marker: 'The validated result is ready for review.',
    edit: (edits, path) => edits.addTextBox(path, { slide: 12, text: 'The validated result is ready for review.' }),
  },
  {
    path: 'gauge-workbook.xlsx',
    part: 'xl/worksheets/sheet4.xml',
    marker: '<v>1012.5</v>',
    edit: (edits, path) => edits.setCell(path, { cell: 'Costs!B5', value: '1012.5' }),
  },
];
