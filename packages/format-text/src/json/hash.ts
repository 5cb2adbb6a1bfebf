/** Hashes of 32 bits. They only guide what is compared with what: two different values with one hash cost time, no harm. */
export const emptyHash = -2_128_831_035;

/** FNV-1a: one byte, or another small number, at a time. */
export function mixByte(hash: number, value: number): number {
  return Math.imul(hash ^ value, 16_777_619);
}

/** Takes a whole hash in, so that order counts and all bits do. */
export function mixHash(hash: number, other: number): number {
  const mixed = Math.imul(hash ^ other, -1_640_531_535);
  return mixed ^ (mixed >>> 15);
}

/** Takes a character in as its bytes in UTF-8 would be; half of a surrogate pair counts as three bytes. */
export function mixCodePoint(hash: number, codePoint: number): number {
  if (codePoint < 0x80) return mixByte(hash, codePoint);
  const tail = (shift: number) => 0x80 | ((codePoint >> shift) & 0x3f);
  if (codePoint < 0x800) return mixByte(mixByte(hash, 0xc0 | (codePoint >> 6)), tail(0));
  if (codePoint < 0x10000) return mixByte(mixByte(mixByte(hash, 0xe0 | (codePoint >> 12)), tail(6)), tail(0));
  return mixByte(mixByte(mixByte(mixByte(hash, 0xf0 | (codePoint >> 18)), tail(12)), tail(6)), tail(0));
}

export function hashOfRange(bytes: Uint8Array, start: number, end: number): number {
  let hash = emptyHash;
  for (let at = start; at < end; at++) hash = mixByte(hash, bytes[at]!);
  return hash;
}
