import { describe, expect, test } from 'vitest';
import { readEdits } from '../src/operations/read-edits.js';
import { problemsIn } from './schemas.js';

function read(value: unknown): unknown {
  const source = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    return readEdits(Buffer.from(source), 'edits.json');
  } catch (error) {
    const { refusal } = error as { refusal: { code: string; message: string; files: string[] } };
    expect(refusal).toMatchObject({ code: 'INPUT_INVALID', files: ['edits.json'] });
    return refusal.message;
  }
}

describe('a list of edits', () => {
  const good = [
    { op: 'replace', path: 'a', replace: 'x', with: '' },
    { op: 'replace', path: 'a', replace: 'x', with: 'y', all: true },
    { op: 'write', path: 'b', text: 'é' },
    { op: 'write', path: 'b', base64: '' },
    { op: 'write', path: 'b', base64: '/wA=' },
    { op: 'delete', path: 'c' },
    { op: 'move', path: 'd', to: 'e' },
    { op: 'insert-paragraph', path: 'f', text: '' },
    { op: 'insert-paragraph', path: 'f', text: 'x', after: 0 },
    { op: 'add-text-box', path: 'g', slide: 1, text: 'x' },
    { op: 'set-cell', path: 'h', cell: 'S!A1', value: '007', type: 'text' },
    { op: 'set-cell', path: 'h', cell: 'S!A1', value: '1e3' },
    { op: 'set-cell', path: 'h', cell: 'S!A1', value: 1000 },
    { op: 'set-cell', path: 'h', cell: 'S!A1', value: false },
    { op: 'set-cell', path: 'h', cell: 'S!A1', value: 7, type: 'text' },
  ];

  test('is read in order', () => {
    expect(read({ edits: good })).toEqual([
      { op: 'replace', path: 'a', replace: 'x', with: '', all: false },
      { op: 'replace', path: 'a', replace: 'x', with: 'y', all: true },
      { op: 'write', path: 'b', bytes: Uint8Array.from([0xc3, 0xa9]) },
      { op: 'write', path: 'b', bytes: Buffer.from([]) },
      { op: 'write', path: 'b', bytes: Buffer.from([255, 0]) },
      { op: 'delete', path: 'c' },
      { op: 'move', path: 'd', to: 'e' },
      { op: 'insert-paragraph', path: 'f', text: '' },
      { op: 'insert-paragraph', path: 'f', text: 'x', after: 0 },
      { op: 'add-text-box', path: 'g', slide: 1, text: 'x' },
      { op: 'set-cell', path: 'h', cell: 'S!A1', value: '007', type: 'text' },
      { op: 'set-cell', path: 'h', cell: 'S!A1', value: '1e3' },
      { op: 'set-cell', path: 'h', cell: 'S!A1', value: '1000', type: 'number' },
      { op: 'set-cell', path: 'h', cell: 'S!A1', value: 'FALSE', type: 'boolean' },
      { op: 'set-cell', path: 'h', cell: 'S!A1', value: '7', type: 'text' },
    ]);
    expect(problemsIn('edits.json', { edits: good })).toEqual([]);
  });

  test.each([
    ['{', /it is no JSON/],
    ['[]', /needs a list "edits"/],
    ['null', /needs a list "edits"/],
    [{ edits: {} }, /needs a list "edits"/],
    [{ edits: [] }, /"edits" is empty/],
    [{ edits: [null] }, /edits\[0\] is no object/],
    [{ edits: [...good, { op: 'rename', path: 'a' }] }, /edits\[15\] needs an "op" of replace, write, delete, move/],
    [{ edits: [{ op: 'toString', path: 'a' }] }, /needs an "op"/],
    [{ edits: [{ op: 'delete' }] }, /edits\[0\] needs a text "path"/],
    [{ edits: [{ op: 'delete', path: 5 }] }, /needs a text "path"/],
    [{ edits: [{ op: 'delete', path: 'a', force: true }] }, /has "force", which "delete" does not know/],
    [{ edits: [{ op: 'replace', path: 'a', replace: 'x' }] }, /needs a text "with"/],
    [{ edits: [{ op: 'replace', path: 'a', replace: 'x', with: 'y', all: 'yes' }] }, /"all" that is neither/],
    [{ edits: [{ op: 'write', path: 'a' }] }, /needs either "text" or "base64"/],
    [{ edits: [{ op: 'write', path: 'a', text: '', base64: '' }] }, /needs either "text" or "base64"/],
    [{ edits: [{ op: 'write', path: 'a', base64: 'not base64!' }] }, /not in its exact form/],
    [{ edits: [{ op: 'insert-paragraph', path: 'a', text: 'x', after: -1 }] }, /a whole number "after" from 0/],
    [{ edits: [{ op: 'insert-paragraph', path: 'a', text: 'x', after: '1' }] }, /a whole number "after" from 0/],
    [{ edits: [{ op: 'add-text-box', path: 'a', text: 'x' }] }, /needs a whole number "slide" from 1/],
    [{ edits: [{ op: 'add-text-box', path: 'a', text: 'x', slide: 1.5 }] }, /needs a whole number "slide"/],
    [{ edits: [{ op: 'set-cell', path: 'a', cell: 'S!A1' }] }, /needs a text "value"/],
    [{ edits: [{ op: 'set-cell', path: 'a', cell: 'S!A1', value: null }] }, /needs a text "value"/],
    [
      { edits: [{ op: 'set-cell', path: 'a', cell: 'S!A1', value: '1', type: 'date' }] },
      /"type" of number, boolean, text/,
    ],
    ['{"edits":[{"op":"set-cell","path":"a","cell":"S!A1","value":1e999}]}', /"value" that is too large/],
    ['{"edits":[{"op":"write","path":"a","text":"\\ud800"}]}', /half of a surrogate pair in "text"/],
  ])('is refused whole: %j', (value, message) => {
    expect(read(value)).toMatch(message);
  });

  test('that is not UTF-8 is refused', () => {
    expect(() => readEdits(Uint8Array.from([0x22, 0xff, 0x22]), 'edits.json')).toThrow(/not in UTF-8/);
  });
});
