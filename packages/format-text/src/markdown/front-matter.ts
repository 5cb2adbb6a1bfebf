import type { CutFile } from '../cut-file.js';

/** The line behind the front matter: `---` and YAML, or `+++` and TOML, from the first line to the same mark. 0 = none. */
export function frontMatterEnd({ bytes, atoms }: CutFile): number {
  const mark = bytes[atoms.starts[0]!];
  if (mark !== 0x2d && mark !== 0x2b) return 0;
  const isMark = (line: number): boolean => {
    const { start, bodyEnd } = atoms.at(line)!;
    let end = bodyEnd;
    while (end > start && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0x09)) end--;
    return end - start === 3 && bytes[start] === mark && bytes[start + 1] === mark && bytes[start + 2] === mark;
  };
  if (atoms.length === 0 || !isMark(0)) return 0;
  for (let line = 1; line < atoms.length; line++) if (isMark(line)) return line + 1;
  return 0;
}
