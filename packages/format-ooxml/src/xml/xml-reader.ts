import { SaxesParser, type SaxesTagNS } from 'saxes';
import { limits } from '../limits.js';
import { broken } from '../problem.js';

/** A tag as saxes reports it: `local`, `uri`, `prefix`, `attributes` by qualified name. */
export type XmlTag = SaxesTagNS;

/** What a reader of XML is told, in document order. An element without content is opened and closed at once. */
export interface XmlVisitor {
  open?(tag: XmlTag, depth: number): void;
  close?(tag: XmlTag, depth: number): void;
  /** Character data and CDATA, decoded; one stretch may come in several pieces. */
  text?(text: string): void;
  /** The encoding that the XML declaration names. */
  declaredEncoding?(name: string): void;
}

/**
 * Reads XML in pieces and is the gate that every XML part goes through: namespace-well-formed XML 1.0 without a DOCTYPE
 * (ECMA-376 part 2, 6.2.5), and not nested without end. Throws `xml-malformed`, `xml-doctype` or `limit`; a throw of the
 * visitor comes through as it is.
 */
export class XmlReader {
  readonly #parser: SaxesParser<{ xmlns: true; forceXMLVersion: true; defaultXMLVersion: '1.0' }>;
  readonly #part: string;
  #depth = 0;
  #prefixEffort = 0;

  constructor(part: string, visitor: XmlVisitor = {}) {
    this.#part = part;
    this.#parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
    this.#parser.on('error', ({ message }) => {
      broken('xml-malformed', `The part is not well-formed XML (${message.slice(0, 200)}).`, part);
    });
    this.#parser.on('doctype', () => refuseDoctype(part));
    this.#parser.on('opentag', (tag) => {
      this.#count(tag);
      visitor.open?.(tag, this.#depth);
      this.#depth++;
    });
    this.#parser.on('closetag', (tag) => {
      this.#depth--;
      visitor.close?.(tag, this.#depth);
    });
    const { text, declaredEncoding } = visitor;
    if (text !== undefined) {
      this.#parser.on('text', (piece) => text.call(visitor, piece));
      this.#parser.on('cdata', (piece) => text.call(visitor, piece));
    }
    if (declaredEncoding !== undefined) {
      this.#parser.on('xmldecl', ({ encoding }) => {
        if (encoding !== undefined) declaredEncoding.call(visitor, encoding);
      });
    }
  }

  /** In UTF-16 code units of the whole text: inside `open` and `close`, right behind the tag. */
  get position(): number {
    return this.#parser.position;
  }

  write(text: string): void {
    // The parser tells of a document type only when it has read all of it, which may be most of a hostile part.
    if (this.#parser.position === 0 && opensWithDoctype(text)) refuseDoctype(this.#part);
    this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
  }

  /** Prefixes are looked up from the innermost element outwards, so depth times elements is what a hostile part can cost. */
  #count(tag: XmlTag): void {
    const depth = this.#depth;
    if (depth >= limits.xmlDepthMax) {
      broken('limit', `The part nests more than ${limits.xmlDepthMax} elements in each other.`, this.#part);
    }
    if (depth <= limits.xmlDepthFree) return;
    this.#prefixEffort += depth * (1 + Object.keys(tag.attributes).length);
    if (this.#prefixEffort > limits.xmlPrefixEffortMax) {
      broken('limit', 'The part nests too many elements too deeply.', this.#part);
    }
  }
}

function refuseDoctype(part: string): never {
  return broken('xml-doctype', 'The part holds a document type declaration, which Office files must not have.', part);
}

/** True where a document type follows on nothing but white space, comments and instructions. */
function opensWithDoctype(text: string): boolean {
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(text.slice(at, at + prologSpaceChars))![0].length;
    const close = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined;
    if (close === undefined) return text.startsWith('<!DOCTYPE', at);
    const end = text.indexOf(close, at + 2);
    if (end < 0) return false;
    at = end + close.length;
  }
}

/** White space skipped at one place of a prolog; behind more of it the parser finds the document type itself. */
const prologSpaceChars = 256;

/** Reads a whole text at once. `visit` is handed where the reader is, to ask for its `position` while it reads. */
export function readXml(text: string, part: string, visit: (at: { readonly position: number }) => XmlVisitor): void {
  const visitor = visit({
    get position() {
      return reader.position;
    },
  });
  const reader = new XmlReader(part, visitor);
  reader.write(text);
  reader.end();
}
