/** Follows the server for as long as the page is open, and comes back when the line broke. */

import type { Refused } from '@verbatim/review';
import type { Answer, Failed } from '../../src/web/api.ts';
import type { FailedTold } from '../../src/web/follow.ts';
import type { Run, RunsTold } from '../../src/web/runs/run.ts';
import type { PlaceTold } from '../../src/web/serve.ts';
import type { DraftsTold } from '../../src/web/watched.ts';
import { ask, events, SignedOut, signIn } from './client.ts';
import { takeDrafts, takeRun, takeRuns } from './drafts-state.ts';
import { keepFocus } from './focus.ts';
import { reload } from './inspected.ts';
import { readPlace, takeToken } from './place.ts';
import {
  decisions,
  failure,
  line,
  setTrouble,
  type Trouble,
  takeStatus,
  waiting,
  workspace,
  workspaceName,
} from './state.ts';

const retryFirst = 400;
const retryMost = 5_000;
let following: AbortController | undefined;

/** Signs in with the address's token where there is one, else with what this tab still has. */
export async function start(): Promise<void> {
  const token = takeToken();
  if (token === undefined) readPlace();
  else if (!(await signIn(token).catch(() => false))) {
    line.value = 'signed-out';
    return;
  }
  following?.abort();
  following = new AbortController();
  await follow(following.signal);
}

async function follow(signal: AbortSignal): Promise<void> {
  let wait = retryFirst;
  while (!signal.aborted) {
    try {
      for await (const { name, data } of events(signal)) {
        line.value = 'live';
        wait = retryFirst;
        if (name === 'status') take(data as Answer<'status'>);
        if (name === 'drafts') takeDrafts(data as DraftsTold);
        if (name === 'run') takeRun(data as Run);
        if (name === 'runs') takeRuns(data as RunsTold);
        if (name === 'place') workspace.value = data as PlaceTold;
        if (name === 'failed') takeFailure(data as FailedTold);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof SignedOut) {
        line.value = 'signed-out';
        return;
      }
    }
    if (signal.aborted) return;
    line.value = 'lost';
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
    });
    wait = Math.min(wait * 2, retryMost);
  }
}

function take(state: Answer<'status'>): void {
  const restoreFocus = keepFocus();
  takeStatus(state);
  restoreFocus();
  reload();
  void loadDecisions();
  const name = workspaceName.value;
  const count = waiting.value.reduce((sum, { files }) => sum + files.length, 0);
  document.title = count === 0 ? `${name} · Verbatim` : `(${count}) ${name} · Verbatim`;
}

/** Of what waits nothing is shown then; of anything else it is told above the list. */
function takeFailure(told: FailedTold): void {
  if (told.of !== 'status') {
    setTrouble('page', troubleIn(told));
    return;
  }
  failure.value = troubleIn(told);
  document.title = `! ${workspaceName.value} · Verbatim`;
}

function troubleIn(told: Failed | Refused): Trouble {
  const { code, message } = 'error' in told ? told.error : told;
  const next = 'error' in told ? told.error.hint : told.next;
  const files = 'error' in told ? [] : told.files.map(({ path }) => path);
  return { code, message, files, isRefusal: !('error' in told), ...(typeof next === 'string' ? { next } : {}) };
}

async function loadDecisions(): Promise<void> {
  try {
    const answer = await ask('decisions', {});
    if ('decisions' in answer) decisions.value = answer.decisions;
  } catch {
    // The line is followed above; it says when it is broken.
  }
}
