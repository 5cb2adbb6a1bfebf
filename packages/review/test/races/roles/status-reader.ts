/** `verbatim status` again and again, as the shell runs it: opened for reading, and for writing only to recover. */
import { openDisk } from '@verbatim/fs';
import { openLedger } from '@verbatim/ledger';
import { createReview } from '../../../src/index.js';
import { plainFormats } from '../../workspace.js';

export interface Reading {
  readonly root: string;
  readonly ledgerDir: string;
  /** Milliseconds between two. */
  readonly every: number;
}

export interface Read {
  times: number;
  /** How often an operation of the living was seen at work. */
  seenAtWork: number;
  readonly recovered: string[];
  readonly notes: string[];
  readonly faults: string[];
}

export async function readStatus({ root, ledgerDir, every }: Reading): Promise<void> {
  const found: Read = { times: 0, seenAtWork: 0, recovered: [], notes: [], faults: [] };
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  process.send?.('ready');
  while (!isOver) {
    try {
      if ((await status('read', root, ledgerDir, found)) === 'needs recovery')
        await status('write', root, ledgerDir, found);
      found.times++;
    } catch (error) {
      found.faults.push(String((error as Error).stack));
    }
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  process.send?.(found, () => process.exit());
}

async function status(
  mode: 'read' | 'write',
  root: string,
  dir: string,
  found: Read,
): Promise<'done' | 'needs recovery'> {
  const disk = openDisk();
  const ledger = await openLedger({ dir, disk, mode });
  const review = createReview({ ledger, disk, root, formats: plainFormats });
  const tree = disk.openTree(root);
  try {
    if (mode === 'write') found.recovered.push(...(await review.recover()));
    else if (ledger.needsRecovery(disk.liveness, (path) => tree.isFolder(path))) return 'needs recovery';
    found.seenAtWork += ledger.read((view) => view.journal()).filter(({ state }) => state === 'intended').length;
    found.notes.push(...(await review.status()).notes);
    return 'done';
  } finally {
    tree.close();
    review.close();
    await ledger.close();
  }
}
