import { namespaceOf } from '../xml/namespaces.js';
import { applySplices, type Splice } from '../xml/splice.js';
import { tagEndingAt } from '../xml/start-tag.js';
import { readXml, type XmlVisitor } from '../xml/xml-reader.js';
import type { BodyChild } from './read-body.js';

/** The formatting of a paragraph as markup to copy: its `pPr`, and the `rPr` of its first run; '' where there is none. */
export interface ParagraphLook {
  readonly paragraph: string;
  readonly run: string;
}

/**
 * Reads how a paragraph of the body looks (ECMA-376 part 1, 17.3.1.26, 17.3.2.28), without what belongs to that one paragraph
 * only: the section it ends, its frame, its number in a list, the history of changes, and that it is hidden: new text is to be
 * seen.
 */
export function readParagraphLook(text: string, part: string, { start }: BodyChild): ParagraphLook {
  const found = { pPr: '', rPr: '' };
  readXml(text, part, (reader): XmlVisitor => {
    let isInside = false;
    let isFirstRun = false;
    let hasRun = false;
    let open: { readonly name: 'pPr' | 'rPr'; readonly depth: number; readonly start: number } | undefined;
    let cut: { readonly depth: number; readonly start: number } | undefined;
    const cuts: Splice[] = [];
    return {
      open: (tag, depth) => {
        const at = tagEndingAt(text, reader.position).start;
        // Prefixes that the paragraph or its run declares would mean nothing outside of it, so such a one is left alone.
        if (depth === 2) isInside = at === start && Object.keys(tag.ns).length === 0;
        if (!isInside || cut !== undefined) return;
        const local = namespaceOf(tag.uri) === 'word' ? tag.local : '';
        if (open !== undefined) {
          if (ownOnly.has(local)) cut = { depth, start: at };
        } else if (depth === 3 && local === 'r') {
          isFirstRun = !hasRun && Object.keys(tag.ns).length === 0;
          hasRun = true;
        } else if ((depth === 3 && local === 'pPr') || (depth === 4 && local === 'rPr' && isFirstRun)) {
          open = { name: local as 'pPr' | 'rPr', depth, start: at };
          cuts.length = 0;
        }
      },
      close: (_tag, depth) => {
        if (cut?.depth === depth) {
          cuts.push({ start: cut.start - open!.start, end: reader.position - open!.start, text: '' });
          cut = undefined;
        } else if (open?.depth === depth) {
          found[open.name] = applySplices(text.slice(open.start, reader.position), cuts);
          open = undefined;
        } else if (depth === 3) isFirstRun = false;
      },
    };
  });
  return { paragraph: found.pPr, run: found.rPr };
}

const ownOnly: ReadonlySet<string> = new Set([
  'sectPr',
  'framePr',
  'numPr',
  'pPrChange',
  'rPrChange',
  'ins',
  'del',
  'moveFrom',
  'moveTo',
  'vanish',
  'specVanish',
  'webHidden',
]);
