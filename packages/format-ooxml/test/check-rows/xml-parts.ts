import { contentTypes, rels } from '../make-office.js';
import { documentRel, latin1, main, parts, type Row, types, word } from './row.js';

const utf16 = (text: string, order: 'le' | 'be') => {
  const units = Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (order === 'le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};
const document = parts[main] as string;
const part = (content: string | Uint8Array) => word({ 'word/a.xml': content });

export const xmlParts: readonly Row[] = [
  ['a part that is not well-formed, by its name', 'refuse xml-malformed', part('<a>')],
  [
    'a part that is not well-formed, by its type',
    'refuse xml-malformed',
    word({
      '[Content_Types].xml': contentTypes({ [main]: 'wordprocessingml.document.main', 'word/a.part': 'x' }),
      'word/a.part': '<a>',
    }),
  ],
  ['two roots', 'refuse xml-malformed', part('<a/><b/>')],
  ['text behind the root', 'refuse xml-malformed', part('<a/>x')],
  ['a prefix without a declaration', 'refuse xml-malformed', part('<p:a/>')],
  ['a control character', 'refuse xml-malformed', part('<a>\u0001</a>')],
  ['an unknown entity', 'refuse xml-malformed', part('<a>&nbsp;</a>')],
  [
    'VML that is not well-formed',
    '',
    word({
      '[Content_Types].xml': types.replace(
        '</Types>',
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/></Types>',
      ),
      'word/a.vml': '<xml><br></xml>',
    }),
  ],
  [
    'a related part that is no XML',
    '',
    word({
      '[Content_Types].xml': types.replace(
        '</Types>',
        '<Default Extension="pb" ContentType="application/binary"/></Types>',
      ),
      'word/a.pb': '<a>',
      'word/_rels/document.xml.rels': rels(['r1', 'metadata', 'a.pb']),
    }),
  ],
  ['UTF-8 with a byte order mark', '', word({ [main]: `\ufeff${document}` })],
  ['UTF-16, least byte first', '', word({ [main]: utf16(document.replace('UTF-8', 'UTF-16'), 'le') })],
  ['UTF-16, most byte first', '', word({ [main]: utf16(document.replace('UTF-8', 'UTF-16'), 'be') })],
  [
    'bytes in another encoding',
    'refuse xml-encoding',
    part(latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>')),
  ],
  ['only the name of another encoding', 'warn xml-encoding', part('<?xml version="1.0" encoding="US-ASCII"?><a/>')],
  ['a document type', 'refuse xml-doctype', part('<!DOCTYPE a><a/>')],
  [
    'a document type behind comments',
    'refuse xml-doctype',
    part('<?xml version="1.0"?>\n<!-- <!DOCTYPE --><?b c?> <!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
  ],
  [
    'a document type in relationships',
    'refuse xml-doctype',
    word({ '_rels/.rels': `<!DOCTYPE a>${rels(documentRel).replace(/^.*\?>\s*/, '')}` }),
  ],
  ['a document type that is only spoken of', '', part('<!-- <!DOCTYPE a> --><a><![CDATA[<!DOCTYPE a>]]></a>')],
  ['an empty main part', 'refuse xml-empty', word({ [main]: '' })],
  ['an empty part', 'warn xml-empty', part('')],
  [
    'comments, CDATA, instructions, no declaration, any line ends',
    '',
    part("<!-- a -->\r\n<?b c?>\r<a b = 'c' ><![CDATA[<d>]]></a >\n"),
  ],
  ['a standalone declaration', '', part('<?xml version="1.0" encoding="utf-8" standalone="no"?><a/>')],
  [
    'alternatives and embedded files',
    '',
    word({
      [main]: document.replace(
        '<w:p>',
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="w14"/><mc:Fallback/></mc:AlternateContent><w:altChunk/><w:p>',
      ),
    }),
  ],
  [
    'relationships too large to be judged',
    'warn not-checked',
    word({ 'word/_rels/document.xml.rels': rels().replace('</Rel', `<!--${' '.repeat(4_300_000)}--></Rel`) }),
  ],
  [
    'what macOS leaves in an archive',
    'warn content-type-absent',
    word({ '__MACOSX/word/._document.xml': '\0\x05', '.DS_Store': '\0' }),
  ],
];
