/**
 * What is said about a long wait for another process. Loaded in a worker thread while the main thread waits natively, so
 * it writes straight to the descriptors and ends the process from here.
 */

import { writeSync } from 'node:fs';

interface Holder {
  readonly pid?: number;
  readonly verb?: string;
  readonly seconds: number;
}

const asked = new URL(import.meta.url).searchParams;
const isJson = asked.has('json');

export function waiting(holder: Holder): void {
  say(2, `Waiting for another Verbatim process (${describe(holder)}) …\n`);
}

export async function timedOut(holder: Holder): Promise<void> {
  const message = `Another Verbatim process (${describe(holder)}) has held the ledger for ${holder.seconds} seconds, so this one gave up.`;
  const hint = 'Wait until it is done, look at verbatim status, then try again.';
  if (isJson) {
    say(1, `${JSON.stringify({ v: 1, error: { code: 'VERBATIM_LOCK_TIMEOUT', message, hint, path: null } })}\n`);
  } else {
    const more = asked.has('with') ? `         ${asked.get('with')}\n` : '';
    say(2, `Failed. ${message}\n  code   VERBATIM_LOCK_TIMEOUT\n  next   ${hint}\n${more}`);
  }
  // Loaded only now, so that what is said after a second is said at once.
  const { endProcess } = await import('@verbatim/node/end-process');
  // A hook that gives up must block what it could not capture.
  endProcess(asked.has('hook') ? 2 : 1);
}

function describe({ pid, verb }: Holder): string {
  const words = [
    pid === undefined ? '' : `pid ${Number(pid)}`,
    typeof verb === 'string' ? verb.replaceAll(/[^\w -]/g, '') : '',
  ];
  return words.filter((word) => word !== '').join(', ') || 'unknown';
}

/** Nobody may read; the wait goes on all the same. */
function say(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // A closed pipe.
  }
}
