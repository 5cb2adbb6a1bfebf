import { expect, test } from 'vitest';
import { PackageError } from '../problem.js';
import { attributeOf, childOf, childrenOf, readSmallXml, relationIdOf } from './small-xml.js';

const read = (xml: string) => readSmallXml(new TextEncoder().encode(xml), 'part.xml');
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

test('elements are known by namespace and local name, whatever the prefix', () => {
  const root = read(
    `<q:workbook xmlns:q="${sheet}"><sheets xmlns="${sheet}"><q:sheet/><o xmlns=""/></sheets></q:workbook>`,
  );
  expect(root).toMatchObject({ namespace: 'sheet', local: 'workbook' });
  const sheets = childOf(root, 'sheets');
  expect(childrenOf(sheets, 'sheet')).toHaveLength(1);
  expect(sheets?.children.map(({ namespace }) => namespace)).toEqual(['sheet', 'other']);
});

test('an inner declaration holds for what is inside only', () => {
  const root = read(`<a xmlns:p="u"><b xmlns:p="${office}"><c p:id="1"/></b><d p:id="2"/></a>`);
  const [b, d] = root.children;
  expect(relationIdOf(b!.children[0]!)).toBe('1');
  expect(relationIdOf(d!)).toBeUndefined();
});

test('values are neither trimmed nor turned into numbers, and references are decoded', () => {
  const root = read(`<a b=" 007 " c="&lt;&#x41;&#66;&amp;amp;&quot;&apos;" d="x\r\ny\tz" e="true"/>`);
  expect(['b', 'c', 'd', 'e', 'f'].map((name) => attributeOf(root, name))).toEqual([
    ' 007 ',
    `<AB&amp;"'`,
    'x y z',
    'true',
    undefined,
  ]);
});

test('comments, CDATA, text and instructions are no elements', () => {
  expect(read('<?xml version="1.0"?><!-- a --><a>t<!-- b --><?pi?><![CDATA[<b/>]]><c/></a>').children).toHaveLength(1);
});

test('UTF-16 and a byte order mark are read', () => {
  const text = '<a b="ü"/>';
  const utf16 = Uint8Array.from([
    0xff,
    0xfe,
    ...Array.from(text).flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  ]);
  expect(attributeOf(readSmallXml(utf16, 'p'), 'b')).toBe('ü');
  expect(attributeOf(read(`\ufeff${text}`), 'b')).toBe('ü');
});

test.each([
  ['xml-malformed', '<a><b></a></b>'],
  ['xml-malformed', '<a/><b/>'],
  ['xml-doctype', '<!DOCTYPE a><a/>'],
  ['limit', `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`],
  ['limit', `<a>${' '.repeat(4_194_304)}</a>`],
])('%s: what the gate or a limit stops is not read', (code, xml) => {
  let found: string | undefined;
  try {
    read(xml);
  } catch (error) {
    found = error instanceof PackageError ? error.problem.code : String(error);
  }
  expect(found).toBe(code);
});
