/** One line of a Markdown file, without its line end. */
export interface Line {
  readonly bytes: Uint8Array;
  /** Byte offset of the first byte that is no space or tab; `end` in a blank line. */
  readonly at: number;
  readonly end: number;
  /** Columns before `at`; a tab goes to the next multiple of four. */
  readonly indent: number;
}

const TAB = 0x09;
const SPACE = 0x20;
const PIPE = 0x7c;

export function lineAt(bytes: Uint8Array, start: number, end: number): Line {
  let at = start;
  let indent = 0;
  for (; at < end; at++) {
    if (bytes[at] === SPACE) indent++;
    else if (bytes[at] === TAB) indent += 4 - (indent % 4);
    else break;
  }
  return { bytes, at, end, indent };
}

export function isBlank({ at, end }: Line): boolean {
  return at === end;
}

/** Whether the line starts with a character that more than text can start with; most lines do not. */
export function hasSyntax({ bytes, at }: Line): boolean {
  return isStarter[bytes[at]!] === 1;
}

const isStarter = new Uint8Array(256);
for (const character of '#`~*-_+=>[<0123456789') isStarter[code(character)] = 1;

/** The level of an ATX heading, `## like this`; 0 where the line is none. */
export function headingLevel({ bytes, at, end }: Line): number {
  const level = countOf(code('#'), bytes, at, end);
  const isHeading = level >= 1 && level <= 6 && isSpaceOrEnd(bytes, at + level, end);
  return isHeading ? level : 0;
}

/** The level of the heading whose text this line underlines: 1 for `===`, 2 for `---`, else 0. */
export function underlineLevel({ bytes, at, end }: Line): number {
  const mark = bytes[at];
  if (mark !== code('=') && mark !== code('-')) return 0;
  const behind = at + countOf(mark, bytes, at, end);
  return isSpaceOnly(bytes, behind, end) ? (mark === code('=') ? 1 : 2) : 0;
}

export interface Fence {
  readonly mark: number;
  readonly length: number;
}

/** What opens a code fence: at least three backticks or tildes; a backtick may not follow backticks. */
export function fenceOpening({ bytes, at, end }: Line): Fence | undefined {
  const mark = bytes[at]!;
  if (at === end || (mark !== code('`') && mark !== code('~'))) return undefined;
  const length = countOf(mark, bytes, at, end);
  if (length < 3 || (mark === code('`') && bytes.subarray(at + length, end).includes(mark))) return undefined;
  return { mark, length };
}

export function closesFence({ bytes, at, end }: Line, { mark, length }: Fence): boolean {
  const count = countOf(mark, bytes, at, end);
  return count >= length && isSpaceOnly(bytes, at + count, end);
}

/** Three or more of `*`, `-` or `_` and nothing else but spaces. */
export function isThematicBreak({ bytes, at, end }: Line): boolean {
  const mark = bytes[at];
  if (mark !== code('*') && mark !== code('-') && mark !== code('_')) return false;
  let count = 0;
  for (let k = at; k < end; k++) {
    if (bytes[k] === mark) count++;
    else if (bytes[k] !== SPACE && bytes[k] !== TAB) return false;
  }
  return count >= 3;
}

export interface ListMarker {
  readonly isOrdered: boolean;
  /** Whether it may follow a paragraph without a blank line: text that starts with `1986.` is no list. */
  readonly mayInterrupt: boolean;
  /** Columns from the marker to the text of the item. */
  readonly width: number;
}

/** `- `, `+ `, `* `, `12. ` or `12) `. */
export function listMarker({ bytes, at, end }: Line): ListMarker | undefined {
  const first = bytes[at];
  const isBullet = first === code('-') || first === code('+') || first === code('*');
  let digits = 0;
  while (digits < 9 && isDigit(bytes[at + digits]) && at + digits < end) digits++;
  const behindDigits = bytes[at + digits];
  const isOrdered = digits > 0 && at + digits < end && (behindDigits === code('.') || behindDigits === code(')'));
  if (at === end || (!isBullet && !isOrdered)) return undefined;
  const behind = at + (isBullet ? 1 : digits + 1);
  if (!isSpaceOrEnd(bytes, behind, end)) return undefined;

  const text = lineAt(bytes, behind, end);
  const isStart = isBullet || (digits === 1 && first === code('1'));
  // More than four columns belong to code in the item; an item that starts empty has its text one column behind.
  const gap = isBlank(text) || text.indent > 4 ? 1 : text.indent;
  return { isOrdered, mayInterrupt: isStart && !isBlank(text), width: behind - at + gap };
}

export function isQuote({ bytes, at, end }: Line): boolean {
  return at < end && bytes[at] === code('>');
}

/** Whether only marks of quotes are in it: an empty line of a quote. */
export function isEmptyQuote({ bytes, at, end }: Line): boolean {
  for (let k = at; k < end; k++) if (bytes[k] !== code('>') && bytes[k] !== SPACE && bytes[k] !== TAB) return false;
  return true;
}

/** The line under a table's head: `| --- | :-: |`. */
export function isDelimiterRow({ bytes, at, end }: Line): boolean {
  let hasDash = false;
  let hasPipe = false;
  for (let k = at; k < end; k++) {
    const value = bytes[k];
    if (value === code('-')) hasDash = true;
    else if (value === PIPE) hasPipe = true;
    else if (value !== code(':') && value !== SPACE && value !== TAB) return false;
  }
  return hasDash && hasPipe;
}

export function hasPipe({ bytes, at, end }: Line): boolean {
  for (let k = at; k < end; k++) if (bytes[k] === PIPE) return true;
  return false;
}

/** `[name]: ` of a link or footnote that is defined here. */
export function isDefinition({ bytes, at, end }: Line): boolean {
  if (at === end || bytes[at] !== code('[')) return false;
  const close = bytes.subarray(at, end).indexOf(code(']'));
  return close > 1 && bytes[at + close + 1] === code(':') && at + close + 1 < end;
}

function countOf(mark: number | undefined, bytes: Uint8Array, at: number, end: number): number {
  let count = 0;
  while (at + count < end && bytes[at + count] === mark) count++;
  return count;
}

function isSpaceOnly(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (bytes[at] !== SPACE && bytes[at] !== TAB) return false;
  return true;
}

function isSpaceOrEnd(bytes: Uint8Array, at: number, end: number): boolean {
  return at >= end || bytes[at] === SPACE || bytes[at] === TAB;
}

function isDigit(value: number | undefined): boolean {
  return value !== undefined && value >= 0x30 && value <= 0x39;
}

function code(character: string): number {
  return character.charCodeAt(0);
}
