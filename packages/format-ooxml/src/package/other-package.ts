import type { ProblemCode } from '../problem.js';
import type { Entry } from '../zip/entry.js';
import { readEntry } from '../zip/pour-entry.js';
import type { Archive } from '../zip/read-archive.js';

/** What a zip archive is that has no list of content types, as well as its entries tell. Throws what reading one throws. */
export function nameOtherPackage(archive: Archive): { readonly code: ProblemCode; readonly name: string } | undefined {
  const { entries } = archive;
  // OpenDocument and EPUB files name their type in an entry of their own.
  const type = entries.find(({ key, size }) => key === 'mimetype' && size <= 200);
  if (type !== undefined) return nameType(archive, type);
  if (entries.some(({ key }) => key === 'index.zip' || /^index\/.*\.iwa$/.test(key)))
    return { code: 'other-package', name: 'a Pages, Numbers or Keynote file' };
  if (entries.some(({ key }) => key === 'meta-inf/manifest.mf'))
    return { code: 'other-package', name: 'a Java archive' };
  return undefined;
}

function nameType(archive: Archive, entry: Entry): { readonly code: ProblemCode; readonly name: string } {
  const type = new TextDecoder().decode(readEntry(archive, entry)).trim();
  return type.startsWith('application/vnd.oasis.opendocument')
    ? { code: 'open-document', name: 'an OpenDocument file' }
    : { code: 'other-package', name: `a package of another kind (${type})` };
}
