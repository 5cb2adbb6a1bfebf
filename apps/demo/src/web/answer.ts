/** An operation's answer, or what it threw, as a response: what `--json` would print, with a status (design section 8). */
import { RefusalError } from '@verbatim/core';
import { faultOf, refusedOf } from '../operations/thrown.js';
import type { Failed } from './api.js';

export type Status = 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 500 | 503;

/** Goes between processes as it is. */
export interface Reply {
  readonly status: Status;
  readonly body: object;
}

/** Refusals are 409, also where one of several decisions was refused; nothing of a fault but its sentence leaves. */
export async function replyOf(run: () => Promise<object>): Promise<Reply> {
  try {
    const answer = await run();
    const isRefused = 'outcome' in answer && answer.outcome === 'refused';
    return { status: isRefused ? 409 : 200, body: { v: 1, ...answer } };
  } catch (error) {
    return replyToThrown(error);
  }
}

export function failed(status: Status, code: string, message: string, hint: string | null = null): Reply {
  const body: Failed = { v: 1, error: { code, message, hint, path: null } };
  return { status, body };
}

function replyToThrown(error: unknown): Reply {
  if (error instanceof RefusalError) return { status: 409, body: { v: 1, ...refusedOf(error) } };
  const body: Failed = { v: 1, error: faultOf(error) };
  return { status: 500, body };
}
