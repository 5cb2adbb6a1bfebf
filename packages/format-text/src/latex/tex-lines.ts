import type { Atom } from '../cut-file.js';
import { readTokens, type TexEvent, type TexLine } from './tex-tokens.js';
import { insideOf } from './words.js';

/**
 * Reads what each line of a TeX file holds. `text` is the whole file with one character a byte. A verbatim environment or an
 * `\iffalse` that nothing ends is read as text: it is more likely a slip than a file whose whole rest is not TeX.
 */
export function readTexLines(text: string, atoms: readonly Atom[]): TexLine[] {
  const ends = new Map<string, number>();
  const lines: TexLine[] = [];
  let depth = 0;
  /** Byte offset up to which whatever starts a line is raw. */
  let rawEnd = 0;
  for (const { start, bodyEnd } of atoms) {
    if (start < rawEnd) {
      lines.push(bare('raw', depth));
      continue;
    }
    const first = firstInk(text, start, bodyEnd);
    if (first === bodyEnd || text[first] === '%') {
      lines.push(bare(first === bodyEnd ? 'blank' : 'comment', depth));
      continue;
    }
    const tokens = readTokens(text, first, bodyEnd, depth);
    if (tokens.lead === 'iffalse') {
      rawEnd = endOfIf(text, first, ends);
      if (rawEnd > 0) {
        lines.push(bare('raw', depth));
        continue;
      }
    }
    const raw = tokens.events.findLast(isRawBegin);
    rawEnd = raw === undefined ? 0 : endOfRaw(text, raw.name, bodyEnd, ends);
    depth = tokens.depth;
    const isLost = raw !== undefined && rawEnd === 0;
    lines.push(isLost ? { ...tokens, events: tokens.events.filter((one) => one !== raw) } : tokens);
  }
  return lines;
}

/**
 * For each line, the first line (itself, or behind it) behind which no more braces are open than before it; `lines.length`
 * where there is none.
 */
export function balancedLines(lines: readonly TexLine[]): Int32Array {
  const balanced = new Int32Array(lines.length);
  /** Lines behind the current one, nearest last, each with fewer open braces than the one before it in the stack. */
  const candidates: number[] = [];
  for (let at = lines.length - 1; at >= 0; at--) {
    while (candidates.length > 0 && lines[candidates.at(-1)!]!.depth >= lines[at]!.depth) candidates.pop();
    candidates.push(at);
    const open = at === 0 ? 0 : lines[at - 1]!.depth;
    balanced[at] = nearestAtMost(lines, candidates, open);
  }
  return balanced;
}

/** Depth falls from the end of the stack to its start: the last candidate that is low enough is the nearest. */
function nearestAtMost(lines: readonly TexLine[], candidates: readonly number[], depth: number): number {
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[candidates[middle]!]!.depth <= depth) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? lines.length : candidates[low - 1]!;
}

const none: readonly TexEvent[] = [];

function bare(kind: TexLine['kind'], depth: number): TexLine {
  return {
    kind,
    lead: '',
    leadAt: 0,
    depth,
    rowEndDepth: Infinity,
    events: none,
    hasText: false,
    endsParagraph: false,
  };
}

/** Where the first character of a line stands that is no blank. */
function firstInk(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}

function isRawBegin({ what, name }: TexEvent): boolean {
  return what === 'begin' && insideOf(name) === 'raw';
}

/** Offset of the `\end` of a raw environment; 0 where there is none, which is looked up once for each name. */
function endOfRaw(text: string, name: string, from: number, ends: Map<string, number>): number {
  if (ends.get(name) === 0) return 0;
  const end = Math.max(0, text.indexOf(`\\end{${name}}`, from));
  ends.set(name, end);
  let lineStart = end;
  while (lineStart > from && text[lineStart - 1] !== '\n' && text[lineStart - 1] !== '\r') lineStart--;
  return end === 0 ? 0 : lineStart;
}

/** Offset inside the `\fi` that ends an `\iffalse`, counting other conditions between; 0 where there is none. */
function endOfIf(text: string, from: number, ends: Map<string, number>): number {
  if (ends.get('\\iffalse') === 0) return 0;
  let open = 0;
  condition.lastIndex = from;
  for (let found = condition.exec(text); found !== null; found = condition.exec(text)) {
    if (found[1] === undefined) continue;
    open += found[1] === 'fi' ? -1 : 1;
    if (open === 0) return condition.lastIndex;
  }
  ends.set('\\iffalse', 0);
  return 0;
}

/** A comment, `\newif` with its name, another command, or (captured) a condition or its end. */
const condition =
  /%[^\r\n]*|\\newif[ \t]*\\[A-Za-z@]+|\\(?:(if(?!f\b|thenelse\b)[A-Za-z@]*|fi)(?![A-Za-z@])|[A-Za-z@]+|[^])/g;
