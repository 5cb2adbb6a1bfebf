import { LookBuilder } from '../changes/look.js';
import { namespaceOf } from '../xml/namespaces.js';
import type { XmlTag } from '../xml/xml-reader.js';

/** Collects the text of a shape or of a cell of its table (ECMA-376 part 1, 21.1.2), a line for each paragraph. */
export class ShapeText {
  readonly #text: string[] = [];
  readonly #look = new LookBuilder();
  #paragraphs = 0;
  #textDepth: number | undefined;

  open(tag: XmlTag, depth: number): void {
    if (namespaceOf(tag.uri) !== 'drawing') return;
    const { local } = tag;
    if (local === 'p') {
      if (this.#paragraphs++ > 0) this.#put('\n');
    } else if (local === 't') this.#textDepth = depth;
    else if (local === 'br') this.#put('\n');
    else if (local === 'r' || local === 'fld') this.#look.run('');
    else if (local === 'rPr') this.#look.run(settingsOf(tag, new Set(['lang', 'altLang', 'dirty', 'err', 'smtClean'])));
    else if (local === 'pPr') {
      const settings = settingsOf(tag, new Set());
      if (settings !== '') this.#look.whole(`line ${this.#paragraphs}: ${settings}`);
    } else if (local === 'off') this.#look.whole(`at ${centimetres(tag, 'x')} × ${centimetres(tag, 'y')} cm`);
    else if (local === 'ext' && 'cx' in tag.attributes) {
      this.#look.whole(`size ${centimetres(tag, 'cx')} × ${centimetres(tag, 'cy')} cm`);
    }
  }

  text(text: string): void {
    if (this.#textDepth !== undefined) this.#put(text);
  }

  close(depth: number): void {
    if (this.#textDepth === depth) this.#textDepth = undefined;
  }

  build(): { readonly text: string; readonly look: string } {
    return { text: this.#text.join(''), look: this.#look.build() };
  }

  #put(text: string): void {
    this.#text.push(text);
    this.#look.text(text);
  }
}

function settingsOf({ attributes }: XmlTag, unseen: ReadonlySet<string>): string {
  return Object.values(attributes)
    .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    .filter(({ local }) => !unseen.has(local))
    .map(({ local, value }) => `${local}=${value}`)
    .join(', ');
}

/** 360,000 English metric units are a centimetre. */
function centimetres({ attributes }: XmlTag, name: string): string {
  return (Number(attributes[name]?.value ?? 0) / 360_000).toFixed(3).replace(/\.?0+$/, '');
}
