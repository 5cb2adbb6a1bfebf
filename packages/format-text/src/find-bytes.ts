/** Finds every place of `needle` (not empty) in `bytes`, overlapping ones too, in time linear in both (Knuth-Morris-Pratt). */
export function findBytes(bytes: Uint8Array, needle: Uint8Array): number[] {
  const found: number[] = [];
  const borders = bordersOf(needle);
  let matched = 0;
  for (let at = 0; at < bytes.length; at++) {
    matched = extend(needle, borders, matched, bytes[at]!);
    if (matched < needle.length) continue;
    found.push(at + 1 - needle.length);
    matched = borders[matched - 1]!;
  }
  return found;
}

/** For each prefix, the length of its longest proper suffix that is a prefix too: where to go on after a mismatch. */
function bordersOf(needle: Uint8Array): Uint32Array {
  const borders = new Uint32Array(needle.length);
  for (let at = 1; at < needle.length; at++) borders[at] = extend(needle, borders, borders[at - 1]!, needle[at]!);
  return borders;
}

function extend(needle: Uint8Array, borders: Uint32Array, matched: number, next: number): number {
  let length = matched;
  while (length > 0 && needle[length] !== next) length = borders[length - 1]!;
  return needle[length] === next ? length + 1 : length;
}
