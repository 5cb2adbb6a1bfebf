import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { touchedEntries } from '../../test/list-zip.js';
import { makePackage, makePowerpoint, makeWord, paragraph, rels, w, wordParts } from '../../test/make-office.js';
import { partText, wordText } from '../../test/other-readers.js';
import { refusalOf } from '../../test/refusals.js';
import { findOfficeChanges } from '../changes/find-office-changes.js';
import { OfficePackage } from '../package/office-package.js';
import { decodeXml } from '../xml/encoding.js';
import { readArchive } from '../zip/read-archive.js';
import { replaceTextInParagraph } from './replace-text-in-paragraph.js';

const main = 'word/document.xml';
type Edit = Parameters<typeof replaceTextInParagraph>[1];

function bodyAfter(body: string, edit: Edit): string {
  const before = makeWord(body);
  const { bytes } = replaceTextInParagraph(before, edit);
  expect(touchedEntries(before, bytes)).toEqual([main]);
  const pack = new OfficePackage(readArchive(bytes));
  return /<w:body>(.*)<\/w:body>/s.exec(decodeXml(pack.read(pack.part(main)!), main).text)![1]!;
}

const run = (text: string, look = '') => `<w:r>${look}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const bold = '<w:rPr><w:b/></w:rPr>';
const codeOf = (body: string, edit: Edit) => refusalOf(() => replaceTextInParagraph(makeWord(body), edit)).code;

describe('the text', () => {
  test('is replaced in its run, and all else of the paragraph stays', () => {
    expect(bodyAfter(`<w:p>${run('one two three', bold)}</w:p>`, { replace: 'two', with: '2' })).toBe(
      `<w:p>${run('one 2 three', bold)}</w:p>`,
    );
  });

  test('is found across runs, and what stays keeps its formatting', () => {
    const body = `<w:p>${run('The ')}${run('budg', bold)}<w:proofErr/><w:bookmarkStart w:id="1"/>${run('et of 2023')}</w:p>`;
    expect(bodyAfter(body, { replace: 'The budget of 2023', with: 'The budget of 2024' })).toBe(
      body.replace('2023', '2024'),
    );
    expect(bodyAfter(body, { replace: 'budget', with: 'plan' })).toBe(
      body.replace('budg', 'plan').replace('>et of', '> of'),
    );
    expect(bodyAfter(body, { replace: 'budget', with: '' })).toBe(body.replace('budg', '').replace('>et of', '> of'));
    expect(bodyAfter(body, { replace: 'budget', with: 'big budget' })).toBe(body.replace('budg', 'big budg'));
    expect(bodyAfter(body, { replace: 'budget', with: '> budget' })).toBe(body.replace('budg', '&gt; budg'));
  });

  test('that is put in goes to the run of the character before it', () => {
    expect(bodyAfter(`<w:p>${run('a', bold)}${run('c')}</w:p>`, { replace: 'ac', with: 'abc' })).toBe(
      `<w:p>${run('ab', bold)}${run('c')}</w:p>`,
    );
  });

  test('keeps its spaces, and those that Word ignores are not there', () => {
    const plain = '<w:p><w:r><w:t> one </w:t></w:r></w:p>';
    expect(bodyAfter(plain, { replace: 'one', with: 'one ' })).toBe(
      '<w:p><w:r><w:t xml:space="preserve">one </w:t></w:r></w:p>',
    );
    expect(codeOf(plain, { replace: ' one', with: 'x' })).toBe('MATCH_ABSENT');
  });

  test('is escaped, and references, CDATA and comments in the old one do no harm', async () => {
    const body = '<w:p><w:r><w:t>a &amp; <![CDATA[<b>]]><!-- c --> &#x63;</w:t></w:r></w:p>';
    expect(bodyAfter(body, { replace: '& <b> c', with: '<1> & "2"' })).toBe(
      '<w:p><w:r><w:t>a &lt;1&gt; &amp; &quot;2&quot;</w:t></w:r></w:p>',
    );
  });

  test('of any kind comes back from other programs and from the changes', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((value) => !/[\p{C}\s]/u.test(value));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), text, async (runs, wanted) => {
        const escaped = runs.map((one) => run(one.replaceAll('&', '&amp;').replaceAll('<', '&lt;')));
        const before = makeWord(`<w:p>${escaped.join('')}</w:p>`);
        const { bytes } = replaceTextInParagraph(before, { paragraph: 1, replace: runs.join(''), with: wanted });
        expect((await partText(bytes, main, 't')).join('')).toBe(wanted);
        expect(await wordText(bytes)).toBe(`${wanted}\n\n`);
        if (runs.join('') === wanted) expect(bytes).toBe(before);
        else expect(findOfficeChanges(before, bytes, 'a.docx').changes[0]?.parts[0]?.after).toBe(wanted);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  test('that is the same already leaves the file as it is', () => {
    const before = makeWord(paragraph('same'));
    expect(replaceTextInParagraph(before, { replace: 'same', with: 'same' })).toEqual({ bytes: before, notes: [] });
  });
});

describe('the place', () => {
  const table = `<w:tbl><w:tr><w:tc>${paragraph('cell')}</w:tc></w:tr></w:tbl>`;

  test('is anywhere in the document, where the text is once', () => {
    expect(bodyAfter(paragraph('x') + table, { replace: 'cell', with: 'C1' })).toContain('>C1<');
    expect(codeOf(paragraph('x') + paragraph('x'), { replace: 'x', with: 'y' })).toBe('MATCH_AMBIGUOUS');
    expect(codeOf(paragraph('aaa'), { replace: 'aa', with: 'y' })).toBe('MATCH_AMBIGUOUS');
    expect(codeOf(paragraph('x'), { replace: 'z', with: 'y' })).toBe('MATCH_ABSENT');
    expect(codeOf(paragraph('one') + paragraph('two'), { replace: 'onetwo', with: 'y' })).toBe('MATCH_ABSENT');
  });

  test('is the paragraph of that number', () => {
    const body = paragraph('x') + table + paragraph('x');
    expect(bodyAfter(body, { paragraph: 3, replace: 'x', with: 'y' })).toBe(paragraph('x') + table + paragraph('y'));
    expect(codeOf(body, { paragraph: 4, replace: 'x', with: 'y' })).toBe('OFFICE_PLACE_ABSENT');
    expect(codeOf(body, { paragraph: 2, replace: 'cell', with: 'y' })).toBe('OFFICE_PLACE_ABSENT');
    for (const number of [0, 1.5, Number.NaN])
      expect(codeOf(body, { paragraph: number, replace: 'x', with: 'y' })).toBe('INPUT_INVALID');
  });

  test('never reaches over what is seen between two texts, nor into what is not', () => {
    for (const between of [
      '<w:r><w:tab/></w:r>',
      '<w:r><w:br/></w:r>',
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
    ])
      expect(codeOf(`<w:p>${run('a')}${between}${run('b')}</w:p>`, { replace: 'ab', with: 'x' })).toBe('MATCH_ABSENT');
    const gone = `<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom w:id="2">${run('gone')}</w:moveFrom>`;
    expect(codeOf(`<w:p>${gone}</w:p>`, { replace: 'gone', with: 'x' })).toBe('MATCH_ABSENT');
    const body = `<w:p>${run('a')}${gone}<w:ins w:id="3">${run('b')}</w:ins></w:p>`;
    expect(bodyAfter(body, { replace: 'ab', with: 'axb' })).toBe(body.replace('>a<', '>ax<'));
  });

  test('is the first of two alternatives', () => {
    const text = `<w:txbxContent>${paragraph('box')}</w:txbxContent>`;
    const body = `<w:p><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="w">${text}</mc:Choice><mc:Fallback>${text}</mc:Fallback></mc:AlternateContent></w:p>`;
    expect(bodyAfter(body, { replace: 'box', with: 'new' })).toBe(body.replace('>box<', '>new<'));
  });
});

describe('refused', () => {
  test('text that cannot be in one line, or in no file', () => {
    for (const [replace, text] of [
      ['', 'x'],
      ['a\nb', 'x'],
      ['x', 'a\nb'],
      ['x', 'a\tb'],
      ['x', '\0'],
    ] as const)
      expect(codeOf(paragraph('x'), { replace, with: text })).toBe('INPUT_INVALID');
  });

  test('text that Word fills in from data', () => {
    const bound = `<w:p><w:sdt><w:sdtPr><w:dataBinding w:xpath="/a"/></w:sdtPr><w:sdtContent>${run('Title')}</w:sdtContent></w:sdt></w:p>`;
    expect(codeOf(bound, { replace: 'Title', with: 'x' })).toBe('OFFICE_UNSUPPORTED');
    const free = bound.replace(/<w:dataBinding.*?\/>/, '');
    expect(bodyAfter(free, { replace: 'Title', with: 'x' })).toContain('>x<');
  });

  test('text that Word computes; text beside a field is apart from it, and a form field is filled in', () => {
    const character = (type: string, inside = '') =>
      `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`;
    const field = (inside = '') =>
      `${character('begin', inside)}<w:r><w:instrText>PAGE</w:instrText></w:r>${character('separate')}${run('3')}${character('end')}`;
    for (const page of [`<w:fldSimple w:instr="PAGE">${run('3')}</w:fldSimple>`, field()]) {
      const body = `<w:p>${page}${run(' of ten pages')}</w:p>`;
      expect(codeOf(body, { replace: '3', with: '4' })).toBe('OFFICE_UNSUPPORTED');
      expect(codeOf(body, { replace: '3 of ten pages', with: 'Page three' })).toBe('MATCH_ABSENT');
      expect(bodyAfter(body, { replace: ' of ten', with: ' of 10' })).toBe(body.replace('ten', '10'));
    }
    const twice = `<w:p>${character('begin')}${field('<w:ffData/>')}${character('end')}</w:p>`;
    expect(codeOf(twice, { replace: '3', with: '4' })).toBe('OFFICE_UNSUPPORTED');
    const form = `<w:p>${field('<w:ffData/>')}${run(' pages')}</w:p>`;
    expect(bodyAfter(form, { replace: '3', with: '4' })).toBe(form.replace('>3<', '>4<'));
  });

  test('the placeholder and the locked text of a content control', () => {
    const control = (properties: string) =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:p>${run('Enter a name')}</w:p></w:sdtContent></w:sdt>`;
    const edit = { replace: 'Enter a name', with: 'Ann' };
    for (const properties of [
      '<w:showingPlcHdr/>',
      '<w:lock w:val="contentLocked"/>',
      '<w:lock w:val="sdtContentLocked"/>',
    ])
      expect(codeOf(control(properties), edit)).toBe('OFFICE_UNSUPPORTED');
    for (const properties of ['', '<w:showingPlcHdr w:val="0"/>', '<w:lock w:val="sdtLocked"/>'])
      expect(bodyAfter(control(properties), edit)).toContain('>Ann<');
    const nested = `<w:sdt><w:sdtPr><w:lock w:val="contentLocked"/></w:sdtPr><w:sdtContent>${control('')}</w:sdtContent></w:sdt>`;
    expect(codeOf(nested, edit)).toBe('OFFICE_UNSUPPORTED');
  });

  test('a restricted, signed or other file; tracked changes are only told', () => {
    const settings = (xml: string) =>
      makePackage(
        wordParts(paragraph('x'), {
          'word/_rels/document.xml.rels': rels(['r1', 'settings', 'settings.xml']),
          'word/settings.xml': `<w:settings ${w}>${xml}</w:settings>`,
        }),
      );
    const edit = { replace: 'x', with: 'y' };
    const restricted = settings('<w:documentProtection w:enforcement="1"/>');
    const signed = makeWord(paragraph('x'), { '_xmlsignatures/sig1.xml': '<a/>' });
    for (const bytes of [restricted, signed, makePowerpoint([])])
      expect(refusalOf(() => replaceTextInParagraph(bytes, edit)).code).toBe('OFFICE_UNSUPPORTED');
    expect(replaceTextInParagraph(settings('<w:trackRevisions/>'), edit).notes).toHaveLength(1);
    expect(replaceTextInParagraph(signed, { ...edit, evenIfSigned: true }).notes).toEqual([
      'The file is digitally signed; the signature is still in it, and void.',
    ]);
  });
});
