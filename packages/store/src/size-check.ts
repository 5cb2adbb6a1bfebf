/** A truncated LMDB file kills the process with SIGBUS (60 of 60, measured). So its size is checked before it is opened. */
import { type Tree, VerbatimError } from '@verbatim/core';
import { walkBytesMax, walksMax } from './limits.js';
import { faultOfPages, treeBytes } from './reachable-pages.js';

const headerBytes = 24;
const magic = 0xbeefc0de;
/** Offsets in a meta page: its two trees (free pages, records), of which the first one's record starts with the page size. */
const treesAt = headerBytes + 24;
const pageSizeAt = treesAt;
const lastPageAt = treesAt + 2 * treeBytes;
const transactionAt = lastPageAt + 8;
const pageSizeMin = 256;
const pageSizeMax = 65_536;
const metasBytes = pageSizeMax + 4096;

interface Meta {
  readonly pageSize: number;
  readonly transaction: bigint;
  /** Bytes of the file if its last page was written. */
  readonly fullSize: number;
  /** Where the records of its trees lie in the file. */
  readonly trees: readonly number[];
}

/**
 * Throws `VERBATIM_LEDGER_DAMAGED` where `data.mdb` is there but lacks a page that is in use, or is no LMDB file. Shorter
 * than its newest meta page says it may be: pages taken and given back within one transaction are counted, not written.
 */
export function checkIndexSize(tree: Tree, name: string): void {
  for (let walks = 1; ; walks++) {
    const meta = newestMeta(tree, name);
    // Looked at last: another process may commit meanwhile, and the file is made longer before its meta page says so.
    const glance = tree.glance(name);
    if (meta === undefined || glance.kind === 'absent' || glance.size >= meta.fullSize) return;
    const fault = faultOfShort(tree, name, glance.size, meta);
    if (fault === undefined) return;
    // Once another process has committed, the next one may overwrite the pages that were walked over.
    const isSame = newestMeta(tree, name)?.transaction === meta.transaction;
    if (isSame || walks === walksMax) damaged(name, `is ${glance.size} bytes long and ${fault}`);
  }
}

function faultOfShort(tree: Tree, name: string, size: number, meta: Meta): string | undefined {
  if (size > walkBytesMax) return `should have at least ${meta.fullSize}`;
  const bytes = tree.read(name, size) ?? new Uint8Array();
  return faultOfPages(bytes, meta.pageSize, meta.trees);
}

function newestMeta(tree: Tree, name: string): Meta | undefined {
  if (tree.glance(name).kind === 'absent') return undefined;
  const first = tree.read(name, metasBytes) ?? new Uint8Array();
  const view = new DataView(first.buffer, first.byteOffset, first.length);
  const pageSize = isMeta(view, 0) ? view.getUint32(pageSizeAt, true) : 0;
  if (!isPageSize(pageSize)) damaged(name, 'is not a ledger index, or its first page is damaged');
  const metas = [0, pageSize].filter((at) => isMeta(view, at));
  const newest = metas.reduce((a, b) => (transaction(view, a) >= transaction(view, b) ? a : b));
  return {
    pageSize,
    transaction: transaction(view, newest),
    fullSize: (Number(view.getBigUint64(newest + lastPageAt, true)) + 1) * pageSize,
    trees: [newest + treesAt, newest + treesAt + treeBytes],
  };
}

function isMeta(view: DataView, at: number): boolean {
  return view.byteLength >= at + transactionAt + 8 && view.getUint32(at + headerBytes, true) === magic;
}

function isPageSize(bytes: number): boolean {
  return bytes >= pageSizeMin && bytes <= pageSizeMax && Number.isInteger(Math.log2(bytes));
}

function transaction(view: DataView, at: number): bigint {
  return view.getBigUint64(at + transactionAt, true);
}

function damaged(path: string, how: string): never {
  throw new VerbatimError('VERBATIM_LEDGER_DAMAGED', `The ledger's index ${how}.`, {
    path,
    hint: 'The copies are files of their own and are not touched. verbatim salvage rebuilds the index from them.',
  });
}
