/** Ends a command with everything that it started: all of them are in one process group. */
import { systemCode } from '@verbatim/core';
import { groupEndWaitMax, groupLookEvery } from '../limits.js';
import { systemWorld } from '../world.js';

/** Tells the group that this process leads to end, and ends what is left of it after a while. Never waits for ever. */
export async function endGroup(leader: number): Promise<void> {
  const { clock } = systemWorld();
  for (const which of ['SIGTERM', 'SIGKILL'] as const) {
    let isThere = signal(leader, which);
    for (let waited = 0; isThere && waited < groupEndWaitMax; waited += groupLookEvery) {
      await clock.sleep(groupLookEvery);
      isThere = signal(leader, 0);
    }
    if (!isThere) return;
  }
}

/** False where the group is gone. */
function signal(leader: number, which: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, which);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
