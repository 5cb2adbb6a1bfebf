import { endOfName, plainArgument } from './tex-tokens.js';

/** What opens and what closes: the edges of environments, braces, and conditions with their `\fi`. */
export type BracketKind = 'environment' | 'brace' | 'condition';

export interface Bracket {
  readonly kind: BracketKind;
  readonly name: string;
  readonly isOpening: boolean;
}

/** Lists the brackets of a piece of TeX. */
export function bracketsOfTex(text: string): Bracket[] {
  const found: Bracket[] = [];
  let isNewCondition = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === PERCENT) at = endOfLine(text, at) - 1;
    else if (code === OPEN) found.push(openBrace);
    else if (code === CLOSE) found.push(closeBrace);
    else if (code === BACKSLASH) {
      const nameEnd = endOfName(text, at + 1, text.length);
      const name = text.slice(at + 1, nameEnd);
      const bracket = isNewCondition ? undefined : bracketOf(name, text, nameEnd);
      if (bracket !== undefined) found.push(bracket);
      isNewCondition = name === 'newif';
      at = nameEnd - 1;
    }
  }
  return found;
}

/** Lists the brackets of a piece of BibTeX, which counts all braces, behind backslashes and percent signs too. */
export function bracketsOfBib(text: string): Bracket[] {
  return Array.from(text.matchAll(/[{}]/g), ([brace]) => (brace === '{' ? openBrace : closeBrace));
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const openBrace: Bracket = { kind: 'brace', name: '{', isOpening: true };
const closeBrace: Bracket = { kind: 'brace', name: '{', isOpening: false };

function bracketOf(command: string, text: string, at: number): Bracket | undefined {
  if (command === '[' || command === ']') return { kind: 'environment', name: '[', isOpening: command === '[' };
  if (command === 'fi' || isCondition(command)) return { kind: 'condition', name: 'if', isOpening: command !== 'fi' };
  if (command !== 'begin' && command !== 'end') return undefined;
  const name = plainArgument(text, at);
  return name === undefined ? undefined : { kind: 'environment', name, isOpening: command === 'begin' };
}

/** Whether a command needs a `\fi`; `\iff` is an arrow, and `\ifthenelse` has its branches as arguments. */
function isCondition(command: string): boolean {
  return command.startsWith('if') && command !== 'iff' && !command.startsWith('ifthenelse');
}

function endOfLine(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/**
 * What is open on both sides at some place. Closing brackets of which the opening one was not seen are kept too, so that
 * two pieces are the same to what is around them exactly where these are the same.
 */
export class OpenBrackets {
  readonly before: string[] = [];
  readonly after: string[] = [];
  /** How many entries from the outermost on are equal. */
  #common = 0;

  get isSame(): boolean {
    return this.#common === this.before.length && this.#common === this.after.length;
  }

  read(side: 'before' | 'after', brackets: readonly Bracket[]): void {
    const stack = this[side];
    for (const { name, isOpening } of brackets) {
      if (!isOpening && stack.at(-1) === name) {
        stack.pop();
        this.#common = Math.min(this.#common, stack.length);
      } else stack.push(isOpening ? name : `end of ${name}`);
      this.#extendCommon();
    }
  }

  #extendCommon(): void {
    const { before, after } = this;
    while (this.#common < Math.min(before.length, after.length) && before[this.#common] === after[this.#common])
      this.#common++;
  }
}
