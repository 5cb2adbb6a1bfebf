import type { MainPart, OfficePackage } from '../package/office-package.js';
import { decodeXml } from '../xml/encoding.js';
import { namespaceOf } from '../xml/namespaces.js';
import { readXml, type XmlVisitor } from '../xml/xml-reader.js';
import type { Entry } from '../zip/entry.js';

/** The part that holds the texts of cells (ECMA-376 part 1, 18.4.9), where the workbook has one. */
export function sharedStringsPart(pack: OfficePackage, { entry }: MainPart): Entry | undefined {
  return pack.related(entry.name, 'sharedStrings')[0];
}

/** All shared texts in order, formatting and phonetic guides left out. Throws the XML gate's problems. */
export function readSharedStrings(pack: OfficePackage, entry: Entry): readonly string[] {
  const { text } = decodeXml(pack.read(entry), entry.name);
  const strings: string[] = [];
  readXml(text, entry.name, (): XmlVisitor => {
    const item = new StringItem();
    return {
      open: ({ uri, local }, depth) => {
        if (depth === 1 && local === 'si' && namespaceOf(uri) === 'sheet') item.start();
        else item.open(local, depth);
      },
      text: (piece) => item.text(piece),
      close: ({ local }, depth) => {
        if (depth === 1 && local === 'si') strings.push(item.finish());
        else item.close(depth);
      },
    };
  });
  return strings;
}

/** Collects the text of a string item or an inline string: what its `t` elements hold, but for phonetic guides. */
export class StringItem {
  #pieces: string[] = [];
  #textDepth: number | undefined;
  #phoneticDepth: number | undefined;

  start(): void {
    this.#pieces = [];
  }

  open(local: string, depth: number): void {
    if (this.#phoneticDepth !== undefined) return;
    if (local === 'rPh') this.#phoneticDepth = depth;
    else if (local === 't') this.#textDepth = depth;
  }

  text(piece: string): void {
    if (this.#textDepth !== undefined) this.#pieces.push(piece);
  }

  close(depth: number): void {
    if (this.#textDepth === depth) this.#textDepth = undefined;
    if (this.#phoneticDepth === depth) this.#phoneticDepth = undefined;
  }

  /** In cells `_x000D_` stands for a character that XML has no place for (ECMA-376 part 1, 22.9.2.19). */
  finish(): string {
    return decodeEscapes(this.#pieces.join(''));
  }
}

export function decodeEscapes(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
