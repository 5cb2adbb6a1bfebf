import { isBlank, type Line } from './line-syntax.js';

/** How a block of HTML ends: with a line that holds one of some texts, or before a blank line (no texts). */
export interface HtmlBlock {
  readonly closings: readonly string[];
  /** Whether it may follow a paragraph without a blank line. */
  readonly mayInterrupt: boolean;
}

/** Says whether a line opens a block of HTML, and how that ends (CommonMark 0.31.2, section 4.6). */
export function htmlOpening(line: Line): HtmlBlock | undefined {
  const { bytes, at, end } = line;
  if (bytes[at] !== 0x3c || at >= end) return undefined;
  const start = asciiText(bytes, at, Math.min(end, at + longestTag));
  if (start.startsWith('<!--')) return { closings: ['-->'], mayInterrupt: true };
  if (start.startsWith('<?')) return { closings: ['?>'], mayInterrupt: true };
  if (start.startsWith('<![CDATA[')) return { closings: [']]>'], mayInterrupt: true };
  if (/^<![A-Za-z]/.test(start)) return { closings: ['>'], mayInterrupt: true };

  const tag = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\t />]|$)/.exec(start);
  if (tag === null) return undefined;
  const name = tag[2]!.toLowerCase();
  if (tag[1] === '' && rawTags.has(name))
    return { closings: [...rawTags].map((raw) => `</${raw}>`), mayInterrupt: true };
  if (blockTags.has(name)) return { closings: [], mayInterrupt: true };
  return isAloneTag(line) ? { closings: [], mayInterrupt: false } : undefined;
}

export function closesHtml(line: Line, { closings }: HtmlBlock): boolean {
  if (closings.length === 0 || isBlank(line)) return false;
  const text = asciiText(line.bytes, line.at, line.end).toLowerCase();
  return closings.some((closing) => text.includes(closing.toLowerCase()));
}

const longestTag = 40;

/** Tags whose content is no Markdown up to their end, blank lines and all. */
const rawTags: ReadonlySet<string> = new Set(['script', 'pre', 'style', 'textarea']);

const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);

/** One tag and nothing else: its first `>` ends the line. */
function isAloneTag({ bytes, at, end }: Line): boolean {
  let last = end;
  while (last > at && (bytes[last - 1] === 0x20 || bytes[last - 1] === 0x09)) last--;
  return bytes.subarray(at, last).indexOf(0x3e) === last - at - 1;
}

/** Bytes above 7F are no part of any syntax here; whatever character stands for them does. */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

const decoder = new TextDecoder('latin1');
