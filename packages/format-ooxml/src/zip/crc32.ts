/** CRC-32 of zip (APPNOTE 4.4.7: polynomial 0xEDB88320), taken in pieces, eight bytes at a step. */
export class Crc32 {
  #state = -1;

  update(bytes: Uint8Array): void {
    let crc = this.#state;
    let at = 0;
    for (const end = bytes.length - 7; at < end; at += 8) {
      const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
      crc =
        t7[low & 255]! ^
        t6[(low >>> 8) & 255]! ^
        t5[(low >>> 16) & 255]! ^
        t4[low >>> 24]! ^
        t3[bytes[at + 4]!]! ^
        t2[bytes[at + 5]!]! ^
        t1[bytes[at + 6]!]! ^
        t0[bytes[at + 7]!]!;
    }
    for (; at < bytes.length; at++) crc = t0[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
    this.#state = crc;
  }

  /** Of all bytes so far, unsigned. */
  get value(): number {
    return ~this.#state >>> 0;
  }
}

export function crc32(bytes: Uint8Array): number {
  const crc = new Crc32();
  crc.update(bytes);
  return crc.value;
}

/** Table n: what a byte does to the CRC after n more bytes of zero. */
const tables: Int32Array[] = [new Int32Array(256)];
for (let value = 0; value < 256; value++) {
  let crc = value;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  tables[0]![value] = crc;
}
for (let n = 1; n < 8; n++) {
  tables.push(tables[n - 1]!.map((crc) => tables[0]![crc & 255]! ^ (crc >>> 8)));
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
];
