/**
 * The namespaces that this package reads, by the short name used in the code. Each has a transitional form and most have a
 * Strict one (ECMA-376 parts 1 and 4); elements are known by namespace and local name, never by prefix.
 */
export type Namespace =
  | 'word'
  | 'sheet'
  | 'slide'
  | 'drawing'
  | 'math'
  | 'relation'
  | 'compatibility'
  | 'content-types'
  | 'relationships'
  | 'other';

const names: Readonly<Record<string, Namespace>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'word',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'word',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 'sheet',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': 'sheet',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'slide',
  'http://purl.oclc.org/ooxml/presentationml/main': 'slide',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'drawing',
  'http://purl.oclc.org/ooxml/drawingml/main': 'drawing',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'math',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'math',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'relation',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'relation',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'compatibility',
  'http://schemas.openxmlformats.org/package/2006/content-types': 'content-types',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'relationships',
};

const known: ReadonlyMap<string, Namespace> = new Map(Object.entries(names));

export function namespaceOf(uri: string): Namespace {
  if (uri === last.uri) return last.namespace;
  last = { uri, namespace: known.get(uri) ?? 'other' };
  return last.namespace;
}

/** Most elements are in the namespace of the one before, and a look-up of so long a name costs as much as reading a tag. */
let last: { readonly uri: string; readonly namespace: Namespace } = { uri: '', namespace: 'other' };

/** The drawing namespace that goes with a slide's own, transitional or Strict. */
export function drawingUriBeside(slideUri: string): string {
  return slideUri.startsWith('http://purl.oclc.org/')
    ? 'http://purl.oclc.org/ooxml/drawingml/main'
    : 'http://schemas.openxmlformats.org/drawingml/2006/main';
}
