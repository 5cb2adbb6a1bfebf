/** Bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bytes of a text whose characters are all below U+0100, one byte each. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Bytes of a text in UTF-16, without a byte order mark unless the text starts with one. */
export function utf16(text: string, isBig = false): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), !isBig);
  return new Uint8Array(view.buffer);
}

/** Bytes of a text in UTF-32. */
export function utf32(text: string, isBig = false): Uint8Array {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  points.forEach((point, at) => view.setUint32(at * 4, point, !isBig));
  return new Uint8Array(view.buffer);
}

/** Every byte as one character: equal texts are equal bytes, and a failure prints well. */
export function asLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (value) => String.fromCharCode(value)).join('');
}
