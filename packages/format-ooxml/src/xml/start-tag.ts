import type { Splice } from './splice.js';

/** Where one attribute stands in the text. */
interface AttributePlace {
  readonly name: string;
  /** From the white space before the name to behind the closing quote. */
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
}

/** A start tag's place in a well-formed text: from its `<` to behind its `>`. */
export interface TagPlace {
  readonly start: number;
  readonly end: number;
}

/** The start of the tag that ends at `end`: no tag has a `<` inside. */
export function tagEndingAt(text: string, end: number): TagPlace {
  return { start: text.lastIndexOf('<', end - 1), end };
}

/** Sets an attribute in place: replaces its value, or adds it last. `value` must need no escaping. */
export function setAttribute(text: string, tag: TagPlace, name: string, value: string): Splice {
  const found = attributesIn(text, tag).find((one) => one.name === name);
  if (found !== undefined) return { start: found.valueStart, end: found.end - 1, text: value };
  const at = text[tag.end - 2] === '/' ? tag.end - 2 : tag.end - 1;
  return { start: at, end: at, text: ` ${name}="${value}"` };
}

export function removeAttribute(text: string, tag: TagPlace, name: string): Splice | undefined {
  const found = attributesIn(text, tag).find((one) => one.name === name);
  return found && { start: found.start, end: found.end, text: '' };
}

function attributesIn(text: string, { start, end }: TagPlace): AttributePlace[] {
  // Not from inside a run of white space, or a long one would be walked again from each of its characters.
  const pattern = /(?<!\s)\s+([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
  const tag = text.slice(start, end);
  return Array.from(tag.matchAll(pattern), (match) => {
    const [whole, name] = match;
    const from = start + match.index;
    const quote = whole.search(/["']/);
    return { name: name!, start: from, end: from + whole.length, valueStart: from + quote + 1 };
  });
}
