import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { touchedEntries } from '../../test/list-zip.js';
import { excelParts, makeExcel, makePackage, type Parts, rels, sharedStrings, x } from '../../test/make-office.js';
import { cellValue } from '../../test/other-readers.js';
import { refusalOf } from '../../test/refusals.js';
import { findOfficeChanges } from '../changes/find-office-changes.js';
import { OfficePackage } from '../package/office-package.js';
import { decodeXml } from '../xml/encoding.js';
import { readArchive } from '../zip/read-archive.js';
import { setCell } from './set-cell.js';

const part = 'xl/worksheets/sheet1.xml';
const textOf = (bytes: Uint8Array, name = part): string => {
  const pack = new OfficePackage(readArchive(bytes));
  return decodeXml(pack.read(pack.part(name)!), name).text;
};

/** What stands in the worksheet after the edit, which must have touched nothing else. */
function sheetAfter(sheet: string, cell: string, value: string, more: Parts = {}): string {
  const before = makeExcel({ Data: sheet }, more);
  const { bytes } = setCell(before, { cell: `Data!${cell}`, value });
  expect(touchedEntries(before, bytes)).toEqual([part]);
  return /<worksheet[^>]*>(.*)<\/worksheet>/s.exec(textOf(bytes))![1]!;
}

const data = (rows: string) => `<sheetData>${rows}</sheetData>`;
const number = (cell: string, value: string, more = '') => `<c r="${cell}"${more}><v>${value}</v></c>`;

describe('the place', () => {
  const rows = `<row r="2" spans="2:3">${number('B2', '1', ' s="5"')}${number('C2', '2')}</row><row r="5">${number('A5', '3')}</row>`;

  test('is the cell itself, which keeps its format and loses what was about the old value', () => {
    expect(sheetAfter(data(rows), 'B2', '9')).toBe(data(rows.replace('<v>1</v>', '<v>9</v>')));
    const old = '<row r="1"><c s="3" r="A1" t="str" vm="1" ph="1"><v>x</v><extLst/></c></row>';
    expect(sheetAfter(data(old), 'A1', '9')).toBe(data('<row r="1"><c r="A1" s="3" ph="1"><v>9</v></c></row>'));
  });

  test('is in its row, in order, within the span of the row', () => {
    expect(sheetAfter(data(rows), 'A2', '9')).toBe(
      data(rows.replace('spans="2:3">', `spans="1:3">${number('A2', '9')}`)),
    );
    expect(sheetAfter(data(rows), 'D2', '9')).toBe(
      data(rows.replace('spans="2:3"', 'spans="2:4"').replace('<v>2</v></c>', `<v>2</v></c>${number('D2', '9')}`)),
    );
    expect(sheetAfter(data('<row r="1" spans="1:2 4:5"/>'), 'C1', '9')).toBe(
      data(`<row r="1">${number('C1', '9')}</row>`),
    );
  });

  test('is in a row of its own, in order', () => {
    const row = (at: number) => `<row r="${at}">${number(`A${at}`, '9')}</row>`;
    expect(sheetAfter(data(rows), 'A1', '9')).toBe(data(row(1) + rows));
    expect(sheetAfter(data(rows), 'A3', '9')).toBe(data(rows.replace('<row r="5">', `${row(3)}<row r="5">`)));
    expect(sheetAfter(data(rows), 'A9', '9')).toBe(data(rows + row(9)));
    expect(sheetAfter('<sheetData/>', 'A9', '9')).toBe(data(row(9)));
  });

  test('shifts nothing that only follows from the one before', () => {
    const implicit = '<row><c><v>1</v></c><c r="C1"><v>3</v></c><c><v>4</v></c></row><row r="4"/><row/>';
    expect(sheetAfter(data(implicit), 'A1', '9')).toBe(data(implicit.replace('<c><v>1</v></c>', number('A1', '9'))));
    expect(sheetAfter(data(implicit), 'B1', '9')).toBe(
      data(implicit.replace('<c r="C1">', `${number('B1', '9')}<c r="C1">`)),
    );
    expect(sheetAfter(data(implicit), 'D1', '9')).toBe(data(implicit.replace('<c><v>4</v></c>', number('D1', '9'))));
    const gap = '<row r="1"><c r="B1"/></row><row><c/></row>';
    expect(sheetAfter(data(gap), 'A1', '9')).toBe(data(gap.replace('<c r="B1"/>', `${number('A1', '9')}<c r="B1"/>`)));
    const loose = '<row r="3"/><row/>';
    expect(sheetAfter(data(loose), 'A4', '9')).toBe(data(`<row r="3"/><row>${number('A4', '9')}</row>`));
    // Row 3 is missing; the row behind it follows from row 2 and would move.
    const moved = '<row r="2"><c r="A2"/><c r="D2"/><c/></row>';
    expect(sheetAfter(data(moved), 'B2', '9')).toBe(
      data(`<row r="2"><c r="A2"/>${number('B2', '9')}<c r="D2"/><c/></row>`),
    );
  });

  test('takes the format of its row or column', () => {
    const cols = '<cols><col min="1" max="2" style="4"/><col min="3" max="3" style="6"/></cols>';
    expect(sheetAfter(cols + data(''), 'B1', '9')).toContain('<c r="B1" s="4"><v>9</v></c>');
    expect(sheetAfter(cols + data(''), 'D1', '9')).toContain('<c r="D1"><v>9</v></c>');
    expect(sheetAfter(cols + data('<row r="1" s="7" customFormat="1"/>'), 'B1', '9')).toContain('<c r="B1" s="7">');
    expect(sheetAfter(cols + data('<row r="1" s="7"/>'), 'B1', '9')).toContain('<c r="B1" s="4">');
  });

  test('extends the used area where one is stated', () => {
    const sheet = (ref: string) => `<dimension ref="${ref}"/>${data('')}`;
    expect(sheetAfter(sheet('B2:C3'), 'E1', '9')).toContain('<dimension ref="B1:E3"/>');
    expect(sheetAfter(sheet('A1'), 'A1', '9')).toContain('<dimension ref="A1"/>');
    expect(sheetAfter(sheet('nonsense'), 'A1', '9')).toContain('<dimension ref="nonsense"/>');
  });

  test('is found under any prefix, and by the name of the sheet', () => {
    const uri = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const prefixed = `<x:worksheet xmlns:x="${uri}"><x:sheetData><x:row r="1"/></x:sheetData></x:worksheet>`;
    const before = makeExcel({ "It's 2": '' }, { [part]: prefixed });
    for (const name of ["It's 2", "'It''s 2'", "it's 2"]) {
      const { bytes } = setCell(before, { cell: `${name}!$B$1`, value: 'hi' });
      expect(textOf(bytes)).toContain(
        '<x:row r="1"><x:c r="B1" t="inlineStr"><x:is><x:t xml:space="preserve">hi</x:t></x:is></x:c></x:row>',
      );
      expect(cellValue(bytes, "It's 2", 'B1')).toBe('hi');
    }
  });

  test.each([
    ['INPUT_INVALID', 'A1'],
    ['INPUT_INVALID', 'Data!'],
    ['INPUT_INVALID', 'Data!1A'],
    ['INPUT_INVALID', 'Data!A0'],
    ['INPUT_INVALID', 'Data!A:A'],
    ['INPUT_INVALID', '!A1'],
    ['OFFICE_PLACE_ABSENT', 'Other!A1'],
    ['OFFICE_PLACE_ABSENT', 'Data!XFE1'],
    ['OFFICE_PLACE_ABSENT', 'Data!A1048577'],
  ])('%s: %s', (code, cell) => {
    expect(refusalOf(() => setCell(makeExcel({ Data: data('') }), { cell, value: '1' })).code).toBe(code);
  });

  test('the last cell of a sheet is one', () => {
    expect(sheetAfter(data(''), 'XFD1048576', '1')).toContain('r="XFD1048576"');
  });
});

describe('the value', () => {
  const cellFor = (value: string, type?: 'number' | 'boolean' | 'text') => {
    const edit = type === undefined ? { cell: 'Data!A1', value } : { cell: 'Data!A1', value, type };
    const { bytes, notes } = setCell(
      makeExcel({ Data: data(number('A1', '0.5').replace(/^/, '<row r="1">').concat('</row>')) }),
      edit,
    );
    return { xml: /<c r="A1".*?(?:\/>|<\/c>)/s.exec(textOf(bytes))![0], notes, value: cellValue(bytes, 'Data', 'A1') };
  };
  const text = (value: string) => `<c r="A1" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;

  test.each([
    ['12', '12'],
    ['-0', '0'],
    ['0.10', '0.1'],
    ['-1.5e-3', '-0.0015'],
    ['1E+21', '1e+21'],
  ])('%s is a number', (value, written) => {
    expect(cellFor(value)).toEqual({ xml: number('A1', written), notes: [], value: Number(value) + 0 });
  });

  test.each(['007', '+5', '1,000', '.5', '5.', '1e', ' 5', '0x10', 'NaN', 'true', 'Infinity', '2024-01-31', '١٢'])(
    '%j is text',
    (value) => {
      expect(cellFor(value).xml).toBe(text(value));
    },
  );

  test('TRUE and FALSE are boolean', () => {
    expect(cellFor('TRUE')).toMatchObject({ xml: '<c r="A1" t="b"><v>1</v></c>', value: true });
    expect(cellFor('FALSE')).toMatchObject({ xml: '<c r="A1" t="b"><v>0</v></c>', value: false });
  });

  test('a type is insisted on', () => {
    expect(cellFor('5', 'text').xml).toBe(text('5'));
    expect(cellFor('TRUE', 'text').xml).toBe(text('TRUE'));
    for (const [value, type] of [
      ['x', 'number'],
      ['', 'number'],
      ['1', 'boolean'],
      ['1e999', 'number'],
    ] as const) {
      expect(refusalOf(() => cellFor(value, type)).code).toBe('INPUT_INVALID');
    }
    expect(refusalOf(() => cellFor('1e308')).code).toBe('INPUT_INVALID');
  });

  test('digits that Excel will lose, and text that looks like a formula, are told', () => {
    expect(cellFor('1234567890123456').notes).toHaveLength(1);
    expect(cellFor('123456789012345000').notes).toEqual([]);
    expect(cellFor('=1+1')).toMatchObject({
      xml: text('=1+1'),
      notes: ['The value starts with = and was stored as text, not as a formula.'],
    });
  });

  test('text is escaped, also from Excel’s own escapes; line ends are line feeds', () => {
    expect(cellFor(' <a & "b"> ').xml).toBe(text(' &lt;a &amp; &quot;b&quot;&gt; '));
    expect(cellFor('a\r\nb\rc\td').xml).toBe(text('a\nb\nc\td'));
    expect(cellFor('_x000D_ _x00zz_ _x0041_x0042_').xml).toBe(text('_x005F_x000D_ _x00zz_ _x005F_x0041_x005F_x0042_'));
    const tricky = fc.array(fc.constantFrom('_', 'x', '0', '4', '1', 'A', '_x0041_', '_x005F_'), { maxLength: 12 });
    fc.assert(
      fc.property(tricky, (pieces) => {
        const before = makeExcel({ Data: data('') });
        const value = `t${pieces.join('')}`;
        const { bytes } = setCell(before, { cell: 'Data!A1', value });
        expect(findOfficeChanges(before, bytes, 'a.xlsx').changes[0]!.parts).toEqual([{ before: '', after: value }]);
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  test('empty text empties the cell', () => {
    expect(cellFor('').xml).toBe('<c r="A1"/>');
  });

  test('any text comes back from other programs and from the changes', () => {
    const anyText = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((value) => !/[\p{C}\r]/u.test(value) && Number.isNaN(Number(value)));
    fc.assert(
      fc.property(anyText, fc.constantFrom('A1', 'C3', 'AA7'), (value, cell) => {
        const before = makeExcel({ Data: data('') });
        const { bytes } = setCell(before, { cell: `Data!${cell}`, value, type: 'text' });
        expect(cellValue(bytes, 'Data', cell)).toBe(value);
        expect(findOfficeChanges(before, bytes, 'a.xlsx').changes.map(({ label, parts }) => [label, parts])).toEqual([
          [`Data!${cell}`, [{ before: '', after: value }]],
        ]);
      }),
      { numRuns: 80, seed: 3 },
    );
  });

  test('too much text, and characters without a place, are refused', () => {
    expect(refusalOf(() => cellFor('x'.repeat(32_768))).code).toBe('LIMIT');
    expect(cellFor('x'.repeat(32_767)).notes).toEqual([]);
    expect(refusalOf(() => cellFor('a\u0007')).code).toBe('INPUT_INVALID');
  });

  test('the value that is there already leaves the file as it is', () => {
    const strings = { 'xl/sharedStrings.xml': sharedStrings('<t>a</t>', '<r><t>b</t></r><r><t>c</t></r>') };
    const cells = `${number('A1', '1.50')}<c r="B1" t="s"><v>1</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="inlineStr"><is><t>x</t></is></c><c r="E1" s="2"/><c r="G1" t="inlineStr"><is><r><t>東</t></r><rPh sb="0" eb="1"><t>ひがし</t></rPh></is></c>`;
    const before = makeExcel({ Data: data(`<row r="1">${cells}</row>`) }, strings);
    for (const [cell, value] of [
      ['A1', '1.5'],
      ['B1', 'bc'],
      ['C1', 'TRUE'],
      ['D1', 'x'],
      ['E1', ''],
      ['F9', ''],
      ['G1', '東'],
    ]) {
      const { bytes, notes } = setCell(before, { cell: `Data!${cell}`, value: value! });
      expect(bytes).toBe(before);
      expect(notes).toEqual(['The cell holds this value already.']);
    }
    for (const [cell, value] of [
      ['A1', '1'],
      ['B1', 'b'],
      ['C1', '1'],
      ['D1', '5'],
      ['E1', '0'],
      ['G1', '東ひがし'],
    ]) {
      expect(setCell(before, { cell: `Data!${cell}`, value: value! }).bytes).not.toBe(before);
    }
  });
});

describe('a workbook with formulas', () => {
  const workbook = (inner: string) =>
    (excelParts({ Data: '' })['xl/workbook.xml'] as string).replace('</workbook>', `${inner}</workbook>`);
  const sheet = data('<row r="1"><c r="A1"><f>B1*2</f><v>0</v></c></row>');
  const after = (inner: string) => {
    const before = makeExcel({ Data: sheet }, { 'xl/workbook.xml': workbook(inner) });
    const { bytes, notes } = setCell(before, { cell: 'Data!B1', value: '4' });
    return { before, bytes, notes, workbook: textOf(bytes, 'xl/workbook.xml') };
  };

  test.each([
    ['', '<calcPr fullCalcOnLoad="1"/>'],
    ['<definedNames/><extLst/>', '<definedNames/><calcPr fullCalcOnLoad="1"/><extLst/>'],
    ['<pivotCaches/>', '<calcPr fullCalcOnLoad="1"/><pivotCaches/>'],
    ['<calcPr calcId="9"/>', '<calcPr calcId="9" fullCalcOnLoad="1"/>'],
    ['<calcPr fullCalcOnLoad="0"></calcPr>', '<calcPr fullCalcOnLoad="1"></calcPr>'],
  ])('is asked to compute when it is opened: %s', (inner, wanted) => {
    const { before, bytes, notes, workbook: text } = after(inner);
    expect(text.endsWith(`</sheets>${wanted}</workbook>`)).toBe(true);
    expect(touchedEntries(before, bytes)).toEqual(['xl/workbook.xml', part]);
    expect(notes).toHaveLength(1);
    expect(findOfficeChanges(before, bytes, 'a.xlsx').changes).toMatchObject([
      { kind: 'cell', label: 'Data!B1', parts: [{ before: '', after: '4' }] },
      { kind: 'part', label: 'part changed: xl/workbook.xml' },
    ]);
  });

  test('that computes anyway is not touched twice', () => {
    const { before, bytes } = after('<calcPr fullCalcOnLoad="true"/>');
    expect(touchedEntries(before, bytes)).toEqual([part]);
  });

  test('is one also where the formula is on another sheet', () => {
    const before = makeExcel({ Data: data(''), More: sheet });
    expect(touchedEntries(before, setCell(before, { cell: 'Data!B1', value: '4' }).bytes)).toHaveLength(2);
  });
});

describe('cells that are not only a value', () => {
  const refused = (sheet: string, cell: string, more: Parts = {}) =>
    refusalOf(() => setCell(makeExcel({ Data: sheet }, more), { cell: `Data!${cell}`, value: '1' }));

  test('covered by a merged one', () => {
    const sheet = `${data('')}<mergeCells><mergeCell ref="D9"/><mergeCell ref="B2:C3"/></mergeCells>`;
    expect(refused(sheet, 'C3')).toMatchObject({ code: 'OFFICE_UNSUPPORTED', next: 'Set B2 instead.' });
    expect(sheetAfter(sheet, 'B2', '1')).toContain('r="B2"');
  });

  test.each([
    ['a formula', '<c r="A1"><f>B1</f><v>1</v></c>'],
    ['a shared formula', '<c r="A1"><f t="shared" si="0"/></c>'],
    ['an array formula', '<c r="A1"><f t="array" ref="A1:A3">B1:B3</f></c>'],
    ['a dynamic array', '<c r="A1" cm="1"><v>1</v></c>'],
  ])('%s', (_what, cell) => {
    expect(refused(data(`<row r="1">${cell}</row>`), 'A1').code).toBe('OFFICE_UNSUPPORTED');
  });

  test('filled by an array formula or data table', () => {
    const rows =
      '<row r="1"><c r="A1"><f t="array" ref="A1:A3">B1:B3</f></c></row><row r="2"><c r="A2"><v>1</v></c></row>';
    expect(refused(data(rows), 'A2').code).toBe('OFFICE_UNSUPPORTED');
    expect(refused(data(rows.replace('"array"', '"dataTable"')), 'A3').code).toBe('OFFICE_UNSUPPORTED');
  });

  test('in the header or totals row of a table', () => {
    const more = (attributes: string): Parts => ({
      'xl/worksheets/_rels/sheet1.xml.rels': rels(['r1', 'table', '../tables/table1.xml']),
      'xl/tables/table1.xml': `<table ${x} ref="B2:C5" ${attributes}/>`,
    });
    expect(refused(data(''), 'B2', more('')).code).toBe('OFFICE_UNSUPPORTED');
    expect(refused(data(''), 'C5', more('totalsRowCount="1"')).code).toBe('OFFICE_UNSUPPORTED');
    for (const [cell, attributes] of [
      ['B3', ''],
      ['C5', ''],
      ['B2', 'headerRowCount="0"'],
      ['D2', ''],
    ]) {
      expect(sheetAfter(data(''), cell!, '1', more(attributes!))).toContain(`r="${cell}"`);
    }
  });

  test('in a pivot table', () => {
    const more = {
      'xl/worksheets/_rels/sheet1.xml.rels': rels(['r1', 'pivotTable', '../pivotTables/pivotTable1.xml']),
      'xl/pivotTables/pivotTable1.xml': `<pivotTableDefinition ${x}><location ref="B2:C5"/></pivotTableDefinition>`,
    };
    expect(refused(data(''), 'B3', more).code).toBe('OFFICE_UNSUPPORTED');
    expect(sheetAfter(data(''), 'A1', '1', more)).toContain('r="A1"');
  });

  test('locked on a protected sheet', () => {
    const more = {
      'xl/styles.xml': `<styleSheet ${x}><cellXfs><xf/><xf><protection locked="0"/></xf><xf><protection hidden="1"/></xf></cellXfs></styleSheet>`,
    };
    const sheet = (style: string, value = '1') =>
      `${data(`<row r="1"><c r="A1"${style}/></row>`)}<sheetProtection sheet="${value}"/>`;
    for (const style of ['', ' s="0"', ' s="2"', ' s="99"']) {
      expect(refused(sheet(style), 'A1', more).code).toBe('OFFICE_UNSUPPORTED');
    }
    expect(refused(sheet(' s="1"'), 'A1').code).toBe('OFFICE_UNSUPPORTED');
    expect(sheetAfter(sheet(' s="1"'), 'A1', '5', more)).toContain('<c r="A1" s="1"><v>5</v></c>');
    expect(sheetAfter(sheet('', '0'), 'A1', '5', more)).toContain('<c r="A1"><v>5</v></c>');

    const protection = '<sheetProtection sheet="1"/>';
    const open = '<cols><col min="1" max="2" style="1"/></cols>';
    const cell = number('A1', '1');
    expect(refused(`${open}${data(`<row r="1">${cell}</row>`)}${protection}`, 'A1', more).code).toBe(
      'OFFICE_UNSUPPORTED',
    );
    const locked = `${open}${data(`<row r="1" s="0" customFormat="true">${cell}</row>`)}${protection}`;
    expect(refused(locked, 'B1', more).code).toBe('OFFICE_UNSUPPORTED');
    expect(sheetAfter(locked, 'B2', '5', more)).toContain('<c r="B2" s="1"><v>5</v></c>');
  });

  test('on a sheet that is no worksheet', () => {
    const parts = excelParts({ Data: data('') });
    const asChart = (parts['xl/_rels/workbook.xml.rels'] as string).replace('/worksheet"', '/chartsheet"');
    const bytes = makePackage({ ...parts, 'xl/_rels/workbook.xml.rels': asChart });
    expect(refusalOf(() => setCell(bytes, { cell: 'Data!A1', value: '1' })).code).toBe('OFFICE_UNSUPPORTED');
  });
});
