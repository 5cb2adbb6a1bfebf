import { broken } from '../problem.js';

/** ECMA-376 part 2, 6.2.5: XML parts are UTF-8 or UTF-16; UTF-16 is known by its byte order mark. */
export type XmlEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface XmlForm {
  readonly encoding: XmlEncoding;
  /** The byte order mark, which is no part of the text and is put back. */
  readonly bomBytes: 0 | 2 | 3;
}

export function xmlFormOf(head: Uint8Array): XmlForm {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 };
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', bomBytes: 3 };
  return { encoding: 'utf-8', bomBytes: 0 };
}

/** True for the names that an XML declaration may give to these encodings. */
export function isUnicodeName(name: string): boolean {
  return /^utf-?(?:8|16)(?:[lb]e)?$/i.test(name);
}

export interface XmlText extends XmlForm {
  readonly text: string;
}

/** A part's text, without its byte order mark. Throws `xml-encoding`. */
export function decodeXml(bytes: Uint8Array, part: string): XmlText {
  const form = xmlFormOf(bytes);
  const decoder = new XmlDecoder(form, part);
  return { ...form, text: decoder.decode(bytes.subarray(form.bomBytes)) + decoder.end() };
}

/** Decodes piece by piece, strictly. */
export class XmlDecoder {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #part: string;

  constructor({ encoding }: XmlForm, part: string) {
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    this.#part = part;
  }

  decode(piece: Uint8Array): string {
    try {
      return this.#decoder.decode(piece, { stream: true });
    } catch {
      return this.#fail();
    }
  }

  end(): string {
    try {
      return this.#decoder.decode();
    } catch {
      return this.#fail();
    }
  }

  #fail(): never {
    return broken('xml-encoding', 'The part is neither valid UTF-8 nor UTF-16 with a byte order mark.', this.#part);
  }
}

/** The bytes of `text`, in the form that the part had. Valid text comes back as the bytes it was decoded from. */
export function encodeXml(text: string, { encoding, bomBytes }: XmlForm): Uint8Array {
  if (encoding === 'utf-8') {
    const encoded = new TextEncoder().encode(text);
    return bomBytes === 0 ? encoded : withBom(encoded);
  }
  const isBig = encoding === 'utf-16be';
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, !isBig);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), !isBig);
  return bytes;
}

function withBom(encoded: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(encoded.length + 3);
  bytes.set([0xef, 0xbb, 0xbf]);
  bytes.set(encoded, 3);
  return bytes;
}
