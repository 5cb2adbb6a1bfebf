/** Whether two byte arrays are equal. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  const { length } = one;
  if (length !== other.length) return false;
  if (length < wordsFrom) return areSame(one, other, length);
  // Four bytes at a time, in copies where words begin at both: most of two large files is equal.
  for (let start = 0; start < length; start += blockBytes) {
    const size = Math.min(blockBytes, length - start);
    bytes.one.set(one.subarray(start, start + size));
    bytes.other.set(other.subarray(start, start + size));
    const wordCount = size >> 2;
    if (!areSameWords(words.one, words.other, wordCount)) return false;
    for (let at = wordCount * 4; at < size; at++) if (bytes.one[at] !== bytes.other[at]) return false;
  }
  return true;
}

const wordsFrom = 1_024;
const blockBytes = 16_384;
const words = { one: new Int32Array(blockBytes / 4), other: new Int32Array(blockBytes / 4) };
const bytes = { one: new Uint8Array(words.one.buffer), other: new Uint8Array(words.other.buffer) };

function areSameWords(one: Int32Array, other: Int32Array, count: number): boolean {
  for (let at = 0; at < count; at++) if (one[at] !== other[at]) return false;
  return true;
}

function areSame(one: Uint8Array, other: Uint8Array, count: number): boolean {
  for (let at = 0; at < count; at++) if (one[at] !== other[at]) return false;
  return true;
}
