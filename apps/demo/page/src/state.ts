/** What the page knows: what waits, what was decided, what was refused, and how the line to the server is. */
import { computed, signal } from '@preact/signals';
import type { Refused, StatusAction } from '@verbatim/review';
import type { Answer } from '../../src/web/api.ts';
import type { RecentDecision } from '../../src/web/recent-decisions.ts';
import type { PlaceTold } from '../../src/web/serve.ts';

export type Line = 'connecting' | 'live' | 'lost' | 'signed-out';

/** Something that was asked for and not done, with what was asked, so that it can be asked again another way. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly next?: string;
  readonly files: readonly string[];
  readonly isRefusal: boolean;
  readonly attempt?: Attempt;
}

export interface Attempt {
  readonly verb:
    | 'keep'
    | 'discard'
    | 'accept'
    | 'reject'
    | 'undo'
    | 'restore'
    | 'save'
    | 'pin'
    | 'unpin'
    | 'verify'
    | 'draft-undo'
    | 'draft-confirm'
    | 'draft-run'
    | 'draft-stop';
  /** Asks again; the given fields go with it. */
  readonly again: (more: {
    readonly acceptReplaced?: boolean;
    readonly aroundEdits?: boolean;
    readonly targets?: readonly string[];
  }) => void;
}

export interface Toast {
  readonly text: string;
  readonly decision?: string;
}

export const line = signal<Line>('connecting');
export const status = signal<Answer<'status'> | undefined>(undefined);
/** The workspace; also known where its ledger cannot be read. */
export const workspace = signal<PlaceTold | undefined>(undefined);
export const workspaceName = computed(() => {
  const root = workspace.value?.root ?? '';
  return root.slice(root.lastIndexOf('/') + 1);
});
/** Why what waits cannot be read now: nothing is shown then, as nobody knows whether it still is so. */
export const failure = signal<Trouble | undefined>(undefined);
export const decisions = signal<readonly RecentDecision[]>([]);
/** By row: `ACTION`, `ACTION/PATH`, a request's `request:ID`, `history`. */
export const troubles = signal<ReadonlyMap<string, Trouble>>(new Map());
/** Rows at which the server is at work, and since when. */
export const busy = signal<ReadonlySet<string>>(new Set());
export const toast = signal<Toast | undefined>(undefined);
export const isHelpShown = signal(false);
export const usesKeys = signal(localStorage.getItem('verbatim-keys') !== 'off');
/** Counts the states that the server told: what is shown of a file or of its history is asked for again with each. */
export const moves = signal(0);

/** Actions that were decided here, until the server's state says so too. */
export const settled = signal<ReadonlySet<string>>(new Set());
const settledFor = 2_000;

export const waiting = computed<readonly StatusAction[]>(() =>
  (status.value?.actions ?? []).filter(({ id }) => !settled.value.has(id)),
);

export const fileCount = computed(() => waiting.value.reduce((sum, { files }) => sum + files.length, 0));

export interface Group {
  readonly key: string;
  readonly request: string | null;
  readonly agent: string | null;
  readonly at: string;
  readonly actions: readonly StatusAction[];
}

/** By request, in the order in which they came; so what is new comes below what is there. */
export const groups = computed<readonly Group[]>(() => {
  const found = new Map<string, StatusAction[]>();
  for (const action of waiting.value) {
    const key = `request:${action.agent ?? ''}:${action.request ?? ''}`;
    const actions = found.get(key);
    if (actions === undefined) found.set(key, [action]);
    else actions.push(action);
  }
  return [...found].map(([key, actions]) => {
    const [first] = actions as [StatusAction];
    return { key, request: first.request, agent: first.agent, at: first.at, actions };
  });
});

export function takeStatus(next: Answer<'status'>): void {
  const ids = new Set(next.actions.map(({ id }) => id));
  settled.value = new Set([...settled.value].filter((id) => ids.has(id)));
  failure.value = undefined;
  status.value = { ...next, actions: unmoved(next.actions, status.value?.actions ?? []) };
  moves.value += 1;
}

/** The known object of each action that is as it was: its row is not drawn again. */
function unmoved(next: readonly StatusAction[], known: readonly StatusAction[]): readonly StatusAction[] {
  const byId = new Map(known.map((action) => [action.id, action]));
  return next.map((action) => {
    const before = byId.get(action.id);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(action) ? before : action;
  });
}

/** A state that was on its way when the answer came still names them; what is named later waits again. */
export function settle(actions: readonly string[]): void {
  settled.value = new Set([...settled.value, ...actions]);
  setTimeout(() => unsettle(actions), settledFor);
}

export function unsettle(actions: readonly string[]): void {
  settled.value = new Set([...settled.value].filter((id) => !actions.includes(id)));
}

export function setTrouble(row: string, trouble: Trouble | undefined): void {
  if (troubles.value.get(row) === trouble) return;
  const next = new Map(troubles.value);
  if (trouble === undefined) next.delete(row);
  else next.set(row, trouble);
  troubles.value = next;
}

export function setBusy(row: string, isBusy: boolean): void {
  const next = new Set(busy.value);
  if (isBusy) next.add(row);
  else next.delete(row);
  busy.value = next;
}

export function troubleOf(refused: Refused, attempt: Attempt): Trouble {
  const { code, message, next, files } = refused;
  const told = { code, message, files: files.map(({ path }) => path), isRefusal: true, attempt };
  return next === undefined ? told : { ...told, next };
}
