import { readFileSync, writeFileSync } from 'node:fs';
import { documents } from '@verbatim/fixtures';
import { describe, expect, test } from 'vitest';
import { readPart } from '../src/operations/demo/read-parts.js';
import { type Desk, isBuilt, openDesk, outcome } from './desk.js';

function openDeskWith(...names: string[]): Desk {
  const desk = openDesk();
  for (const { name, url } of documents) if (names.includes(name)) writeFileSync(desk.file(name), readFileSync(url));
  return desk;
}

function part(desk: Desk, name: string, path: string): string {
  return readPart(readFileSync(desk.file(name)), path)?.toString() ?? '';
}

/** Discards what waits and says whether the file is as it was. */
function comesBack(desk: Desk, name: string, before: string | null): boolean {
  return desk.json(['discard', name]).outcome === 'discarded' && desk.sha256(name) === before;
}

describe.skipIf(!isBuilt)('insert-paragraph', () => {
  const name = 'survey-memo.docx';

  test('adds a paragraph where it was told to, shows it, and Discard takes it out again', () => {
    const desk = openDeskWith(name);
    const before = desk.sha256(name);
    const ran = desk.run(['insert-paragraph', name, '--text', '--json & <b>\nsecond line', '--after', '1']);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toBe(`edited    ./${name}\n1 edit waits. verbatim inspect ./${name}\n`);
    expect(part(desk, name, 'word/document.xml')).toContain('--json &amp; &lt;b&gt;');
    const shown = desk.run(['inspect', name]).stdout;
    expect(shown).toMatch(/^\.\/survey-memo\.docx {2}word, edited, 1 change$/m);
    expect(shown).toMatch(
      /paragraph 2 added\n {4}Before {2}\(nothing\)\n {4}After\n {6}\| --json & <b>\n {6}\| second line/,
    );
    expect(shown).toContain('decided as a whole');
    expect(desk.json(['status']).actions[0].files).toMatchObject([{ format: 'word', decidedBy: 'whole-file' }]);
    expect(comesBack(desk, name, before)).toBe(true);
  });

  test('refuses a place that is not there, and a file that is no document', () => {
    const desk = openDeskWith(name);
    desk.write('notes.md', 'words');
    const far = desk.json(['insert-paragraph', name, '--text', 'x', '--after', '9999']);
    expect(outcome(far)).toEqual([2, 'refused', 'OFFICE_PLACE_ABSENT']);
    expect(far.files).toEqual([{ path: name }]);
    expect(outcome(desk.json(['insert-paragraph', 'notes.md', '--text', 'x']))).toEqual([
      2,
      'refused',
      'OFFICE_INVALID',
    ]);
    expect(desk.read('notes.md')).toBe('words');
  });
});

describe.skipIf(!isBuilt)('add-text-box', () => {
  test('adds a box to the slide, shows it, and Discard takes it out again', () => {
    const name = 'board-briefing.pptx';
    const desk = openDeskWith(name);
    const before = desk.sha256(name);
    expect(outcome(desk.json(['add-text-box', name, '--slide', '3', '--text', 'Two rivers']))).toEqual([0, 'pending']);
    expect(part(desk, name, 'ppt/slides/slide3.xml')).toContain('Two rivers');
    expect(desk.run(['inspect', name]).stdout).toMatch(/slide 3, .* added\n {4}Before {2}\(nothing\)\n.*\n {6}\| Two/);
    expect(outcome(desk.json(['add-text-box', name, '--slide', '13', '--text', 'x']))).toEqual([
      2,
      'refused',
      'OFFICE_PLACE_ABSENT',
    ]);
    expect(comesBack(desk, name, before)).toBe(true);
  });
});

describe.skipIf(!isBuilt)('set-cell', () => {
  const name = 'gauge-workbook.xlsx';
  const cell = (desk: Desk): string =>
    /<c r="B5"[^>]*?(?:\/>|>.*?<\/c>)/.exec(part(desk, name, 'xl/worksheets/sheet4.xml'))?.[0] ?? '';

  test('sets the cell, asks Excel to compute, shows both, and Discard takes both back', () => {
    const desk = openDeskWith(name);
    const before = desk.sha256(name);
    const answer = desk.json(['set-cell', name, '--cell', 'Costs!B5', '--value', '1012.5']);
    expect(outcome(answer)).toEqual([0, 'pending']);
    expect(answer.notes.join()).toContain('formulas');
    expect(cell(desk)).toContain('><v>1012.5</v>');
    expect(part(desk, name, 'xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
    const [file] = desk.json(['inspect', name]).files;
    expect(file).toMatchObject({ format: 'excel', changeCount: 2, changes: [{ label: 'Costs!B5' }, {}] });
    expect(comesBack(desk, name, before)).toBe(true);
  });

  test('takes a value as a number in the form of JSON, as TRUE or FALSE, or else as text, unless it is told', () => {
    const desk = openDeskWith(name);
    for (const [value, type, written] of [
      ['-0.5e3', [], '><v>-500</v>'],
      ['TRUE', [], ' t="b"><v>1</v>'],
      ['007', [], '>007</t>'],
      ['-12', ['--type', 'text'], '>-12</t>'],
      ['', [], '/>'],
    ] as const) {
      const answer = desk.json(['set-cell', name, '--cell', 'Costs!B5', '--value', value, ...type]);
      expect(outcome(answer)).toEqual([0, 'pending']);
      expect(cell(desk)).toContain(written);
    }
  });

  test('refuses what it cannot do, by name', () => {
    const desk = openDeskWith(name);
    const before = desk.sha256(name);
    const set = (at: string, value: string, ...more: string[]) =>
      outcome(desk.json(['set-cell', name, '--cell', at, '--value', value, ...more]));
    expect(set('Nowhere!B5', '1')).toEqual([2, 'refused', 'OFFICE_PLACE_ABSENT']);
    expect(set('B5', '1')).toEqual([2, 'refused', 'INPUT_INVALID']);
    expect(set('Costs!B5', 'much', '--type', 'number')).toEqual([2, 'refused', 'INPUT_INVALID']);
    expect(set('Costs!B5', '950')).toEqual([0, 'unchanged']);
    expect(desk.sha256(name)).toBe(before);
  });
});

describe.skipIf(!isBuilt)('apply', () => {
  const edits = [
    { op: 'insert-paragraph', path: 'survey-memo.docx', text: 'New words', after: 0 },
    { op: 'add-text-box', path: 'board-briefing.pptx', slide: 1, text: 'New words' },
    { op: 'set-cell', path: 'gauge-workbook.xlsx', cell: 'Costs!B5', value: 9.5 },
    { op: 'set-cell', path: 'gauge-workbook.xlsx', cell: 'Costs!B6', value: 'n/a' },
    { op: 'replace', path: 'notes.md', replace: 'old', with: 'new' },
  ];
  const names = ['survey-memo.docx', 'board-briefing.pptx', 'gauge-workbook.xlsx'];

  test('makes edits of Office files and others one action, decided together', () => {
    const desk = openDeskWith(...names);
    desk.write('notes.md', 'old');
    const before = names.map((name) => desk.sha256(name));
    const answer = desk.json(['apply', '-'], { input: JSON.stringify({ edits }) });
    expect(outcome(answer)).toEqual([0, 'pending']);
    expect(desk.json(['status']).actions).toMatchObject([
      {
        files: [
          { format: 'word', changeCount: 1 },
          { format: 'powerpoint', changeCount: 1 },
          { format: 'excel', changeCount: 3 },
          { format: 'markdown', changeCount: 1 },
        ],
      },
    ]);
    expect(outcome(desk.json(['discard', `action:${answer.action}`]))).toEqual([0, 'discarded']);
    expect(names.map((name) => desk.sha256(name))).toEqual(before);
  });

  test('is all or none also where an Office file refuses', () => {
    const desk = openDeskWith(...names);
    desk.write('notes.md', 'old');
    const input = JSON.stringify({ edits: [...edits, { ...edits[1], slide: 99 }] });
    const answer = desk.json(['apply', '-'], { input });
    expect(outcome(answer)).toEqual([2, 'refused', 'OFFICE_PLACE_ABSENT']);
    expect(answer.files).toEqual([{ path: 'board-briefing.pptx' }]);
    expect(desk.read('notes.md')).toBe('old');
  });
});

describe.skipIf(!isBuilt)('edit', () => {
  test('in a presentation and a document replaces text within a paragraph, and discard brings every byte back', () => {
    const desk = openDeskWith('board-briefing.pptx', 'gauge-workbook.xlsx');
    const before = desk.sha256('board-briefing.pptx');
    const replace = ['--replace', 'Three questions', '--with', 'Four questions'];
    expect(outcome(desk.json(['edit', 'board-briefing.pptx', ...replace, '--slide', '1']))).toEqual([
      2,
      'refused',
      'MATCH_ABSENT',
    ]);
    expect(outcome(desk.json(['edit', 'board-briefing.pptx', ...replace]))).toEqual([0, 'pending']);
    expect(desk.json(['inspect', 'board-briefing.pptx']).files[0].changes[0].parts).toEqual([
      { before: 'Three questions', after: 'Four questions' },
    ]);
    expect(outcome(desk.json(['discard', 'board-briefing.pptx']))).toEqual([0, 'discarded']);
    expect(desk.sha256('board-briefing.pptx')).toBe(before);
    const refused = desk.json(['edit', 'gauge-workbook.xlsx', '--replace', 'Costs', '--with', 'x']);
    expect(outcome(refused)).toEqual([2, 'refused', 'OFFICE_UNSUPPORTED']);
    expect(refused.next).toContain('set-cell');
  });
});
