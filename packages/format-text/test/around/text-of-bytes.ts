import { detectEncoding } from '../../src/index.js';
import type { Range } from '../../src/range.js';
import { utf16 } from '../bytes.js';

/** Bytes as characters that can be cut and edited without loss: one a code unit. */
export interface Reading {
  readonly unitBytes: number;
  readonly text: (bytes: Uint8Array) => string;
  readonly bytes: (text: string) => Uint8Array;
}

/** How to read the versions of one file; 8-bit text, UTF-8 too, is read byte by byte. */
export function readingOf(file: Uint8Array): Reading {
  const { name, unitBytes } = detectEncoding(file);
  if (unitBytes === 1) {
    return {
      unitBytes,
      text: (bytes) => Buffer.from(bytes).toString('latin1'),
      bytes: (text) => Uint8Array.from(Buffer.from(text, 'latin1')),
    };
  }
  if (unitBytes !== 2) throw new Error(`There is no reading of ${name} here.`);
  const isBig = name === 'utf-16be';
  const text = (bytes: Uint8Array): string => {
    const units = Buffer.from(bytes);
    return (isBig ? units.swap16() : units).toString('utf16le');
  };
  return { unitBytes, text, bytes: (typed) => utf16(typed, isBig) };
}

/** The lines of a text, each with its line end. */
export function linesIn(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? [];
}

/** Where lines begin, and the end of the text behind a line end. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const line of linesIn(text)) if (/[\r\n]$/.test(line)) starts.push(starts.at(-1)! + line.length);
  return starts;
}

/**
 * The lines that must be taken out of a text so that other lines put in their place make `text` with `other` in place of
 * `range`: the smallest range of them, by trying. In line indexes.
 */
export function linesReplaced(text: string, range: Range, other: string): Range {
  const turned = text.slice(0, range.start) + other + text.slice(range.end);
  const grown = turned.length - text.length;
  const starts = new Set(lineStarts(turned));
  const own = lineStarts(text);
  const first = own.findLastIndex((at) => at <= range.start && starts.has(at));
  const last = own.findIndex((at) => at >= range.end && starts.has(at + grown));
  return { start: first, end: last === -1 ? linesIn(text).length : last };
}
