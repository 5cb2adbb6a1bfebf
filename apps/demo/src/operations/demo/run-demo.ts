/** The demo: sample files in a scratch folder, a scripted agent, and either the waiting review or every verdict once. */
import { openVerbatim, type Verbatim } from '@verbatim/node';
import type { StatusAnswer } from '@verbatim/review';
import { type CheckedRow, checkOnce } from './check-once.js';
import { makeScratchFolder, type ScratchFolder } from './scratch-folder.js';
import { scriptedActions } from './scripted-agent.js';

export interface DemoWaits {
  readonly outcome: 'waiting';
  /** The scratch folder, which holds both of the others and stays. */
  readonly folder: string;
  readonly root: string;
  readonly home: string;
  readonly actions: StatusAnswer['actions'];
}

export interface DemoChecked {
  readonly outcome: 'checked';
  /** True only if every row came out as promised. */
  readonly ok: boolean;
  readonly rows: readonly CheckedRow[];
}

export type DemoAnswer = DemoWaits | DemoChecked;

/**
 * With `once`, keeps and discards every scripted action, checks it on disk, and removes the folder. From then on this process,
 * and what it starts to serve the page, has the folder's own trash for the person's: trying it out fills nobody's.
 */
export async function runDemo(once: boolean): Promise<DemoAnswer> {
  const folder = makeScratchFolder();
  const { root, home, trashFolder } = folder;
  process.env['XDG_DATA_HOME'] = folder.dataFolder;
  const verbatim = await openVerbatim({ root, home, trashFolder });
  try {
    return once ? await checkAll(verbatim, folder) : await leaveWaiting(verbatim, folder);
  } finally {
    await verbatim.close();
    if (once) folder.remove();
  }
}

async function leaveWaiting(verbatim: Verbatim, folder: ScratchFolder): Promise<DemoWaits> {
  for (const action of scriptedActions) {
    const answer = await action.act(verbatim, folder);
    if (answer.outcome !== 'pending') throw new Error(`the scripted agent was answered ${answer.outcome}`);
  }
  const { actions } = await verbatim.review.status();
  return { outcome: 'waiting', folder: folder.path, root: folder.root, home: folder.home, actions };
}

async function checkAll(verbatim: Verbatim, folder: ScratchFolder): Promise<DemoChecked> {
  const rows: CheckedRow[] = [];
  for (const action of scriptedActions) {
    // Discard first: what comes back is what Keep then starts from.
    rows.push(...(await checkOnce(verbatim, folder, action, 'discard')));
    rows.push(...(await checkOnce(verbatim, folder, action, 'keep')));
  }
  return { outcome: 'checked', ok: rows.every(({ problems }) => problems.length === 0), rows };
}
