import { limits } from '../limits.js';
import type { ProblemCode } from '../problem.js';

/** What bytes that are no package are, as well as their first ones tell. */
export interface OtherBytes {
  readonly code: ProblemCode;
  /** Fits behind "it is": `a PDF file`. */
  readonly name: string;
}

/** Undefined where the bytes start like a zip archive; whether that is an Office file is for others to say. */
export function nameOtherBytes(bytes: Uint8Array): OtherBytes | undefined {
  if (bytes.length === 0) return { code: 'empty-file', name: 'empty' };
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return undefined;
  if (startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return nameCompoundFile(bytes);
  if (startsWith(bytes, '%PDF')) return { code: 'pdf-file', name: 'a PDF file' };
  const known = signatures.find(([signature]) => startsWith(bytes, signature));
  if (known !== undefined) return { code: 'not-a-package', name: known[1] };
  const head = Array.from(bytes.subarray(0, 512), (byte) => String.fromCharCode(byte)).join('');
  if (/<(?:!doctype\s+html|html|head|body|table)\b/i.test(head)) return { code: 'html-file', name: 'an HTML page' };
  if (/^(?:\xef\xbb\xbf)?\s*<\?xml/.test(head)) return { code: 'not-a-package', name: 'an XML file' };
  if (/^\0+$/.test(head)) return { code: 'not-a-package', name: 'nothing but zeros at its start' };
  return { code: 'not-a-package', name: /[\0-\x08]/.test(head) ? 'an unknown kind of file' : 'plain text' };
}

const signatures: readonly (readonly [string, string])[] = [
  ['{\\rtf', 'an RTF document'],
  ['\x1f\x8b', 'a gzip archive'],
  ['Rar!', 'a RAR archive'],
  ["7z\xbc\xaf'\x1c", 'a 7-Zip archive'],
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
];

/**
 * A compound file (MS-CFB) is a package behind a password (MS-OFFCRYPTO 2.3: a stream `EncryptedPackage`) or a document of
 * the programs before 2007. Its folder may lie anywhere, so the names are looked for in all bytes, as UTF-16.
 */
function nameCompoundFile(whole: Uint8Array): OtherBytes {
  const bytes = whole.subarray(0, limits.compoundSearchBytesMax);
  if (holdsUtf16(bytes, 'EncryptedPackage')) return { code: 'encrypted', name: 'protected by a password' };
  const legacy = legacyStreams.find(([stream]) => holdsUtf16(bytes, stream));
  return { code: 'legacy-format', name: legacy?.[1] ?? 'a file of an older Office format' };
}

const legacyStreams: readonly (readonly [string, string])[] = [
  ['WordDocument', 'a Word document of the old .doc format'],
  ['PowerPoint Document', 'a PowerPoint presentation of the old .ppt format'],
  ['Workbook', 'an Excel workbook of the old .xls format'],
];

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature).every((character, at) => bytes[at] === character.charCodeAt(0));
}

function holdsUtf16(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let same = 0;
    while (same < text.length && bytes[at + same * 2] === text.charCodeAt(same) && bytes[at + same * 2 + 1] === 0)
      same++;
    if (same === text.length) return true;
  }
  return false;
}
