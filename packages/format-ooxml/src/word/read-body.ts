import { broken } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import { tagEndingAt } from '../xml/start-tag.js';
import { readXml, type XmlVisitor } from '../xml/xml-reader.js';

/** A paragraph, table or content control that the body holds directly. */
export interface BodyChild {
  readonly local: 'p' | 'tbl' | 'sdt';
  /** In UTF-16 code units of the part's text: its start tag, and behind its end tag. */
  readonly start: number;
  readonly end: number;
  /** A paragraph that carries the settings of the section it ends. */
  readonly endsSection: boolean;
}

/** Where things are in a document's body (ECMA-376 part 1, 17.2.2). */
export interface Body {
  /** The element's own name, with prefix. */
  readonly name: string;
  /** With its colon, or ''. */
  readonly prefix: string;
  readonly isSelfClosing: boolean;
  /** Behind the start tag. */
  readonly contentStart: number;
  /** Where a last paragraph goes: before the settings of the last section, which must stay last. */
  readonly appendAt: number;
  readonly children: readonly BodyChild[];
}

/** Reads the whole part, so it has gone through the gate. Throws the gate's problems, and `main-part` without a body. */
export function readBody(text: string, part: string): Body {
  let body: Omit<Body, 'appendAt' | 'children'> | undefined;
  let appendAt = 0;
  let lastChild: { local: string; start: number } | undefined;
  let endsSection = false;
  const children: BodyChild[] = [];
  const stack: string[] = [];
  readXml(text, part, (reader): XmlVisitor => {
    return {
      open: (tag, depth) => {
        const { local } = tag;
        const isWord = namespaceOf(tag.uri) === 'word';
        stack[depth] = isWord ? local : '';
        if (depth === 1 && isWord && local === 'body' && body === undefined) {
          const prefix = tag.prefix === '' ? '' : `${tag.prefix}:`;
          body = { name: tag.name, prefix, isSelfClosing: tag.isSelfClosing, contentStart: reader.position };
        } else if (depth === 2 && stack[1] === 'body') {
          lastChild = { local: stack[2]!, start: tagEndingAt(text, reader.position).start };
          endsSection = false;
        } else if (
          depth === 4 &&
          stack[1] === 'body' &&
          stack[2] === 'p' &&
          stack[3] === 'pPr' &&
          stack[4] === 'sectPr'
        ) {
          endsSection = true;
        }
      },
      close: (_tag, depth) => {
        if (depth === 2 && stack[1] === 'body' && isCounted(stack[2]!)) {
          children.push({ local: stack[2], start: lastChild!.start, end: reader.position, endsSection });
        } else if (depth === 1 && stack[1] === 'body' && body !== undefined) {
          const { start } = tagEndingAt(text, reader.position);
          appendAt = lastChild?.local === 'sectPr' ? lastChild.start : body.isSelfClosing ? body.contentStart : start;
        }
      },
    };
  });
  if (body === undefined) return broken('main-part', 'The document has no body.', part);
  return { ...body, appendAt, children };
}

function isCounted(local: string): local is BodyChild['local'] {
  return local === 'p' || local === 'tbl' || local === 'sdt';
}
