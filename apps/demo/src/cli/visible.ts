/**
 * Names and texts from outside, safe to print on one line of a terminal: controls (newline and ESC among them) as `\x1b`,
 * what turns or hides text as `\u{202e}`. Emoji that are joined of several characters stay whole.
 */
export function visible(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const hex = codePoint.toString(16);
    return codePoint <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
  });
}

const joined = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200d\ufe0f]`;
const unseen = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
const hidden = new RegExp(`(?!${joined})${unseen}`, 'gu');
