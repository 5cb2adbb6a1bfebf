/** Text as XML character data and in attributes. `>` too, as `]]>` must not stand in text. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => references.get(character) ?? character);
}

const references: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** The first code point that XML 1.0 (2.2) has no place for, as `U+0007`; half a surrogate pair counts. */
export function forbiddenCharacter(text: string): string | undefined {
  const found = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text)?.[0];
  const code = found?.codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
