import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FaultCode, systemCode, VerbatimError } from '@verbatim/core';
import type { LedgerSurvey } from '@verbatim/ledger';
import { surveyBytesMax, surveyMsMax } from '../limits.js';

/** What the child writes, a line each. */
export type ChildSays =
  | { readonly is: 'started' }
  | { readonly is: 'read'; readonly survey: LedgerSurvey }
  | { readonly is: 'failed'; readonly code: FaultCode | null; readonly message: string };

export type SurveyedIndex =
  | { readonly state: 'sound'; readonly survey: LedgerSurvey }
  | { readonly state: 'absent' }
  /** `why` are sentences. */
  | { readonly state: 'damaged'; readonly why: readonly string[] };

/** Signals by which a process ends that reads pages which are not what they should be. */
const crashes: readonly (NodeJS.Signals | null)[] = ['SIGBUS', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGTRAP'];
const toldMax = 20;

/** Reads a ledger's index in another process. Writes nothing. Throws where it cannot be said how the index is. */
export function surveyIndex(dir: string): SurveyedIndex {
  const script = fileURLToPath(new URL('./survey-child.js', import.meta.url));
  const ran = spawnSync(process.execPath, [script, dir], {
    encoding: 'utf8',
    maxBuffer: surveyBytesMax,
    timeout: surveyMsMax,
    killSignal: 'SIGKILL',
  });
  const [first, last] = ran.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ChildSays]));
  if (first === undefined)
    throw unknown(dir, ran.error?.message ?? (ran.stderr.trim().split('\n').at(-1) || 'no answer'));
  if (last?.is === 'read') return judged(last.survey);
  if (last?.is === 'failed' && last.code !== null && last.code !== 'VERBATIM_LEDGER_DAMAGED') {
    throw new VerbatimError(last.code, last.message, { path: dir });
  }
  if (last?.is === 'failed') return { state: 'damaged', why: [last.message] };
  // Pages that point to each other are read for ever.
  if (systemCode(ran.error) === 'ETIMEDOUT') return { state: 'damaged', why: ['Reading the index came to no end.'] };
  if (!crashes.includes(ran.signal)) throw unknown(dir, `it ended with ${ran.signal ?? ran.status}`);
  return { state: 'damaged', why: [`A process that read the index was ended by ${ran.signal}.`] };
}

function judged(survey: LedgerSurvey): SurveyedIndex {
  if (!survey.exists) return { state: 'absent' };
  if (survey.problems.length === 0) return { state: 'sound', survey };
  const why = survey.problems.slice(0, toldMax).map(({ message }) => message);
  const more = survey.problems.length - why.length;
  return { state: 'damaged', why: more > 0 ? [...why, `And ${more} more.`] : why };
}

function unknown(dir: string, why: string): VerbatimError {
  return new VerbatimError('VERBATIM_IO', `The index could not be looked through: ${why}.`, {
    path: dir,
    hint: 'Nothing was changed. Try again.',
  });
}
