/** What a person does on the page: asks the server for it, and shows how it came out where it was asked. */
import type { DecisionAnswer, DecisionsAnswer, Refused, StatusAction } from '@verbatim/review';
import type { Input, OrderName } from '../../src/web/api.ts';
import { order, type Replied, SignedOut } from './client.ts';
import { keepFocus } from './focus.ts';
import { reload, seenOfInspected } from './inspected.ts';
import {
  type Attempt,
  decisions,
  line,
  setBusy,
  setTrouble,
  settle,
  status,
  toast,
  troubleOf,
  unsettle,
} from './state.ts';
import { nameOf, verdictWords } from './words.ts';

type Verb = Attempt['verb'];
type Again = Parameters<Attempt['again']>[0];
type Done<N extends OrderName> = Exclude<Replied<N>, { readonly error: unknown }>;

/** Keeps or discards actions together: all of them or none. Said of these alone, so that others may move meanwhile. */
export async function decide(
  verb: 'keep' | 'discard',
  row: string,
  targets: readonly string[],
  more: Again = {},
): Promise<void> {
  const again = (next: Again): void => void decide(verb, row, next.targets ?? targets, { ...more, ...next });
  const input = async (): Promise<Input<'keep'>> => ({
    decided: { scope: 'targets', targets },
    seen: await seenOf(targets),
    acceptReplaced: more.acceptReplaced ?? false,
  });
  await request(row, verb, input(), again, told);
}

export function decideAction(verb: 'keep' | 'discard', action: StatusAction): Promise<void> {
  return decide(verb, action.id, [`action:${action.id}`]);
}

/** What these actions were shown as: of one, its own name for that; of several, a hash of theirs in the order of the list. */
async function seenOf(targets: readonly string[]): Promise<string> {
  const actions = (status.value?.actions ?? []).filter(({ id }) => targets.includes(`action:${id}`));
  const seen = actions.map((action) => seenOfInspected(action.id) ?? action.seen);
  const [only] = seen;
  if (seen.length === 1 && only !== undefined) return only;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(seen)));
  return [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A verdict on single changes of a file. */
export async function judge(
  verb: 'accept' | 'reject',
  row: string,
  given: { readonly file: string; readonly changes: readonly string[]; readonly seen: string },
  more: Again = {},
): Promise<void> {
  const { file, changes, seen } = given;
  const input: Input<'accept'> = {
    file: `./${file}`,
    changes,
    seen,
    aroundEdits: more.aroundEdits ?? false,
    acceptReplaced: more.acceptReplaced ?? false,
  };
  const again = (next: Again): void => void judge(verb, row, given, { ...more, ...next });
  await request(row, verb, input, again, (answer) => {
    if (answer.outcome === 'refused') return;
    if (answer.undecided === 0 && 'decision' in answer) told(answer);
    else {
      const text = verb === 'reject' ? 'Rejected. The bytes from before are back.' : 'Accepted.';
      toast.value = 'decision' in answer ? { text, decision: answer.decision } : { text };
    }
  });
}

export async function undo(decision: string, row = 'page', more: Again = {}): Promise<void> {
  const again = (next: Again): void => void undo(decision, row, { ...more, ...next });
  const input = { decision, acceptReplaced: more.acceptReplaced ?? false };
  await request(row, 'undo', input, again, (answer) => {
    if (answer.outcome === 'refused') return;
    unsettle(answer.actions);
    const names = nameOf(answer.files.map(({ path }) => path));
    const text = answer.undid === 'undo' ? `Done again: ${names}` : `Undone. ${names} waits again.`;
    toast.value = { text: answer.undid === 'restore' ? `Undone. ${names} is as it was before the restore.` : text };
  });
}

/** The newest decision that can be undone. */
export async function undoNewest(): Promise<void> {
  const newest = toast.value?.decision ?? decisions.value[0]?.id;
  if (newest === undefined) toast.value = { text: 'There is no decision to undo.' };
  else await undo(newest);
}

export async function save(file: string, note: string, row: string): Promise<void> {
  const input = note === '' ? { file: `./${file}` } : { file: `./${file}`, note };
  await request(
    row,
    'save',
    input,
    () => void save(file, note, row),
    (answer) => {
      if (answer.outcome === 'refused') return;
      const isNew = answer.outcome === 'saved';
      toast.value = {
        text: isNew ? 'Saved as a restore point.' : 'The newest restore point already is exactly this file.',
      };
    },
  );
}

export async function setPinned(file: string, copy: string, isPinned: boolean): Promise<void> {
  const verb = isPinned ? 'pin' : 'unpin';
  await request(
    'history',
    verb,
    { file: `./${file}`, copy },
    () => void setPinned(file, copy, isPinned),
    () => {
      toast.value = { text: isPinned ? 'Pinned: this copy is not removed to make room.' : 'Unpinned.' };
    },
  );
}

export async function restore(given: Input<'restore'>, row: string): Promise<boolean> {
  let isDone = false;
  await request(
    row,
    'restore',
    given,
    () => void restore(given, row),
    (answer) => {
      if (answer.outcome === 'refused') return;
      isDone = true;
      if (answer.outcome === 'unchanged')
        toast.value = { text: 'Nothing to restore: it already is exactly this copy.' };
      else toast.value = { text: verdictWords('restored', answer.files), decision: answer.decision };
    },
  );
  return isDone;
}

/** Copies an older revision forward as a new one, if the head still is the one that was shown. */
export async function undoDraft(app: string, to: number, expected: number): Promise<void> {
  const again = (): void => void undoDraft(app, to, expected);
  await request(`draft:${app}`, 'draft-undo', { app, to, expected }, again, (answer) => {
    if (answer.outcome === 'refused') return;
    const isNew = answer.outcome === 'saved';
    const text = isNew
      ? `r${answer.revision} holds the files of r${to} again.`
      : 'No byte differs, so nothing was done.';
    toast.value = { text };
  });
}

/** Asks for something to be done, and tells at `row` where it was not. */
export async function request<N extends OrderName & Verb>(
  row: string,
  name: N,
  input: Input<N> | Promise<Input<N>>,
  again: Attempt['again'],
  done: (answer: Done<N>) => void,
): Promise<void> {
  setTrouble(row, undefined);
  setBusy(row, true);
  const attempt: Attempt = { verb: name, again };
  try {
    const answer = await order(name, await input);
    const restoreFocus = keepFocus();
    if ('error' in answer) {
      const { code, message, hint } = answer.error;
      const next = hint === null ? {} : { next: hint };
      setTrouble(row, { code, message, files: [], isRefusal: false, attempt, ...next });
    } else if (isRefused(answer)) {
      setTrouble(row, troubleOf(answer, attempt));
    } else done(answer as Done<N>);
    restoreFocus();
    reload();
  } catch (error) {
    if (error instanceof SignedOut) line.value = 'signed-out';
    else {
      const message = 'The server did not answer, so it is not known whether this was done.';
      setTrouble(row, { code: 'OFFLINE', message, files: [], isRefusal: false, attempt });
    }
  } finally {
    setBusy(row, false);
  }
}

/** Takes what was decided off the list at once: the answer says so, it is not hoped for. */
function told(answer: DecisionAnswer | DecisionsAnswer): void {
  if (answer.outcome === 'refused' || 'decisions' in answer) return;
  if (answer.outcome === 'unchanged' || !('actions' in answer)) {
    toast.value = { text: 'Nothing was left to decide.' };
    return;
  }
  settle(answer.actions);
  toast.value = {
    text: `${verdictWords(answer.outcome === 'mixed' ? 'decided' : answer.outcome, answer.files)}.`,
    decision: answer.decision,
  };
}

function isRefused(answer: object): answer is Refused {
  return 'outcome' in answer && answer.outcome === 'refused' && 'code' in answer;
}
