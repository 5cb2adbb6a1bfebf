import { r, rels, shape, w, x } from '../make-office.js';
import { excel, main, powerpoint, type Row, word } from './row.js';

const sheets = (list: string) => excel({ 'xl/workbook.xml': `<workbook ${x} ${r}>${list}</workbook>` });
const presentation = (xml: string) =>
  powerpoint({
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ${r}>${xml}</p:presentation>`,
  });
const twins = (inner: string) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="a">${inner}</mc:Choice><mc:Choice Requires="b">${inner}</mc:Choice><mc:Fallback>${inner}</mc:Fallback></mc:AlternateContent>`;

export const families: readonly Row[] = [
  ['a document with nothing but a body', '', word()],
  ['a document without a body', 'refuse main-part', word({ [main]: `<w:document ${w}/>` })],
  ['a workbook without shared strings, styles, theme', '', excel(), 'a.xlsx'],
  ['a workbook without a list of sheets', 'refuse main-part', sheets(''), 'a.xlsx'],
  [
    'a workbook whose sheet has no part',
    'refuse target-absent',
    excel({ 'xl/worksheets/sheet1.xml': undefined }),
    'a.xlsx',
  ],
  [
    'a workbook whose sheet has no relationship',
    'refuse target-absent',
    sheets('<sheets><sheet name="A" sheetId="1" r:id="rId9"/></sheets>'),
    'a.xlsx',
  ],
  [
    'a module of macros, which has an empty id',
    '',
    sheets('<sheets><sheet name="A" sheetId="1" r:id="rId1"/><sheet name="M" sheetId="2" r:id=""/></sheets>'),
    'a.xlsx',
  ],
  [
    'a chart sheet',
    '',
    excel({ 'xl/_rels/workbook.xml.rels': rels(['rId1', 'chartsheet', 'worksheets/sheet1.xml']) }),
    'a.xlsx',
  ],
  ['a presentation without slides', '', presentation(''), 'a.pptx'],
  [
    'a presentation whose slide has no part',
    'refuse target-absent',
    powerpoint({ 'ppt/slides/slide1.xml': undefined }),
    'a.pptx',
  ],
  [
    'a presentation whose master has no part',
    'refuse target-absent',
    presentation('<p:sldMasterIdLst><p:sldMasterId r:id="rId9"/></p:sldMasterIdLst>'),
    'a.pptx',
  ],
  ['shapes with one number in alternatives', '', powerpoint({}, twins(shape(5, 'a', 'x'))), 'a.pptx'],
  [
    'shapes with one number',
    'warn shape-id-duplicate',
    powerpoint({}, shape(5, 'a', 'x') + shape(5, 'b', 'x')),
    'a.pptx',
  ],
];
