/**
 * What a reader sees of the start of a block, on one line: without marks of headings, lists, quotes, tables and bold text,
 * the addresses of links, and HTML tags. Empty where nothing else is in it. A `#` is a mark only beside a space: `C#` is not.
 */
export function proseOf(text: string): string {
  return text
    .replaceAll(/\n[\s>%]*/g, ' ')
    .replace(/^(?:[\s>|%]|#+(?=\s|$))+/, '')
    .replace(/^(?:[-+*]|\d{1,9}[.)])\s+/, '')
    .replaceAll(/!?\[((?:[^\][]|\[[^\][]*\])*)\](?:\([^()\s]*(?:\)|$)|\[[^\][]*\])/g, '$1')
    .replaceAll(/<\/?[A-Za-z][^<>]*>/g, '')
    .replaceAll('**', '')
    .replace(/[\s|]+$/, '')
    .replace(/\s#+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
