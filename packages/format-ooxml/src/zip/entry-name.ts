import { limits } from '../limits.js';
import type { ProblemCode } from '../problem.js';

/**
 * The name of an entry as text. UTF-8 where it is valid, whatever the flag says; else byte by byte, which is right for the
 * ASCII that part names are made of (ECMA-376 part 2, 6.2.2). `\` is taken as `/`: some producers write it and Office
 * opens it; the bytes in the file stay as they are.
 */
export function decodeEntryName(bytes: Uint8Array): { readonly name: string; readonly hasBackslash: boolean } {
  const raw = textOf(bytes);
  return { name: raw.replaceAll('\\', '/'), hasBackslash: raw.includes('\\') };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }
}

/** Part names are compared without regard to ASCII case (part 2, 6.2.2.3). */
export function nameKey(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Why no program should have to deal with an entry of that name; undefined where it is a plain one. */
export function unsafeName(name: string): { readonly code: ProblemCode; readonly message: string } | undefined {
  const why = reasonUnsafe(name);
  if (why === undefined) return undefined;
  return { code: 'entry-name', message: `An entry of the package ${why}, which no sound package does.` };
}

function reasonUnsafe(name: string): string | undefined {
  if (name === '') return 'has no name';
  if (name.length > limits.nameCharsMax) return 'has a name that is far too long';
  if (name.includes('\0')) return 'has a name with a NUL character';
  if (name.startsWith('/')) return 'has an absolute name';
  if (/^[A-Za-z]:/.test(name)) return 'names a drive';
  if (name.split('/').includes('..')) return 'has a name that leads out of the package';
  // Interleaved parts (part 2, 7.2.4): no real file has any, and nothing here reads them.
  if (/\/\[\d+\](?:\.last)?\.piece$/i.test(name)) return 'is a piece of a part';
  return undefined;
}
