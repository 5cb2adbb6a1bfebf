import { contentTypes, makePackage, rels, w } from '../make-office.js';
import { makeZip } from '../make-zip.js';
import { documentRel, entries, excel, main, parts, powerpoint, type Relation, type Row, types, word } from './row.js';

const withType = (item: string) => word({ '[Content_Types].xml': types.replace('</Types>', `${item}</Types>`) });
const packageRels = (...list: readonly Relation[]) => word({ '_rels/.rels': rels(...list) });
/** Relationships of the document. */
const related = (...list: readonly Relation[]) => word({ 'word/_rels/document.xml.rels': rels(...list) });
const relatedXml = (item: string) => word({ 'word/_rels/document.xml.rels': rels().replace('</Rel', `${item}</Rel`) });
const binary = types
  .replace(/<Override[^>]*>/, '')
  .replace(
    '</Types>',
    '<Override PartName="/word/document.xml" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
  );

export const contentTypesAndRelationships: readonly Row[] = [
  ['no content types', 'refuse content-types', word({ '[Content_Types].xml': undefined })],
  ['content types in another case', '', word({ '[Content_Types].xml': undefined, '[content_types].xml': types })],
  ['content types that are not well-formed', 'refuse xml-malformed', word({ '[Content_Types].xml': '<Types>' })],
  ['content types with another root', 'refuse content-types', word({ '[Content_Types].xml': '<Types/>' })],
  [
    'an OpenDocument file',
    'refuse open-document',
    makeZip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }]),
  ],
  ['an EPUB book', 'refuse other-package', makeZip([{ name: 'mimetype', content: 'application/epub+zip' }])],
  [
    'two overrides for one part',
    'refuse content-type-duplicate',
    withType('<Override PartName="/word/Document.xml" ContentType="a/b"/>'),
  ],
  [
    'two defaults for one extension',
    'warn content-type-duplicate',
    withType('<Default Extension="XML" ContentType="a/b"/>'),
  ],
  [
    'an override for an absent part',
    'warn override-absent',
    withType('<Override PartName="/gone.xml" ContentType="a/b"/>'),
  ],
  [
    'an override that escapes its name',
    '',
    makeZip([
      ...entries.filter(({ name }) => name !== '[Content_Types].xml'),
      {
        name: '[Content_Types].xml',
        content: types.replace('</Types>', '<Override PartName="/word/a%20b.bin" ContentType="a/b"/></Types>'),
      },
      { name: 'word/a b.bin', content: 'x' },
    ]),
  ],
  ['an item without a content type', 'warn content-type-absent', word({ '[trash]/0000.dat': 'x' })],
  [
    'a related part without a content type',
    'refuse content-type-absent',
    word({ 'word/a.emf': 'x', 'word/_rels/document.xml.rels': rels(['r1', 'image', 'a.emf']) }),
  ],
  ['no package relationships', 'refuse relationships', word({ '_rels/.rels': undefined })],
  [
    'no relationship to a main part',
    'refuse main-part',
    packageRels(['r1', 'extended-properties', 'docProps/app.xml']),
  ],
  [
    'an external main part only',
    'refuse main-part',
    word({ '_rels/.rels': rels(documentRel).replace('/></', ' TargetMode="External"/></') }),
  ],
  [
    'the Strict type of the relationship',
    '',
    word({
      '_rels/.rels': rels(documentRel).replaceAll(
        'http://schemas.openxmlformats.org/officeDocument/2006/',
        'http://purl.oclc.org/ooxml/officeDocument/',
      ),
    }),
  ],
  ['a main part that is missing', 'refuse main-part', packageRels(['r1', 'officeDocument', 'word/gone.xml'])],
  [
    'a main part outside of the package',
    'refuse main-part',
    packageRels(['r1', 'officeDocument', '../word/document.xml']),
  ],
  ['a main part of another name', '', renamedMain()],
  ['an absolute target', '', packageRels(['r1', 'officeDocument', '/word/document.xml'])],
  ['a target with steps back', '', packageRels(['r1', 'officeDocument', './word/../word/document.xml'])],
  ['a target in another case', '', packageRels(['r1', 'officeDocument', 'Word/Document.XML'])],
  ['a target with backslashes', '', packageRels(['r1', 'officeDocument', 'word\\document.xml'])],
  ['a percent-encoded target', '', packageRels(['r1', 'officeDocument', 'word/docu%6Dent.xml'])],
  ['a workbook named .docx', 'refuse wrong-kind', excel(), 'a.docx'],
  ['a presentation named .xlsm', 'refuse wrong-kind', powerpoint(), 'a.xlsm'],
  [
    'a theme named .docx',
    'refuse wrong-kind',
    word({ '[Content_Types].xml': contentTypes({ [main]: 'themeManager' }) }),
  ],
  [
    'a main part without a content type of its own',
    'refuse wrong-kind',
    word({ '[Content_Types].xml': contentTypes({}) }),
  ],
  ['a binary workbook', 'refuse binary-workbook', word({ '[Content_Types].xml': binary }), 'a.xlsx'],
  [
    'a template under a document’s name',
    'warn other-variant',
    word({ '[Content_Types].xml': contentTypes({ [main]: 'wordprocessingml.template.main' }) }),
  ],
  [
    'macros under a name without',
    'warn other-variant',
    word({
      '[Content_Types].xml': types.replace(
        'openxmlformats-officedocument.wordprocessingml.document.main',
        'ms-word.document.macroEnabled.main',
      ),
    }),
  ],
  [
    'a content type in another case',
    '',
    word({ '[Content_Types].xml': types.replace('application/vnd.openx', 'Application/VND.openx') }),
  ],
  ['a main part with another root', 'refuse main-part', word({ [main]: `<w:styles ${w}/>` })],
  ['the right root in no namespace', 'refuse main-part', word({ [main]: '<document><body/></document>' })],
  [
    'Strict, with another prefix',
    '',
    word({ [main]: '<q:document xmlns:q="http://purl.oclc.org/ooxml/wordprocessingml/main"><q:body/></q:document>' }),
  ],
  [
    'relationships that are not well-formed',
    'refuse xml-malformed',
    word({ 'word/_rels/document.xml.rels': '<Relationships>' }),
  ],
  ['one id twice', 'refuse relationship-duplicate', related(['r1', 'hyperlink', '#a'], ['r1', 'hyperlink', '#a'])],
  ['a target that is not there', 'warn target-absent', related(['r1', 'attachedTemplate', 'NULL'])],
  ['a fragment as target', 'warn target-absent', related(['r1', 'hyperlink', '#_Toc1'])],
  ['an empty target', 'warn target-absent', related(['r1', 'image', ''])],
  ['no target', 'warn target-absent', relatedXml('<Relationship Id="r1" Type="a/b"/>')],
  [
    'an absolute URI that is not said to be external',
    'warn target-absent',
    related(['r1', 'hyperlink', 'https://example.org/']),
  ],
  [
    'relationships of an absent part',
    'warn source-absent',
    word({ 'word/_rels/gone.xml.rels': rels(['r1', 'image', 'gone.png']) }),
  ],
  [
    'an external target, and a malformed one',
    '',
    relatedXml(
      '<Relationship Id="r1" Type="a/b" Target="mailto:a@b" TargetMode="External"/><Relationship Id="r2" Type="a/b" Target="ht tp:\\\\%zz" TargetMode="External"/>',
    ),
  ],
  ['core properties that break the rules', '', word({ 'docProps/core.xml': '<a xml:lang="en"><b/><b/></a>' })],
];

function renamedMain(): Uint8Array {
  const { [main]: document, ...rest } = parts;
  return makePackage({
    ...rest,
    '[Content_Types].xml': types.replace('/word/document.xml', '/word/document2.xml'),
    '_rels/.rels': rels(['r1', 'officeDocument', '/word/document2.xml']),
    'word/document2.xml': document,
  });
}
