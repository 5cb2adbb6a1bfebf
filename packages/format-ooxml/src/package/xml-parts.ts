import type { Entry } from '../zip/entry.js';
import type { OfficePackage } from './office-package.js';

/**
 * True for the parts that must be XML: by content type, or by name where the type says nothing else. Drawings in VML are
 * not among them, as Office itself writes some that are not well-formed; nor is what Office leaves behind in `[trash]`.
 */
export function isXmlPart(pack: OfficePackage, entry: Entry): boolean {
  if (entry.key === '[content_types].xml' || entry.key.endsWith('.rels')) return true;
  if (entry.key.endsWith('.vml') || entry.key.startsWith('[trash]/')) return false;
  const type = (pack.typeOf(entry) ?? '').toLowerCase();
  if (type.includes('vmldrawing')) return false;
  return type.endsWith('+xml') || type === 'application/xml' || type === 'text/xml' || entry.key.endsWith('.xml');
}
