/** Check, publish and ship: each about one exact revision, each decided by a command of the person's own. */
import type { Checked, Published, RevisionFiles, Shipped } from '@verbatim/drafts';
import { type Command, runOnRevision } from '@verbatim/node';
import type { Refused } from '@verbatim/review';
import { appOf, type DraftSession, told } from './draft-session.js';

/** `ok` false: exit code 2. */
type Judged<A> = (A & { readonly ok: boolean; readonly message?: string }) | Refused;

interface OneRevision {
  readonly app: string;
  /** The head where it is left out. */
  readonly revision?: number | undefined;
}

/** Runs a command on a fresh export of the revision and records whether it succeeded. */
export async function checkDraft(
  session: DraftSession,
  { app, revision, command }: OneRevision & { readonly command: Command },
): Promise<Judged<Checked>> {
  const draft = appOf(session, app);
  const files = told(await draft.revision(revision));
  if (files.outcome === 'refused') return files;
  const fault = files.revision === 0 ? undefined : await runOnRevision(files, command);
  const answer = told(await draft.recordCheck(files.revision, { ok: fault === undefined }, factsOf(session)));
  if (answer.outcome === 'refused') return answer;
  return fault === undefined ? answer : { ...answer, message: fault };
}

/** Records the revision as live once the command has succeeded. */
export async function publishDraft(
  session: DraftSession,
  { app, revision, command }: OneRevision & { readonly command: Command },
): Promise<Judged<Published>> {
  const options = { ...factsOf(session), ...(revision === undefined ? {} : { revision }) };
  return judged(told(await appOf(session, app).publish(succeeding(command), options)), 'published');
}

/** Says that a publish which was cut short did happen. */
export async function confirmDraft(session: DraftSession, { app, revision }: OneRevision): Promise<Judged<Published>> {
  return judged(told(await appOf(session, app).confirmPublish(revision)), 'published');
}

/** Checks the draft, then publishes exactly what was checked; a failed check stops it. */
export async function shipDraft(
  session: DraftSession,
  { app, check, publish }: { readonly app: string; readonly check: Command; readonly publish: Command },
): Promise<Judged<Shipped>> {
  const checking = async (files: RevisionFiles): Promise<boolean> => {
    await succeeding(check)(files);
    return true;
  };
  const shipping = { check: checking, publish: succeeding(publish) };
  return judged(told(await appOf(session, app).ship(shipping, factsOf(session))), 'shipped');
}

/** Throws with the reason where the command does not succeed, as a publish function is to. */
function succeeding(command: Command): (files: RevisionFiles) => Promise<void> {
  return async (files) => {
    const fault = await runOnRevision(files, command);
    if (fault !== undefined) throw new Error(fault);
  };
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
