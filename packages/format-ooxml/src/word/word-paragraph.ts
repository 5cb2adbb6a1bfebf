import { LookBuilder, tokenOf } from '../changes/look.js';
import { namespaceOf } from '../xml/namespaces.js';
import type { XmlTag } from '../xml/xml-reader.js';

/**
 * Collects one paragraph: its text as a person would read it, with marks in square brackets for what is no text, and how it
 * looks. Text of tracked changes is there, marked as inserted or deleted; so is what text boxes in it say.
 */
export class WordParagraph {
  readonly #text: string[] = [];
  readonly #look = new LookBuilder();
  /** Depths of elements that end with a bracket. */
  readonly #brackets: number[] = [];
  #textDepth: number | undefined;
  /** A paragraph inside of this one starts here without a line end of its own. */
  #isNewLine = true;
  /** Inside `pPr` or `rPr`: depth, the tokens so far, and where to add them. */
  #properties:
    | { readonly depth: number; readonly isRun: boolean; readonly tokens: string[]; skip?: number }
    | undefined;

  open(tag: XmlTag, depth: number): void {
    const namespace = namespaceOf(tag.uri);
    if (this.#properties !== undefined) this.#openProperty(tag, depth);
    else if (namespace === 'word') this.#openContent(tag, depth);
    else if (namespace === 'math' && tag.local === 't') this.#textDepth = depth;
  }

  text(text: string): void {
    if (this.#textDepth !== undefined) this.#put(text);
  }

  close(depth: number): void {
    if (this.#textDepth === depth) this.#textDepth = undefined;
    if (this.#brackets.at(-1) === depth) {
      this.#brackets.pop();
      this.#put(']');
    }
    const properties = this.#properties;
    if (properties?.skip === depth) delete properties.skip;
    if (properties?.depth !== depth) return;
    if (properties.isRun) this.#look.run(properties.tokens.join(', '));
    else for (const token of properties.tokens) this.#look.whole(token);
    this.#properties = undefined;
  }

  build(): { readonly text: string; readonly look: string } {
    return { text: this.#text.join(''), look: this.#look.build() };
  }

  #put(text: string): void {
    this.#isNewLine = false;
    this.#text.push(text);
    this.#look.text(text);
  }

  #openProperty(tag: XmlTag, depth: number): void {
    const properties = this.#properties!;
    if (properties.skip !== undefined) return;
    if (unseenProperties.has(tag.local)) properties.skip = depth;
    else properties.tokens.push(tokenOf(tag));
  }

  #openContent(tag: XmlTag, depth: number): void {
    const { local } = tag;
    if (local === 'pPr' || local === 'rPr') {
      this.#properties = { depth, isRun: local === 'rPr', tokens: [] };
    } else if (local === 'r') this.#look.run('');
    else if (textNames.has(local)) this.#textDepth = depth;
    else if (local === 'p') {
      if (!this.#isNewLine) this.#put('\n');
    } else if (bracketed.has(local)) {
      this.#put(`[${bracketed.get(local)}: `);
      this.#isNewLine = true;
      this.#brackets.push(depth);
    } else if (signs.has(local)) this.#put(signs.get(local)!);
    else if (references.has(local)) this.#put(`[${references.get(local)} ${valueOf(tag, 'id')}]`);
    else if (local === 'sym') this.#put(`[symbol ${valueOf(tag, 'char')} of ${valueOf(tag, 'font')}]`);
    else if (local === 'fldSimple') this.#put(`{${valueOf(tag, 'instr').trim()}}`);
  }
}

function valueOf({ attributes }: XmlTag, local: string): string {
  return Object.values(attributes).find((attribute) => attribute.local === local)?.value ?? '';
}

const textNames: ReadonlySet<string> = new Set(['t', 'delText', 'instrText', 'delInstrText']);

/** Formatting that nobody sees, or that is history. The mark of a paragraph is not its text. */
const unseenProperties: ReadonlySet<string> = new Set([
  'pPrChange',
  'rPrChange',
  'sectPr',
  'rPr',
  'lang',
  'noProof',
  'ins',
  'del',
]);

const bracketed: ReadonlyMap<string, string> = new Map([
  ['ins', 'inserted'],
  ['moveTo', 'moved here'],
  ['del', 'deleted'],
  ['moveFrom', 'moved away'],
  ['txbxContent', 'text box'],
]);

const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '\u2011'],
  ['softHyphen', '\u00ad'],
  ['drawing', '[picture]'],
  ['pict', '[picture]'],
  ['object', '[object]'],
]);

const references: ReadonlyMap<string, string> = new Map([
  ['footnoteReference', 'footnote'],
  ['endnoteReference', 'endnote'],
  ['commentReference', 'comment'],
]);
