/** A walk over the pages of an LMDB file that its trees are made of; the layout is that of `mdb.c`, data version 2. */

const pageHeaderBytes = 24;
const pageFlagsAt = 18;
/** Of a tree's page: where the offsets of its nodes end and where its nodes begin, both counted after the header. */
const lowerAt = 20;
const upperAt = 22;
/** Of an overflow page: how many pages its run has, itself included. */
const runAt = 20;
const branchFlag = 0x01;
const leafFlag = 0x02;
const overflowFlag = 0x04;
/** A leaf whose values all have one size: no nodes in it. */
const fixedLeafFlags = 0x22;
const metaPages = 2;

const nodeHeaderBytes = 8;
const nodeFlagsAt = 4;
const keyBytesAt = 6;
const bigDataFlag = 0x01;
const subDataFlag = 0x02;
/** What a node holds in place of a big value: its page, a transaction, its number of pages. */
const bigDataBytes = 24;
const bigDataRunAt = 16;

/** A tree's record, in a meta page or a node. */
export const treeBytes = 48;
const rootAt = 40;
const noRoot = 0xffff_ffff_ffff_ffffn;

interface Node {
  readonly at: number;
  readonly flags: number;
  readonly dataAt: number;
  /** What is left of the page for its data. */
  readonly room: number;
}

class PageFault extends Error {}

/**
 * What is wrong with the trees whose records lie at `trees`, in the meta pages: a page of theirs is beyond the end of `bytes`, or is not what
 * LMDB writes. Undefined where nothing is.
 */
export function faultOfPages(bytes: Uint8Array, pageSize: number, trees: readonly number[]): string | undefined {
  try {
    new Walk(bytes, pageSize).run(trees);
    return undefined;
  } catch (error) {
    if (error instanceof PageFault) return error.message;
    throw error;
  }
}

class Walk {
  readonly #view: DataView;
  readonly #pageSize: number;
  /** By page: whether it was met. */
  readonly #met: Uint8Array;
  readonly #waiting: number[] = [];

  constructor(bytes: Uint8Array, pageSize: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#pageSize = pageSize;
    this.#met = new Uint8Array(Math.floor(bytes.length / pageSize));
  }

  run(trees: readonly number[]): void {
    if (this.#met.length < metaPages) throw new PageFault('lacks one of its first two pages');
    for (const at of trees) this.#follow(at);
    for (let page = this.#waiting.pop(); page !== undefined; page = this.#waiting.pop()) this.#visit(page);
  }

  #follow(tree: number): void {
    if (this.#view.getBigUint64(tree + rootAt, true) !== noRoot) this.#waiting.push(this.#long(tree + rootAt));
  }

  #visit(page: number): void {
    const flags = this.#enter(page, 1);
    if (flags === fixedLeafFlags) return;
    if (flags !== branchFlag && flags !== leafFlag) faulty(page);
    for (const node of this.#nodes(page)) {
      if (flags === branchFlag) this.#waiting.push(this.#child(node));
      else this.#readLeaf(page, node);
    }
  }

  /** Answers the page's flags. Each page belongs to one place alone, so that no walk goes round in circles. */
  #enter(page: number, run: number): number {
    if (page < metaPages || run < 1) faulty(page);
    if (page + run > this.#met.length) throw new PageFault(`lacks page ${page + run - 1}, which is in use`);
    if (this.#met.subarray(page, page + run).includes(1)) faulty(page);
    this.#met.fill(1, page, page + run);
    const at = page * this.#pageSize;
    if (this.#long(at) !== page) faulty(page);
    return this.#short(at + pageFlagsAt);
  }

  *#nodes(page: number): Iterable<Node> {
    const body = page * this.#pageSize + pageHeaderBytes;
    const room = this.#pageSize - pageHeaderBytes;
    const lower = this.#short(body - pageHeaderBytes + lowerAt);
    const upper = this.#short(body - pageHeaderBytes + upperAt);
    if (lower % 2 !== 0 || lower > upper || upper > room) faulty(page);
    for (let pointer = 0; pointer < lower; pointer += 2) {
      const offset = this.#short(body + pointer);
      if (offset < upper || offset + nodeHeaderBytes > room) faulty(page);
      const at = body + offset;
      const used = offset + nodeHeaderBytes + this.#short(at + keyBytesAt);
      if (used > room) faulty(page);
      yield { at, flags: this.#short(at + nodeFlagsAt), dataAt: body + used, room: room - used };
    }
  }

  /** A branch keeps the page's number where a leaf keeps its data's size and its flags. */
  #child({ at, flags }: Node): number {
    return this.#view.getUint32(at, true) + flags * 2 ** 32;
  }

  #readLeaf(page: number, { at, flags, dataAt, room }: Node): void {
    const dataBytes = this.#view.getUint32(at, true);
    const isBig = (flags & bigDataFlag) !== 0;
    if ((isBig ? bigDataBytes : dataBytes) > room) faulty(page);
    if (isBig) this.#enterRun(page, dataAt, dataBytes);
    else if ((flags & subDataFlag) !== 0) {
      if (dataBytes < treeBytes) faulty(page);
      this.#follow(dataAt);
    }
  }

  #enterRun(owner: number, at: number, dataBytes: number): void {
    const page = this.#long(at);
    const run = this.#long(at + bigDataRunAt);
    if (pageHeaderBytes + dataBytes > run * this.#pageSize) faulty(owner);
    const flags = this.#enter(page, run);
    if (flags !== overflowFlag || this.#view.getUint32(page * this.#pageSize + runAt, true) !== run) faulty(page);
  }

  #short(at: number): number {
    return this.#view.getUint16(at, true);
  }

  /** Inexact beyond 2^53, where no page is. */
  #long(at: number): number {
    return Number(this.#view.getBigUint64(at, true));
  }
}

function faulty(page: number): never {
  throw new PageFault(`has a damaged page, number ${page}`);
}
