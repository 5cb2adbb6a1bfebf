import { isOn } from '../xml/small-xml.js';
import type { XmlTag } from '../xml/xml-reader.js';

/**
 * Follows what text stands in while a document is read, as far as it keeps from writing there: a field, whose result Word
 * computes anew (ECMA-376 part 1, 17.16.2), and a content control that is bound to data, locked or shows its placeholder
 * (17.5.2). What a person types into a form field is not computed.
 */
export class TextObstacles {
  readonly #controls: { readonly depth: number; obstacle: string | undefined }[] = [];
  /** Depths of fields of one element. */
  readonly #simpleFields: number[] = [];
  /** Fields that begin and end with a character of their own. */
  readonly #fields: { isForm: boolean }[] = [];

  /** Why nobody should write here; a sentence. */
  get current(): string | undefined {
    if (this.#simpleFields.length > 0 || this.#fields.some(({ isForm }) => !isForm)) return computedText;
    return this.#controls.find(({ obstacle }) => obstacle !== undefined)?.obstacle;
  }

  open(tag: XmlTag, isWord: boolean, depth: number): void {
    // Office 2013 and later say so in a namespace of their own.
    if (tag.local === 'dataBinding') this.#obstruct(boundText);
    if (!isWord) return;
    if (tag.local === 'sdt') this.#controls.push({ depth, obstacle: undefined });
    else if (tag.local === 'showingPlcHdr' && isOn(valueOf(tag, 'val') ?? '1')) this.#obstruct(placeholderText);
    else if (tag.local === 'lock' && lockedContents.has(valueOf(tag, 'val') ?? '')) this.#obstruct(lockedText);
    else if (tag.local === 'fldSimple') this.#simpleFields.push(depth);
    else if (tag.local === 'fldChar') this.#fieldCharacter(valueOf(tag, 'fldCharType'));
    else if (tag.local === 'ffData') for (const field of this.#fields.slice(-1)) field.isForm = true;
  }

  close(depth: number): void {
    if (this.#controls.at(-1)?.depth === depth) this.#controls.pop();
    if (this.#simpleFields.at(-1) === depth) this.#simpleFields.pop();
  }

  #fieldCharacter(type: string | undefined): void {
    if (type === 'begin') this.#fields.push({ isForm: false });
    else if (type === 'end') this.#fields.pop();
  }

  #obstruct(obstacle: string): void {
    for (const control of this.#controls.slice(-1)) control.obstacle ??= obstacle;
  }
}

function valueOf({ attributes }: XmlTag, local: string): string | undefined {
  return Object.values(attributes).find((attribute) => attribute.local === local)?.value;
}

const boundText = 'Word fills in this text from data of the document, so what is written there would not stay.';
const placeholderText =
  'This text is the placeholder of a content control, so what is written there would not count as filled in.';
const lockedText = 'The content control that holds this text is locked.';
const computedText = 'Word computes this text (it is the result of a field), so what is written there would not stay.';

const lockedContents: ReadonlySet<string> = new Set(['contentLocked', 'sdtContentLocked']);
