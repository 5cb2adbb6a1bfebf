import { broken } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import { tagEndingAt } from '../xml/start-tag.js';
import { readXml, type XmlVisitor } from '../xml/xml-reader.js';

/** Where a new shape goes on a slide (ECMA-376 part 1, 19.3.1.45). */
export interface ShapeTree {
  /** The element's own name, with prefix. */
  readonly name: string;
  /** With its colon, or ''. */
  readonly prefix: string;
  readonly uri: string;
  readonly isSelfClosing: boolean;
  /** A prefix, with its colon, under which the drawing namespace is in scope there. */
  readonly drawingPrefix: string | undefined;
  /** Behind the last shape, before the list of extensions, which must stay last. */
  readonly insertAt: number;
  /** The highest id of anything drawn on the slide, whatever alternative it is in. */
  readonly lastId: number;
}

/** Reads the whole part, so it has gone through the gate. Throws the gate's problems, and `main-part` without a tree. */
export function readShapeTree(text: string, part: string): ShapeTree {
  let tree: Omit<ShapeTree, 'insertAt' | 'lastId'> | undefined;
  let insertAt = 0;
  let lastId = 0;
  let extensions: number | undefined;
  const path: string[] = [];
  const scopes: Readonly<Record<string, string>>[] = [];
  readXml(text, part, (reader): XmlVisitor => {
    return {
      open: (tag, depth) => {
        const isSlide = namespaceOf(tag.uri) === 'slide';
        path[depth] = isSlide ? tag.local : '';
        if (depth <= 2) scopes[depth] = tag.ns;
        if (tag.local === 'cNvPr') lastId = Math.max(lastId, idOf(tag.attributes['id']?.value));
        if (depth === 2 && path[1] === 'cSld' && path[2] === 'spTree' && tree === undefined) {
          const prefix = tag.prefix === '' ? '' : `${tag.prefix}:`;
          const { name, uri, isSelfClosing } = tag;
          tree = { name, prefix, uri, isSelfClosing, drawingPrefix: drawingPrefixIn(scopes) };
        } else if (depth === 3 && path[2] === 'spTree' && path[1] === 'cSld') {
          extensions = path[3] === 'extLst' ? tagEndingAt(text, reader.position).start : undefined;
        }
      },
      close: (_tag, depth) => {
        if (depth !== 2 || path[2] !== 'spTree' || path[1] !== 'cSld' || tree === undefined) return;
        const end = tree.isSelfClosing ? reader.position : tagEndingAt(text, reader.position).start;
        insertAt = extensions ?? end;
      },
    };
  });
  if (tree === undefined) return broken('main-part', 'The slide has no tree of shapes.', part);
  return { ...tree, insertAt, lastId };
}

function idOf(value: string | undefined): number {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

/** A prefix that means drawing at the tree, by the declarations of the elements it stands in, the innermost last. */
function drawingPrefixIn(scopes: readonly Readonly<Record<string, string>>[]): string | undefined {
  const scope = new Map(scopes.flatMap((one) => Object.entries(one)));
  const found = [...scope].find(([prefix, uri]) => prefix !== '' && namespaceOf(uri) === 'drawing');
  return found && `${found[0]}:`;
}
