import { limits } from '../limits.js';
import type { ProblemCode } from '../problem.js';

/**
 * The name of an entry as text. UTF-8 where it is valid, whatever the flag says; else byte by byte, which is right for the
 * ASCII that part names are made of (ECMA-376 part 2, 6.2.2). `\` is taken as `/`: some producers write it and Office
 * opens it; the bytes in the file stay as they are.
 */
export function decodeEntryName(bytes: Uint8Array): string {
  return textOf(bytes).replaceAll('\\', '/');
}

function textOf(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Part names are compared without regard to ASCII case (part 2, 6.2.2.3). */
export function nameKey(name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name.toLowerCase();
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A name with its percent escapes decoded, where they are such; parts are found either way (part 2, 6.2.2). */
export function percentDecoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Why no program should have to deal with an entry of that name; undefined where it is a plain one. */
export function unsafeName(name: string): { readonly code: ProblemCode; readonly message: string } | undefined {
  // Interleaved parts (part 2, 7.2.4): no real file has any, and nothing here reads them.
  const isPiece = /\/\[\d+\](?:\.last)?\.piece$/i.test(name);
  const why = unsafePath(name) ?? (isPiece ? 'is a piece of a part' : undefined);
  if (why === undefined) return undefined;
  return { code: 'entry-name', message: `An entry of the package ${why}, which no sound package does.` };
}

/** What is wrong with a name in any zip archive, as the end of a sentence about the entry. */
export function unsafePath(name: string): string | undefined {
  if (name === '') return 'has no name';
  if (name.length > limits.nameCharsMax) return 'has a name that is far too long';
  if (name.includes('\0')) return 'has a name with a NUL character';
  if (name.startsWith('/')) return 'has an absolute name';
  if (/^[A-Za-z]:/.test(name)) return 'names a drive';
  if (name.split('/').includes('..')) return 'has a name that leads out of the package';
  return undefined;
}
