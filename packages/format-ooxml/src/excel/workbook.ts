import type { MainPart, OfficePackage } from '../package/office-package.js';
import { isOfKind } from '../package/relationships.js';
import { attributeOf, childOf, childrenOf, relationIdOf } from '../xml/small-xml.js';
import type { Entry } from '../zip/entry.js';

/** A sheet of a workbook, in the order of its tabs (ECMA-376 part 1, 18.2.19). */
export interface Sheet {
  readonly name: string;
  readonly id: string;
  /** Chart, dialog and macro sheets have no cells to set; a module of macros has no part at all. */
  readonly kind: 'worksheet' | 'other';
  readonly entry: Entry | undefined;
}

/** Reads the list of sheets. Throws what `readSmallXml` throws. */
export function readSheets(pack: OfficePackage, { entry }: MainPart): readonly Sheet[] {
  const root = pack.mainRoot;
  const { byId } = pack.relationshipsOf(entry.name);
  return childrenOf(childOf(root, 'sheets'), 'sheet').map((element) => {
    const relationship = byId.get(relationIdOf(element) ?? '');
    return {
      name: attributeOf(element, 'name') ?? '',
      id: attributeOf(element, 'sheetId') ?? '',
      kind: relationship !== undefined && isOfKind(relationship, 'worksheet') ? 'worksheet' : 'other',
      entry: relationship && pack.targetOf(entry.name, relationship),
    };
  });
}
