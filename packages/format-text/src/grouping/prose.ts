/**
 * What a reader sees of the start of a block, on one line: without marks of headings, lists, quotes, tables and bold text,
 * the addresses of links, and HTML tags. The text as it is where nothing else is in it.
 */
export function proseOf(text: string): string {
  const prose = text
    .replaceAll(/\n[\s>%]*/g, ' ')
    .replace(/^[\s#>|%]+/, '')
    .replace(/^(?:[-+*]|\d{1,9}[.)])\s+/, '')
    .replaceAll(/!?\[([^\][]*)\](?:\([^()\s]*(?:\)|$)|\[[^\][]*\])/g, '$1')
    .replaceAll(/<\/?[A-Za-z][^<>]*>/g, '')
    .replaceAll('**', '')
    .replace(/[\s#|]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return prose === '' ? text.trim() : prose;
}
