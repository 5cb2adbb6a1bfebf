import { describe, expect, test } from 'vitest';
import { PackageError } from '../problem.js';
import { readXml, XmlReader } from './xml-reader.js';

function codeOf(xml: string, pieceChars = xml.length || 1): string | undefined {
  try {
    const reader = new XmlReader('part.xml');
    for (let at = 0; at < xml.length; at += pieceChars) reader.write(xml.slice(at, at + pieceChars));
    reader.end();
    return undefined;
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    expect(error.problem.part).toBe('part.xml');
    return error.problem.code;
  }
}

describe('the gate refuses', () => {
  test.each([
    ['nothing', ''],
    ['no element', '<!-- a -->'],
    ['two roots', '<a/><b/>'],
    ['text behind the root', '<a/>b'],
    ['text before the root', 'b<a/>'],
    ['a declaration inside', '<a><?xml version="1.0"?></a>'],
    ['an undeclared prefix', '<b:a/>'],
    ['an undeclared prefix of an attribute', '<a b:c=""/>'],
    ['an attribute through two prefixes', '<a xmlns:b="u" xmlns:c="u" b:d="" c:d=""/>'],
    ['an emptied prefix', '<a xmlns:b=""/>'],
    ['< in an attribute', '<a b="<"/>'],
    [']]> in text', '<a>]]></a>'],
    ['-- in a comment', '<a><!-- -- --></a>'],
    ['a broken declaration', '<?xml verzion="1.0"?><a/>'],
    ['a control character', '<a>\u0001</a>'],
    ['no character at all', '<a>\ufffe</a>'],
    ['half a surrogate pair', '<a>\ud800</a>'],
    ['a reference to NUL', '<a>&#0;</a>'],
    ['a reference to a control character', '<a>&#x1F;</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['tags that cross', '<a><b></a></b>'],
    ['a missing end', '<a>'],
    ['an attribute twice', '<a b="" b=""/>'],
    ['a bare &', '<a>a & b</a>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['an open comment', '<a><!-- </a>'],
    ['open CDATA', '<a><![CDATA[ </a>'],
  ])('%s', (_what, xml) => {
    expect(codeOf(xml)).toBe('xml-malformed');
    expect(codeOf(xml, 1)).toBe('xml-malformed');
  });

  test.each(['<!DOCTYPE a><a/>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '<!DOCTYPE a SYSTEM "u"><a/>'])(
    '%s',
    (xml) => {
      expect(codeOf(xml)).toBe('xml-doctype');
    },
  );

  test('what nests without end', () => {
    expect(codeOf('<a>'.repeat(1_001))).toBe('limit');
    expect(codeOf(`${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`)).toBeUndefined();
  });
});

describe('the gate lets through', () => {
  test.each([
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<a/>\r\n',
    '<a:b xmlns:a="u" a:c="1" c="2"><![CDATA[<>]]>&lt;&#x1F993;&#10;<?pi d?><!-- e --></a:b>',
    "<a b='\"'>\r\n\t</a>",
    '<constructor __proto__=""/>',
  ])('%s', (xml) => {
    expect(codeOf(xml)).toBeUndefined();
    expect(codeOf(xml, 1)).toBeUndefined();
  });
});

test('positions are places in the text, whatever the line ends and characters', () => {
  const text = '<?xml version="1.0"?>\r\n<a\r\n b="&amp;>"\r\n>🦓\r\n<b  />x</a >';
  const seen: string[] = [];
  readXml(text, 'p', (at) => ({
    open: ({ local }) => seen.push(`open ${local} ${JSON.stringify(text.slice(0, at.position).slice(-3))}`),
    close: ({ local }) => seen.push(`close ${local} ${JSON.stringify(text.slice(0, at.position).slice(-3))}`),
  }));
  expect(seen).toEqual(['open a "\\r\\n>"', 'open b " />"', 'close b " />"', 'close a "a >"']);
});
