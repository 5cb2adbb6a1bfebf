import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of an archive that tests make, with everything that can be wrong with one. */
export interface MadeEntry {
  readonly name: string | Uint8Array;
  readonly content: string | Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** Sizes and checksum behind the data, with or without the signature, in 12 or 20 bytes. */
  readonly descriptor?: 'signed' | 'bare' | 'zip64';
  readonly zip64?: 'local' | 'directory';
  readonly localExtra?: Uint8Array;
  readonly directoryExtra?: Uint8Array;
  /** Unused bytes behind the entry. */
  readonly gap?: number;
  /** What the directory and the local header say instead of the truth. */
  readonly lie?: { readonly size?: number; readonly packedSize?: number; readonly crc?: number };
  /** What only the local header says. */
  readonly local?: {
    readonly name?: string;
    readonly crc?: number;
    readonly size?: number;
    readonly method?: number;
    readonly flags?: number;
  };
  readonly packed?: Uint8Array;
}

export interface MadeArchive {
  readonly comment?: string;
  readonly trailing?: Uint8Array;
  readonly prefix?: Uint8Array;
  readonly zip64End?: boolean;
  readonly count?: number;
  readonly directoryShift?: number;
  /** The order of the directory, as places in the list of entries. */
  readonly order?: readonly number[];
}

export function makeZip(entries: readonly MadeEntry[], archive: MadeArchive = {}): Uint8Array {
  const out = new Bytes();
  out.put(archive.prefix ?? new Uint8Array());
  const records = entries.map((entry) => putLocal(out, entry));
  const start = out.length;
  const order = archive.order ?? records.map((_, at) => at);
  for (const at of order) out.put(records[at]!);
  putEnd(out, archive, start, order.length);
  return out.bytes();
}

function putLocal(out: Bytes, entry: MadeEntry): Uint8Array {
  const offset = out.length;
  const content = bytesOf(entry.content);
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? new Uint8Array(deflateRawSync(content)) : content);
  const name = bytesOf(entry.name);
  const flags = (entry.flags ?? 0) | (entry.descriptor === undefined ? 0 : 8);
  const said = { size: content.length, packedSize: packed.length, crc: crc32(content), ...entry.lie };
  const local = { ...said, method, ...entry.local };
  const isLongLocal = entry.zip64 === 'local';
  const hidden = entry.descriptor !== undefined;
  const localExtra = new Bytes().put(entry.localExtra ?? new Uint8Array());
  if (isLongLocal) localExtra.u16(1).u16(16).u64(local.size).u64(said.packedSize);
  const localName = entry.local?.name === undefined ? name : bytesOf(entry.local.name);
  out
    .u32(0x04034b50)
    .u16(20)
    .u16(entry.local?.flags ?? flags)
    .u16(local.method)
    .u32(0x5a210000);
  out.u32(hidden ? 0 : local.crc);
  out
    .u32(isLongLocal ? 0xffffffff : hidden ? 0 : said.packedSize)
    .u32(isLongLocal ? 0xffffffff : hidden ? 0 : local.size);
  out.u16(localName.length).u16(localExtra.length).put(localName).put(localExtra.bytes()).put(packed);
  if (entry.descriptor === 'signed') out.u32(0x08074b50);
  if (entry.descriptor === 'zip64') out.u32(0x08074b50).u32(said.crc).u64(said.packedSize).u64(said.size);
  else if (hidden) out.u32(said.crc).u32(said.packedSize).u32(said.size);
  out.put(new Uint8Array(entry.gap ?? 0));

  const isLong = entry.zip64 === 'directory';
  const extra = new Bytes().put(entry.directoryExtra ?? new Uint8Array());
  if (isLong) extra.u16(1).u16(24).u64(said.size).u64(said.packedSize).u64(offset);
  const record = new Bytes();
  record.u32(0x02014b50).u16(45).u16(20).u16(flags).u16(method).u32(0x5a210000).u32(said.crc);
  record.u32(isLong ? 0xffffffff : said.packedSize).u32(isLong ? 0xffffffff : said.size);
  record
    .u16(name.length)
    .u16(extra.length)
    .u16(0)
    .u16(0)
    .u16(0)
    .u32(0)
    .u32(isLong ? 0xffffffff : offset);
  return record.put(name).put(extra.bytes()).bytes();
}

function putEnd(out: Bytes, archive: MadeArchive, start: number, entryCount: number): void {
  const size = out.length - start;
  const count = archive.count ?? entryCount;
  if (archive.zip64End === true) {
    const record = out.length;
    out.u32(0x06064b50).u64(44).u16(45).u16(45).u32(0).u32(0).u64(count).u64(count).u64(size).u64(start);
    out.u32(0x07064b50).u32(0).u64(record).u32(1);
  }
  const isLong = archive.zip64End === true;
  out
    .u32(0x06054b50)
    .u16(0)
    .u16(0)
    .u16(isLong ? 0xffff : count)
    .u16(isLong ? 0xffff : count);
  out.u32(isLong ? 0xffffffff : size).u32(isLong ? 0xffffffff : start + (archive.directoryShift ?? 0));
  const comment = bytesOf(archive.comment ?? '');
  out
    .u16(comment.length)
    .put(comment)
    .put(archive.trailing ?? new Uint8Array());
}

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

class Bytes {
  readonly #pieces: Uint8Array[] = [];
  length = 0;

  put(piece: Uint8Array): this {
    this.#pieces.push(piece);
    this.length += piece.length;
    return this;
  }

  u16(value: number): this {
    return this.put(Uint8Array.of(value & 255, (value >>> 8) & 255));
  }

  u32(value: number): this {
    return this.u16(value & 0xffff).u16(value >>> 16);
  }

  u64(value: number): this {
    return this.u32(value % 0x1_0000_0000).u32(Math.floor(value / 0x1_0000_0000));
  }

  bytes(): Uint8Array {
    const whole = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}
