import { familyOfName, type OfficeFamily } from './package/families.js';
import { openPackage } from './package/office-package.js';
import { PackageError } from './problem.js';
import { readArchive } from './zip/read-archive.js';

/**
 * Says which kind of Office file bytes are. Content beats name: a package is what its main part is, under any name; bytes
 * that are no such package are what the name says, so a `.docx` stays `word` whatever it holds (design section 6, "Any
 * bytes"). `undefined`: neither. Reads the zip directory and two small parts, and never throws.
 */
export function recognizeOffice(bytes: Uint8Array, fileName: string): OfficeFamily | undefined {
  return familyOfContent(bytes) ?? familyOfName(fileName);
}

/** Whether bytes are a zip archive with anything in it, of whatever kind; never throws. */
export function isArchive(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  try {
    return readArchive(bytes).entries.length > 0;
  } catch (error) {
    if (error instanceof PackageError) return false;
    throw error;
  }
}

/** The family of the package in `bytes`; undefined where there is none, or of another kind. */
export function familyOfContent(bytes: Uint8Array): OfficeFamily | undefined {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return undefined;
  const pack = openPackage(bytes);
  if (!('archive' in pack)) return undefined;
  try {
    return pack.main.family;
  } catch (error) {
    if (error instanceof PackageError) return undefined;
    throw error;
  }
}
