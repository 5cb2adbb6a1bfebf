import {
  endingOf,
  endingOfMainType,
  familyNames,
  familyOfName,
  type OfficeFamily,
  rootOfFamily,
} from '../package/families.js';
import type { MainPart, OfficePackage } from '../package/office-package.js';
import { broken, type OfficeProblem, problem, problemOf } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import { childOf, childrenOf, relationIdOf, type SmallElement } from '../xml/small-xml.js';
import type { XmlVisitor } from '../xml/xml-reader.js';
import type { Entry } from '../zip/entry.js';

/** Watches a document's main part go through the gate. Knows nothing where the part was not read. */
export class DocumentRoot {
  readonly #main: Entry | undefined;
  root: { readonly namespace: string; readonly local: string } | undefined;
  hasBody = false;

  constructor(pack: OfficePackage) {
    try {
      this.#main = pack.main.entry;
    } catch (error) {
      // That it is missing is said where the main part is checked.
      problemOf(error);
    }
  }

  visitorOf(entry: Entry): XmlVisitor | undefined {
    if (entry !== this.#main) return undefined;
    return {
      open: ({ uri, local }, depth) => {
        if (depth === 0) this.root = { namespace: namespaceOf(uri), local };
        else if (depth === 1 && local === 'body' && namespaceOf(uri) === 'word') this.hasBody = true;
      },
    };
  }
}

/** The main part: there, of the family that the name promises, with the root it must have and all that it cannot do without. */
export function checkMainPart(pack: OfficePackage, fileName: string, root: DocumentRoot): OfficeProblem[] {
  try {
    const { main } = pack;
    const family = familyFor(main, fileName);
    const problems = checkVariant(main, fileName);
    if (family === 'word') checkDocument(main, root);
    else problems.push(...checkList(pack, main, family));
    return problems;
  } catch (error) {
    return [problemOf(error)];
  }
}

function familyFor({ family, type, entry }: MainPart, fileName: string): OfficeFamily {
  const promised = familyOfName(fileName);
  if (/^application\/vnd\.ms-excel\.sheet\.binary\b/i.test(type)) {
    broken('binary-workbook', 'The package is a binary workbook (.xlsb), which is not looked into.', entry.name);
  }
  if (family === undefined) {
    const what = type === '' ? 'a part without a content type' : `something else (${type.slice(0, 100)})`;
    return broken('wrong-kind', `The main part of the package is ${what}.`, entry.name);
  }
  if (promised !== undefined && promised !== family) {
    broken(
      'wrong-kind',
      `The name promises ${familyNames[promised]}, but the package holds ${familyNames[family]}.`,
      entry.name,
    );
  }
  return family;
}

/** A template under a document's name and the like: Office may complain, but the name was so before. */
function checkVariant({ type, entry }: MainPart, fileName: string): OfficeProblem[] {
  const ending = endingOfMainType(type);
  if (familyOfName(fileName) === undefined || ending === undefined || ending === endingOf(fileName)) return [];
  return [problem('warn', 'other-variant', `The package is of the kind that .${ending} files are.`, entry.name)];
}

/** A document can be of any size, so what it needs, a body, was watched for when it went through the gate. */
function checkDocument({ entry }: MainPart, root: DocumentRoot): void {
  if (entry.size === 0) broken('xml-empty', 'The main part is empty.', entry.name);
  if (root.root === undefined) return;
  mustBeRoot('word', root.root, entry.name);
  if (!root.hasBody) broken('main-part', 'The document has no body.', entry.name);
}

/** Workbook and presentation are lists of parts, each of which must be there. */
function checkList(pack: OfficePackage, { entry }: MainPart, family: OfficeFamily): OfficeProblem[] {
  if (entry.size === 0) broken('xml-empty', 'The main part is empty.', entry.name);
  let root: SmallElement;
  try {
    root = pack.mainRoot;
  } catch (error) {
    const found = problemOf(error);
    // It passed the gate and is only too large to be read as values.
    return [found.code === 'limit' ? problem('warn', 'not-checked', found.message, entry.name) : found];
  }
  mustBeRoot(family, root, entry.name);
  if (family === 'excel' && childOf(root, 'sheets') === undefined)
    broken('main-part', 'The workbook has no list of sheets.', entry.name);
  const needed =
    family === 'excel'
      ? childrenOf(childOf(root, 'sheets'), 'sheet')
      : [
          ...childrenOf(childOf(root, 'sldMasterIdLst'), 'sldMasterId'),
          ...childrenOf(childOf(root, 'sldIdLst'), 'sldId'),
        ];
  for (const element of needed) {
    const id = relationIdOf(element);
    // Excel itself writes an empty id for a module of macros.
    if (family === 'excel' && id === '') continue;
    if (pack.targetById(entry.name, id) === undefined) {
      broken('target-absent', `${namesOf[element.local] ?? 'A part'} that the main part lists is missing.`, entry.name);
    }
  }
  return [];
}

const namesOf: Readonly<Record<string, string>> = {
  sheet: 'A sheet',
  sldId: 'A slide',
  sldMasterId: 'A slide master',
};

function mustBeRoot(
  family: OfficeFamily,
  root: { readonly namespace: string; readonly local: string },
  part: string,
): void {
  const wanted = rootOfFamily[family];
  if (root.namespace !== wanted.namespace || root.local !== wanted.local) {
    broken('main-part', `The main part is not ${familyNames[family]}: its root element is another one.`, part);
  }
}
