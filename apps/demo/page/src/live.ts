/** Follows the server for as long as the page is open, and comes back when the line broke. */

import type { Refused } from '@verbatim/review';
import type { Answer, Failed } from '../../src/web/api.ts';
import { ask, events, SignedOut, signIn } from './client.ts';
import { keepFocus } from './focus.ts';
import { reload } from './inspected.ts';
import { readPlace, takeToken } from './place.ts';
import { decisions, draftMoves, line, setTrouble, type Trouble, takeStatus, waiting } from './state.ts';

const retryFirst = 400;
const retryMost = 5_000;
let following: AbortController | undefined;

/** What the server does not tell by itself, drafts of apps, is looked at again when somebody comes back to the page. */
export function lookWhenBack(): void {
  addEventListener('focus', () => {
    draftMoves.value += 1;
  });
}

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
        if (name === 'failed') setTrouble('page', troubleIn(data as Failed | Refused));
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
  const name = state.root.slice(state.root.lastIndexOf('/') + 1);
  const count = waiting.value.reduce((sum, { files }) => sum + files.length, 0);
  document.title = count === 0 ? `${name} · Verbatim` : `(${count}) ${name} · Verbatim`;
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
