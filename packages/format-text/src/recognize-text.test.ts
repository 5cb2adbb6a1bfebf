import { expect, test } from 'vitest';
import { latin1, utf8, utf16 } from '../test/bytes.js';
import { recognizeText } from './recognize-text.js';

test.each([
  ['README.md', 'markdown'],
  ['notes.Markdown', 'markdown'],
  ['paper.tex', 'latex'],
  ['refs.bib', 'latex'],
  ['house.sty', 'latex'],
  ['book.cls', 'latex'],
  ['a.txt', 'text'],
  ['table.csv', 'csv'],
  ['table.TSV', 'csv'],
  ['package.json', 'json'],
  ['log.ndjson', 'json'],
  ['log.jsonl', 'json'],
  ['.json', 'json'],
  ['main.ts', 'text'],
  ['Makefile', 'text'],
  ['dir.md/Makefile', 'text'],
  ['dir.md\\Makefile', 'text'],
  ['archive.md.bak', 'text'],
  ['md', 'text'],
  ['', 'text'],
])('%s is %s', (fileName, format) => {
  expect(recognizeText(fileName, utf8('some text\n'))).toBe(format);
  expect(recognizeText(fileName, utf8(''))).toBe(format);
});

test('content beats the name where it is no text', () => {
  expect(recognizeText('README.md', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))).toBe('binary');
  expect(recognizeText('table.csv', utf16('\ufeffa,b\n'))).toBe('csv');
});
