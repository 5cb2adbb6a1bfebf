/** An agent's tool call, told by its hooks: captured before it writes, recorded after, ended where it failed. */
import { shellWord } from '@verbatim/core';
import type { ActAnswer, BeginAnswer, CancelAnswer, Refused } from '@verbatim/review';
import type { ToolCall } from '../hooks/claude-code.js';
import { settingsPath } from '../hooks/claude-code-settings.js';
import type { Session } from './session.js';

/** `passed`: the call writes no file, none of it is open, or the file lies outside and that was allowed. */
export type HookAnswer = { readonly outcome: 'passed' } | BeginAnswer | ActAnswer | CancelAnswer;

export interface HookOptions {
  /** Lets edits of files outside of the workspace through, where nothing is captured. */
  readonly allowOutside: boolean;
}

export async function hook(session: Session, call: ToolCall, { allowOutside }: HookOptions): Promise<HookAnswer> {
  const moments = { before: captureBefore, after: recordAfter, failed: endFailed };
  const answer = await moments[call.moment](session, call);
  if (answer.outcome !== 'refused' || answer.code !== 'OUTSIDE_ROOT') return answer;
  return allowOutside ? { outcome: 'passed' } : { ...answer, next: wayOut(session) };
}

/** Read by the agent, which must not let itself out, and by the person, who can. */
function wayOut({ root }: Session): string {
  return `Edit files in ${shellWord(root)} only. The person can let edits elsewhere through, uncaptured, with --allow-outside behind "hook claude-code" in ${settingsPath}.`;
}

/**
 * The tool may write when this answers `open`. The call's id is the key, so that the later events find the action; agents may
 * use one again.
 */
async function captureBefore(session: Session, call: ToolCall): Promise<HookAnswer> {
  const answer = await begin(session, call);
  if (answer.outcome !== 'refused' || answer.code !== 'FILE_BUSY') return answer;
  return (await endLeftOpen(session, answer)) ? begin(session, call) : answer;
}

async function recordAfter(session: Session, call: ToolCall): Promise<HookAnswer> {
  const begun = await begunBy(session, call);
  if (begun.outcome === 'refused') return begun;
  const { verbatim, context } = session;
  return orNothingThere(
    await verbatim.review.commit(begun.action, { ...context, key: `${call.id} after ${begun.action}` }),
  );
}

/** A tool that wrote where nothing lies wrote somewhere else, uncaptured: that is no success. */
function orNothingThere(answer: ActAnswer): ActAnswer {
  const absent = answer.outcome === 'unchanged' ? answer.files.filter(({ sha256 }) => sha256.now === null) : [];
  if (absent.length === 0) return answer;
  return {
    outcome: 'refused',
    code: 'FILE_ABSENT',
    message: 'The agent says that it has written this file, but there is none, so nothing was recorded.',
    files: absent.map(({ path }) => ({ path })),
    next: 'Look for what it has written elsewhere: nothing keeps what was there before.',
  };
}

async function endFailed(session: Session, call: ToolCall): Promise<HookAnswer> {
  const begun = await begunBy(session, call);
  if (begun.outcome === 'refused') return { outcome: 'passed' };
  const { verbatim, context } = session;
  return verbatim.review.cancel(begun.action, { ...context, key: `${call.id} failed ${begun.action}` });
}

function begin({ verbatim, context, pathOf }: Session, { id, files }: ToolCall): Promise<BeginAnswer> {
  return verbatim.review.begin(files.map(pathOf), { ...context, key: id });
}

/** What was captured before the call. */
async function begunBy({ verbatim, context, pathOf }: Session, { id, files }: ToolCall): Promise<BeginAnswer> {
  const answer = await verbatim.review.begun(files.map(pathOf), { ...context, key: id });
  if (answer.outcome !== 'refused' || answer.code !== 'ACTION_UNKNOWN') return answer;
  return {
    ...answer,
    message: 'This edit was not captured before it was made, so it cannot be shown or put back.',
    next: 'Check that the hook runs before the tool too: verbatim hook claude-code --install',
  };
}

/**
 * Ends what this very agent left open on the files: a tool call that the person did not allow is never heard of again, and the
 * agent's next call comes only when the one before is over. True where nothing else holds the files.
 */
async function endLeftOpen({ verbatim, context }: Session, { files }: Refused): Promise<boolean> {
  const busy = new Set(files.map(({ path }) => path));
  const holders = verbatim.ledger.read((view) =>
    view.opened().filter(({ paths }) => paths.some((path) => busy.has(path))),
  );
  if (holders.some(({ agent }) => agent !== context.agent)) return false;
  for (const { id } of holders) {
    const ended = await verbatim.review.cancel(id, {});
    if (ended.outcome === 'refused') return false;
  }
  return holders.length > 0;
}
