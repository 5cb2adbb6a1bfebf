/** Check, publish and ship: each about one exact revision, each decided by a command of the person's own. */
import type { Checked, Published, RevisionFiles, Shipped } from '@verbatim/drafts';
import { type Command, runOnRevision } from '@verbatim/node';
import type { Refused } from '@verbatim/review';
import { appOf, type DraftSession, told } from './draft-session.js';

/** `ok` false: exit code 2. */
export type Judged<A> =
  | (A & { readonly ok: boolean; readonly message?: string; readonly notes?: readonly string[] })
  | Refused;

interface OneRevision {
  readonly app: string;
  /** The head where it is left out. */
  readonly revision?: number | undefined;
}

/** Runs a command on a revision's files: why it did not succeed, or undefined. */
export type RunCommand = typeof runOnRevision;

/** Runs a command on a fresh export of the revision and records whether it succeeded. */
export async function checkDraft(
  session: DraftSession,
  { app, revision, command }: OneRevision & { readonly command: Command },
  run: RunCommand = runOnRevision,
): Promise<Judged<Checked>> {
  const draft = appOf(session, app);
  const files = told(await draft.revision(revision));
  if (files.outcome === 'refused') return files;
  const noted = noting(run);
  const fault = files.revision === 0 ? undefined : await noted.run(files, command);
  const answer = told(await draft.recordCheck(files.revision, { ok: fault === undefined }, factsOf(session)));
  if (answer.outcome === 'refused') return answer;
  return noted.told(fault === undefined ? answer : { ...answer, message: fault });
}

/** Records the revision as live once the command has succeeded. */
export async function publishDraft(
  session: DraftSession,
  { app, revision, command }: OneRevision & { readonly command: Command },
  run: RunCommand = runOnRevision,
): Promise<Judged<Published>> {
  const options = { ...factsOf(session), ...(revision === undefined ? {} : { revision }) };
  const noted = noting(run);
  return noted.told(
    judged(told(await appOf(session, app).publish(succeeding(command, noted.run), options)), 'published'),
  );
}

/** Says that a publish which was cut short did happen. */
export async function confirmDraft(session: DraftSession, { app, revision }: OneRevision): Promise<Judged<Published>> {
  return judged(told(await appOf(session, app).confirmPublish(revision)), 'published');
}

interface BothCommands {
  readonly app: string;
  readonly check: Command;
  readonly publish: Command;
}

/** Checks the draft, then publishes exactly what was checked; a failed check stops it. */
export async function shipDraft(
  session: DraftSession,
  { app, check, publish }: BothCommands,
  run: RunCommand = runOnRevision,
): Promise<Judged<Shipped>> {
  const noted = noting(run);
  const checking = async (files: RevisionFiles): Promise<boolean> => {
    await succeeding(check, noted.run)(files);
    return true;
  };
  const shipping = { check: checking, publish: succeeding(publish, noted.run) };
  return noted.told(judged(told(await appOf(session, app).ship(shipping, factsOf(session))), 'shipped'));
}

/** The same for a revision that somebody was shown, whatever the newest one is by then. */
export async function shipRevision(
  session: DraftSession,
  { app, revision, check, publish }: BothCommands & { readonly revision: number },
  run: RunCommand,
): Promise<Judged<Checked> | Judged<Published>> {
  const checked = await checkDraft(session, { app, revision, command: check }, run);
  if (isRefused(checked) || !checked.ok) return checked;
  return publishDraft(session, { app, revision, command: publish }, run);
}

/** Throws with the reason where the command does not succeed, as a publish function is to. */
function succeeding(command: Command, run: RunCommand): (files: RevisionFiles) => Promise<void> {
  return async (files) => {
    const fault = await run(files, command);
    if (fault !== undefined) throw new Error(fault);
  };
}

/** What a run could not clear away is told with its answer, and changes nothing of it. */
function noting(run: RunCommand): { readonly run: RunCommand; told<A extends object>(answer: A): A } {
  const notes: string[] = [];
  return {
    run: (files, command) => run(files, command, { left: (folder) => notes.push(leftNote(folder)) }),
    told: (answer) => (notes.length === 0 ? answer : { ...answer, notes }),
  };
}

export function leftNote(folder: string): string {
  return `Not all of the exported files could be cleared away; what is left is in ${folder}.`;
}

function judged<A extends { readonly outcome: string }>(answer: A | Refused, good: A['outcome']): Judged<A> {
  if (isRefused(answer)) return answer;
  return { ...answer, ok: answer.outcome === good };
}

function isRefused(answer: { readonly outcome: string }): answer is Refused {
  return answer.outcome === 'refused';
}

function factsOf({ key }: DraftSession): { readonly key?: string } {
  return key === undefined ? {} : { key };
}
