import { namespaceOf } from '../xml/namespaces.js';
import { type TagPlace, tagEndingAt } from '../xml/start-tag.js';
import type { Stretch, TextRun } from '../xml/text-run.js';
import { readXml, type XmlVisitor } from '../xml/xml-reader.js';

/** The text of a shape: of its paragraphs, also those in the cells of a table. */
export interface ShapeRuns {
  /** As the changes call it: its name, else `shape` and its number. */
  readonly place: string;
  readonly stretches: Stretch[];
}

/**
 * Reads the runs of text of a slide's shapes (ECMA-376 part 1, 21.1.2), those in groups too. What a field computes, such as
 * the number of the slide, is not there. Of alternatives the first is read. Throws the XML gate's problems.
 */
export function readShapeRuns(text: string, part: string): readonly ShapeRuns[] {
  const shapes: ShapeRuns[] = [];
  readXml(text, part, (reader): XmlVisitor => {
    let shape: { readonly depth: number; place: string | undefined; stretches: TextRun[][] } | undefined;
    let run: { readonly tag: TagPlace; readonly depth: number } | undefined;
    let content = '';
    let skip: number | undefined;
    const cut = (): void => void shape?.stretches.push([]);
    const tagAt = (): TagPlace => tagEndingAt(text, reader.position);
    return {
      open: (tag, depth) => {
        if (skip !== undefined) return;
        const namespace = namespaceOf(tag.uri);
        const { local } = tag;
        if (namespace === 'compatibility' && local === 'Fallback') skip = depth;
        else if (shape === undefined) {
          if (namespace === 'slide' && withText.has(local)) shape = { depth, place: undefined, stretches: [] };
        } else if (namespace === 'slide' && local === 'cNvPr') {
          const { id, name } = tag.attributes;
          shape.place ??= name?.value || `shape ${id?.value ?? ''}`;
        } else if (namespace === 'drawing' && hidden.has(local)) skip = depth;
        else if (namespace === 'drawing' && local === 't') {
          run = { tag: tagAt(), depth };
          content = '';
        } else if (namespace !== 'drawing' || local === 'p' || local === 'br') cut();
        if (namespace === 'drawing' && local === 'fld') cut();
      },
      text: (piece) => {
        if (run !== undefined) content += piece;
      },
      close: ({ isSelfClosing }, depth) => {
        if (skip !== undefined) {
          if (skip === depth) skip = undefined;
          return;
        }
        if (run?.depth === depth) {
          const contentEnd = isSelfClosing ? run.tag.end : tagAt().start;
          shape!.stretches.at(-1)?.push({ text: content, tag: run.tag, contentEnd, losesSpaces: false });
          run = undefined;
        } else if (shape?.depth === depth) {
          const stretches = shape.stretches.filter(({ length }) => length > 0);
          shapes.push({ place: shape.place ?? 'shape ', stretches });
          shape = undefined;
        }
      },
    };
  });
  return shapes;
}

const withText: ReadonlySet<string> = new Set(['sp', 'graphicFrame', 'cxnSp', 'pic']);

/** Formatting, and what is computed. */
const hidden: ReadonlySet<string> = new Set(['rPr', 'pPr', 'endParaRPr', 'bodyPr', 'lstStyle', 'fld']);
