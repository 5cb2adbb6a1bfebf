import { expect, test } from 'vitest';
import { relationshipsNameOf, sourceNameOf, targetNames } from './relationships.js';

test.each([
  ['', 'word/document.xml', ['word/document.xml']],
  ['', '/word/document.xml', ['word/document.xml']],
  ['word/document.xml', 'media/a.png', ['word/media/a.png']],
  ['word/document.xml', './media/../styles.xml', ['word/styles.xml']],
  ['word/document.xml', '../customXml/item1.xml', ['customXml/item1.xml']],
  ['xl/workbook.xml', 'worksheets\\sheet1.xml', ['xl/worksheets/sheet1.xml']],
  ['ppt/slides/slide1.xml', 'a%20b.png#x', ['ppt/slides/a%20b.png', 'ppt/slides/a b.png']],
  ['word/document.xml', 'a%zz.png', ['word/a%zz.png']],
  ['word/document.xml', '../../x', []],
  ['word/document.xml', '#bookmark', []],
  ['word/document.xml', '', []],
  ['word/document.xml', 'http://example.com/', []],
  ['word/document.xml', 'NULL', ['word/NULL']],
])('from %j, %j leads to %j', (source, target, names) => {
  expect(targetNames(source, target)).toEqual(names);
});

test.each([
  ['', '_rels/.rels'],
  ['document.xml', '_rels/document.xml.rels'],
  ['word/document.xml', 'word/_rels/document.xml.rels'],
])('the relationships of %j are in %j', (source, name) => {
  expect(relationshipsNameOf(source)).toBe(name);
  expect(sourceNameOf(name)).toBe(source);
});

test('other names are no relationships', () => {
  expect(['word/document.xml', 'rels/.rels', '_rels/a/b.rels', 'a_rels/.rels'].map(sourceNameOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
