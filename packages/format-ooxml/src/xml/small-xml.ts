import { XMLParser } from 'fast-xml-parser';
import { limits } from '../limits.js';
import { broken } from '../problem.js';
import { decodeXml } from './encoding.js';
import { type Namespace, namespaceOf } from './namespaces.js';
import { readXml, type XmlVisitor } from './xml-reader.js';

/** An element of a small part, as values. */
export interface SmallElement {
  readonly namespace: Namespace;
  readonly uri: string;
  readonly local: string;
  readonly attributes: readonly SmallAttribute[];
  readonly children: readonly SmallElement[];
}

export interface SmallAttribute {
  /** `none` where the attribute has no prefix. */
  readonly namespace: Namespace | 'none';
  readonly local: string;
  readonly value: string;
}

/**
 * Turns a small part (content types, relationships, workbook, presentation, styles, settings) into values; answers its root.
 * The one place where `fast-xml-parser` works: it accepts almost anything, so the part goes through the XML gate first,
 * and it neither resolves prefixes nor decodes references here, both of which are done below. Throws the gate's problems
 * and `limit` above 4 MiB.
 */
export function readSmallXml(bytes: Uint8Array, part: string): SmallElement {
  if (bytes.length > limits.smallPartBytesMax) {
    broken(
      'limit',
      `The part is larger than ${limits.smallPartBytesMax} bytes, the limit for parts of its kind.`,
      part,
    );
  }
  const { text } = decodeXml(bytes, part);
  readXml(text, part, (): XmlVisitor => ({}));
  const root = parse(text, part).find(isElement);
  return root === undefined
    ? broken('xml-malformed', 'The part has no root element.', part)
    : elementOf(root, xmlScope);
}

/** The value of an attribute without a prefix. */
export function attributeOf(element: SmallElement, local: string): string | undefined {
  return element.attributes.find((one) => one.local === local && one.namespace === 'none')?.value;
}

/** The value of an attribute in the namespace of relationship ids, such as `r:id`. */
export function relationIdOf(element: SmallElement, local = 'id'): string | undefined {
  return element.attributes.find((one) => one.local === local && one.namespace === 'relation')?.value;
}

export function childrenOf(element: SmallElement | undefined, local: string): readonly SmallElement[] {
  return element?.children.filter((one) => one.local === local && one.namespace === element.namespace) ?? [];
}

export function childOf(element: SmallElement | undefined, local: string): SmallElement | undefined {
  return childrenOf(element, local)[0];
}

/** True for the ways in which schemas write true. */
export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** The parser's node: one key, the qualified name, with the children; and `:@` with the attributes. */
type RawNode = Readonly<Record<string, unknown>>;

function parse(text: string, part: string): readonly RawNode[] {
  try {
    return new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      processEntities: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
      cdataPropName: '#cdata',
      commentPropName: '#comment',
      maxNestedTags: limits.smallPartDepthMax,
    }).parse(text) as RawNode[];
  } catch {
    // Well-formed, but too deep or with a name that the parser will not make a key of.
    return broken('limit', 'The part is built in a way that Verbatim does not read.', part);
  }
}

function isElement(node: RawNode): boolean {
  const name = nameOf(node);
  return name !== undefined && !name.startsWith('#');
}

function nameOf(node: RawNode): string | undefined {
  return Object.keys(node).find((key) => key !== ':@');
}

/** Prefixes that an element declares, and the scope it stands in: a chain, as a copy for each element could cost any amount. */
interface Scope {
  readonly own: ReadonlyMap<string, string>;
  readonly outer?: Scope;
}

const xmlScope: Scope = { own: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]) };

function uriOf(prefix: string, scope: Scope | undefined): string {
  for (let at = scope; at !== undefined; at = at.outer) {
    const uri = at.own.get(prefix);
    if (uri !== undefined) return uri;
  }
  return '';
}

function elementOf(node: RawNode, outer: Scope): SmallElement {
  const qualified = nameOf(node)!;
  const attributes = Object.entries((node[':@'] ?? {}) as Record<string, string>).map(
    ([name, value]): [string, string] => [name, decodeValue(value)],
  );
  const declared = attributes.flatMap(([name, value]): [string, string][] => {
    return name === 'xmlns' || name.startsWith('xmlns:') ? [[name.slice(6), value]] : [];
  });
  const scope = declared.length === 0 ? outer : { own: new Map(declared), outer };
  const { prefix, local } = split(qualified);
  const uri = uriOf(prefix, scope);
  return {
    namespace: namespaceOf(uri),
    uri,
    local,
    attributes: attributes.map(([name, value]) => {
      const parts = split(name);
      const namespace = parts.prefix === '' ? 'none' : namespaceOf(uriOf(parts.prefix, scope));
      return { namespace, local: parts.local, value };
    }),
    children: (node[qualified] as RawNode[]).filter(isElement).map((child) => elementOf(child, scope)),
  };
}

function split(qualified: string): { readonly prefix: string; readonly local: string } {
  const at = qualified.indexOf(':');
  return { prefix: qualified.slice(0, Math.max(0, at)), local: qualified.slice(at + 1) };
}

/** XML 1.0, 3.3.3: white space becomes spaces, then references are decoded; the gate has seen that they are sound. */
function decodeValue(raw: string): string {
  return raw
    .replaceAll(/\r\n|[\t\r\n]/g, ' ')
    .replaceAll(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return entities.get(name) ?? whole;
    });
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
