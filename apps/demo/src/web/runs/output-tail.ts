/** The last lines of what a command prints, as plain text; however much it prints, this stays small. */
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { outputCharsKept, outputLinesKept } from '../limits.js';

export interface OutputTail {
  add(chunk: Buffer): void;
  now(): { readonly output: string; readonly isCut: boolean };
}

export function openOutputTail(): OutputTail {
  const decoder = new StringDecoder('utf8');
  let text = '';
  let isCut = false;
  return {
    add(chunk) {
      text += decoder.write(chunk);
      if (text.length <= outputCharsKept) return;
      text = text.slice(-outputCharsKept);
      isCut = true;
    },
    now() {
      const lines = stripVTControlCharacters(text).split('\n').map(asShown);
      // The line end behind the last line begins no line.
      const extra = lines.length - outputLinesKept - Number(lines.at(-1) === '');
      return { output: lines.slice(Math.max(extra, 0)).join('\n'), isCut: isCut || extra > 0 };
    },
  };
}

/** What a terminal would leave of a line that was written over itself, without what cannot be seen. */
function asShown(line: string): string {
  const whole = line.replace(/\r+$/, '');
  return whole.slice(whole.lastIndexOf('\r') + 1).replaceAll(/[^\P{Cc}\t]|\p{Cf}|\p{Surrogate}/gu, '');
}
