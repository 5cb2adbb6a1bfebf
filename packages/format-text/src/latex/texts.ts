/** Both files with one character a byte, so that an index into a text is an offset into the bytes. */
export interface Texts {
  readonly before: string;
  readonly after: string;
  readonly isBib: boolean;
}

/** Reads bytes as one character each, not always the one of that number; ASCII is ASCII, which is all of the syntax. */
export function oneCharacterAByte(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Whether a file is BibTeX: whether a line starts with an entry before one starts with a command of TeX. */
export function isBib(text: string): boolean {
  const first = /(?:^(?:\u00ef\u00bb\u00bf)?|[\r\n])[ \t]*(?:(\\)|@[ \t]{0,20}[A-Za-z]{1,40}[ \t]{0,20}[{(])/.exec(
    text,
  );
  return first !== null && first[1] === undefined;
}
