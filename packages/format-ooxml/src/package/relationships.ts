import { broken, type OfficeProblem, problem } from '../problem.js';
import { attributeOf, readSmallXml } from '../xml/small-xml.js';
import { percentDecoded } from '../zip/entry-name.js';

/** One relationship of a part or of the package (ECMA-376 part 2, 6.5.3). */
export interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

export interface Relationships {
  readonly list: readonly Relationship[];
  readonly byId: ReadonlyMap<string, Relationship>;
  readonly problems: readonly OfficeProblem[];
}

/** Reads a relationships part. Throws `relationships` and what the XML gate throws. */
export function readRelationships(bytes: Uint8Array, part: string): Relationships {
  const root = readSmallXml(bytes, part);
  if (root.local !== 'Relationships' || root.namespace !== 'relationships') {
    broken('relationships', 'The list of relationships is none: its root element is another one.', part);
  }
  const list = root.children
    .filter(({ local }) => local === 'Relationship')
    .map((element) => ({
      id: attributeOf(element, 'Id') ?? '',
      type: attributeOf(element, 'Type') ?? '',
      target: attributeOf(element, 'Target') ?? '',
      isExternal: attributeOf(element, 'TargetMode') === 'External',
    }));
  const problems: OfficeProblem[] = [];
  const byId = new Map<string, Relationship>();
  for (const relationship of list) {
    const { id } = relationship;
    if (!byId.has(id)) byId.set(id, relationship);
    else problems.push(problem('refuse', 'relationship-duplicate', `Two relationships have the id ${id}.`, part));
  }
  return { list, byId, problems };
}

/** True where the last step of the type is `kind`: transitional, Strict and Microsoft's own types differ before it. */
export function isOfKind({ type }: Relationship, kind: string): boolean {
  return type.endsWith(`/${kind}`);
}

/** The relationships part of a part, or with '' of the package: `word/_rels/document.xml.rels` (part 2, 6.5.2.3). */
export function relationshipsNameOf(part: string): string {
  const slash = part.lastIndexOf('/');
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
}

/** The part that a relationships part belongs to: '' for the package; undefined where the name is no such name. */
export function sourceNameOf(relationshipsPart: string): string | undefined {
  const match = /^(.*\/)?_rels\/([^/]*)\.rels$/i.exec(relationshipsPart);
  return match === null ? undefined : `${match[1] ?? ''}${match[2]}`;
}

/**
 * The name that an internal target resolves to (part 2, 6.5.3.3; RFC 3986, 5.2), as written and percent-decoded. Empty where
 * it is none: only a fragment, an absolute URI, or a way out of the package.
 */
export function targetNames(source: string, target: string): readonly string[] {
  const path = target.replace(/[#?].*$/s, '').replaceAll('\\', '/');
  if (path === '' || /^[A-Za-z][\w+.-]*:/.test(path)) return [];
  const segments = path.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return [];
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const name = segments.join('/');
  const decoded = percentDecoded(name);
  return decoded === name ? [name] : [name, decoded];
}
