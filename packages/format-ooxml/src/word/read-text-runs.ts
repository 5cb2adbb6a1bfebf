import { namespaceOf } from '../xml/namespaces.js';
import { type TagPlace, tagEndingAt } from '../xml/start-tag.js';
import type { Stretch, TextRun } from '../xml/text-run.js';
import { readXml, type XmlTag, type XmlVisitor } from '../xml/xml-reader.js';
import { TextObstacles } from './text-obstacles.js';

interface OpenParagraph {
  readonly depth: number;
  readonly isWanted: boolean;
}

/**
 * Reads the runs of text of a document's paragraphs, stretch by stretch: of all of them, or only of the body's paragraph that
 * starts at `start`. Text that was deleted or moved away, and the inside of fields' instructions, are not there. Of
 * alternatives the first is read. Throws the XML gate's problems. Where nobody should write, `TextObstacles` says.
 */
export function readTextRuns(text: string, part: string, start?: number): readonly Stretch[] {
  const stretches: TextRun[][] = [];
  readXml(text, part, (reader): XmlVisitor => {
    const paragraphs: OpenParagraph[] = [];
    const obstacles = new TextObstacles();
    let run: { readonly tag: TagPlace; readonly depth: number; readonly attributes: XmlTag['attributes'] } | undefined;
    let content = '';
    let skip: number | undefined;
    const cut = (): void => void stretches.push([]);
    const tagAt = (): TagPlace => tagEndingAt(text, reader.position);
    return {
      open: (tag, depth) => {
        const isWord = namespaceOf(tag.uri) === 'word';
        const local = isWord ? tag.local : '';
        if (skip !== undefined) return;
        obstacles.open(tag, isWord, depth);
        if (hidden.has(local) || (tag.local === 'Fallback' && namespaceOf(tag.uri) === 'compatibility')) skip = depth;
        else if (local === 'p') {
          const isWanted = start === undefined || tagAt().start === start;
          paragraphs.push({ depth, isWanted });
          cut();
        } else if (local === 't' && paragraphs.at(-1)?.isWanted === true) {
          run = { tag: tagAt(), depth, attributes: tag.attributes };
          content = '';
        } else if (isApart(tag)) cut();
      },
      text: (piece) => {
        if (run !== undefined) content += piece;
      },
      close: (tag, depth) => {
        if (skip !== undefined) {
          if (skip === depth) skip = undefined;
          return;
        }
        if (run?.depth === depth) {
          const losesSpaces = run.attributes['xml:space']?.value !== 'preserve';
          const contentEnd = tag.isSelfClosing ? run.tag.end : tagAt().start;
          const obstacle = obstacles.current;
          stretches.at(-1)!.push({
            text: losesSpaces ? content.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') : content,
            tag: run.tag,
            contentEnd,
            losesSpaces,
            ...(obstacle === undefined ? {} : { obstacle }),
          });
          run = undefined;
        } else if (paragraphs.at(-1)?.depth === depth) {
          paragraphs.pop();
          cut();
        } else if (isApart(tag)) cut();
        obstacles.close(depth);
      },
    };
  });
  return stretches.filter(({ length }) => length > 0);
}

/** What stands in such an element is apart from the text before it and behind it. */
function isApart({ uri, local }: XmlTag): boolean {
  return namespaceOf(uri) !== 'word' || seen.has(local);
}

const hidden: ReadonlySet<string> = new Set(['pPr', 'rPr', 'del', 'moveFrom', 'instrText', 'delInstrText', 'delText']);

/** Elements of a paragraph that a reader sees, or that start or end something computed. */
const seen: ReadonlySet<string> = new Set([
  'tab',
  'ptab',
  'br',
  'cr',
  'noBreakHyphen',
  'softHyphen',
  'sym',
  'drawing',
  'pict',
  'object',
  'footnoteReference',
  'endnoteReference',
  'footnoteRef',
  'endnoteRef',
  'separator',
  'continuationSeparator',
  'pgNum',
  'dayShort',
  'dayLong',
  'monthShort',
  'monthLong',
  'yearShort',
  'yearLong',
  'fldChar',
  'fldSimple',
  'ruby',
  'rt',
  'rubyBase',
]);
