import type { Sheet } from '../../excel/workbook.js';
import type { Side } from '../../package/side.js';
import { namespaceOf } from '../../xml/namespaces.js';
import { setAttribute, type TagPlace, tagEndingAt } from '../../xml/start-tag.js';
import { readXml, type XmlVisitor } from '../../xml/xml-reader.js';
import type { Entry } from '../../zip/entry.js';
import { editedText, type PartEdit } from '../edit-package.js';

/**
 * True where any cell of sheets other than `known`, which was read already, has a formula, so that some result may no longer
 * be right. May be true for a formula that only stands in a comment of the markup, which does no harm.
 */
export function hasFormulasElsewhere(side: Side, sheets: readonly Sheet[], known: Entry): boolean {
  if (side.pack.related(side.main.entry.name, 'calcChain').length > 0) return true;
  const parts = new Set(
    sheets.flatMap(({ entry, kind }) => (entry === undefined || kind !== 'worksheet' ? [] : [entry])),
  );
  parts.delete(known);
  return [...parts].some((entry) => formula.test(editedText(side, entry).text));
}

const formula = /<(?:[^\s<>/:!?]+:)?f[\s/>]/;

/** Asks Excel to compute everything when it opens the file (ECMA-376 part 1, 18.2.2); no splices where it will anyway. */
export function recalculateOnLoad(side: Side): PartEdit {
  const { entry } = side.main;
  const text = editedText(side, entry);
  let found: { readonly tag: TagPlace; readonly value: string | undefined } | undefined;
  let prefix = '';
  let insertAt = 0;
  readXml(text.text, entry.name, (reader): XmlVisitor => {
    return {
      open: (tag, depth) => {
        if (depth === 0) prefix = tag.prefix === '' ? '' : `${tag.prefix}:`;
        if (depth === 1 && tag.local === 'calcPr' && namespaceOf(tag.uri) === 'sheet') {
          found = { tag: tagEndingAt(text.text, reader.position), value: tag.attributes['fullCalcOnLoad']?.value };
        }
      },
      close: (tag, depth) => {
        if (depth === 1 && namespaceOf(tag.uri) === 'sheet' && before.has(tag.local)) insertAt = reader.position;
      },
    };
  });
  if (found === undefined) {
    return {
      entry,
      text,
      splices: [{ start: insertAt, end: insertAt, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` }],
    };
  }
  const isSet = found.value === '1' || found.value === 'true';
  return { entry, text, splices: isSet ? [] : [setAttribute(text.text, found.tag, 'fullCalcOnLoad', '1')] };
}

/** What the schema wants before `calcPr` (18.2.27). */
const before: ReadonlySet<string> = new Set([
  'fileVersion',
  'fileSharing',
  'workbookPr',
  'workbookProtection',
  'bookViews',
  'sheets',
  'functionGroups',
  'externalReferences',
  'definedNames',
]);
