/**
 * Writes a value as one word of a shell command that a person can paste. Names may hold anything: what would not show, or
 * would show as something else, is spelled out (`$'a\nb'`, understood by bash, zsh and ksh), so the text is always one line.
 */
export function shellWord(value: string): string {
  if (/^[\w@%+=:,./-]+$/.test(value)) return value;
  if (!hidden.test(value)) return `'${value.replaceAll("'", `'\\''`)}'`;
  const spelled = Array.from(value, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === "'" || character === '\\') return `\\${character}`;
    return hidden.test(character) ? spell(character.codePointAt(0) ?? 0) : character;
  });
  return `$'${spelled.join('')}'`;
}

/** Controls, what turns the direction of text, separators, halves of pairs, and characters that are drawn as nothing. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Always four or eight digits: a digit that follows must not be taken for part of it. */
function spell(codePoint: number): string {
  if (codePoint < 0x80) return `\\x${codePoint.toString(16).padStart(2, '0')}`;
  return codePoint <= 0xffff
    ? `\\u${codePoint.toString(16).padStart(4, '0')}`
    : `\\U${codePoint.toString(16).padStart(8, '0')}`;
}
