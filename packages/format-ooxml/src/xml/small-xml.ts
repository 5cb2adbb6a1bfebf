import { limits } from '../limits.js';
import { broken } from '../problem.js';
import { decodeXml } from './encoding.js';
import { type Namespace, namespaceOf } from './namespaces.js';
import { readXml, type XmlTag, type XmlVisitor } from './xml-reader.js';

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
 * Text, comments and instructions are left out. Throws the gate's problems, and `limit` above 4 MiB or 256 levels.
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
  /** The element that is open at each depth. */
  const path: OpenElement[] = [];
  readXml(text, part, (): XmlVisitor => {
    return {
      open: (tag, depth) => {
        if (depth >= limits.smallPartDepthMax) {
          broken('limit', `The part nests more than ${limits.smallPartDepthMax} elements in each other.`, part);
        }
        path[depth] = elementOf(tag);
        path[depth - 1]?.children.push(path[depth]);
      },
    };
  });
  return path[0] ?? broken('xml-malformed', 'The part has no root element.', part);
}

type OpenElement = SmallElement & { readonly children: SmallElement[] };

function elementOf({ uri, local, attributes }: XmlTag): OpenElement {
  return {
    namespace: namespaceOf(uri),
    uri,
    local,
    attributes: Object.values(attributes).map((one) => ({
      namespace: one.prefix === '' ? 'none' : namespaceOf(one.uri),
      local: one.local,
      value: one.value,
    })),
    children: [],
  };
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
