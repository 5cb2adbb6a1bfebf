import type { Entry } from '../zip/entry.js';
import type { OfficePackage } from './office-package.js';

/**
 * True for the parts that must be XML: by content type, or by name where the type says nothing else. Drawings in VML are
 * not among them, as Office itself writes some that are not well-formed; nor is what Office leaves behind in `[trash]`, or
 * macOS in `__MACOSX` where a person packed the files anew.
 */
export function isXmlPart(pack: OfficePackage, entry: Entry): boolean {
  if (entry.key.endsWith('.vml') || /^(?:\[trash\]|__macosx)\//.test(entry.key)) return false;
  if (entry.key === '[content_types].xml' || entry.key.endsWith('.rels')) return true;
  const type = (pack.typeOf(entry) ?? '').toLowerCase();
  if (type.includes('vmldrawing')) return false;
  return type.endsWith('+xml') || type === 'application/xml' || type === 'text/xml' || entry.key.endsWith('.xml');
}
