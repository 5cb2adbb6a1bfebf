/** The changes of the files that are open on the page, a page of them at a time; asked for again whenever the state moves. */
import { type Signal, signal } from '@preact/signals';
import type { InspectAnswer, InspectedFile, ShownChange } from '@verbatim/review';
import { ask, SignedOut } from './client.ts';
import { line } from './state.ts';

export interface Inspected {
  readonly file?: InspectedFile;
  readonly changes: readonly ShownChange[];
  /** Of just the actions that are shown: a decision elsewhere does not make it old. */
  readonly seen?: string;
  readonly problem?: string;
  readonly isLoading: boolean;
}

const perPage = 100;

/** A file of an action; with `isWhole` the file with all edits that build on each other, which single changes are decided on. */
export interface Wanted {
  readonly action: string;
  readonly path: string;
  readonly isWhole: boolean;
}

interface Entry extends Wanted {
  readonly shown: Signal<Inspected>;
  wanted: number;
  isAsking: boolean;
  isStale: boolean;
}

const entries = new Map<string, Entry>();

/** The changes of one file; `close` when nobody looks at them any more. */
export function openInspected(wanted: Wanted): { readonly shown: Signal<Inspected>; close(): void } {
  const key = keyOf(wanted);
  const entry: Entry = {
    ...wanted,
    shown: signal<Inspected>({ changes: [], isLoading: true }),
    wanted: perPage,
    isAsking: false,
    isStale: false,
  };
  entries.set(key, entry);
  void load(entry);
  return {
    shown: entry.shown,
    close() {
      if (entries.get(key) === entry) entries.delete(key);
    },
  };
}

export function loadMore(wanted: Wanted): void {
  const entry = entries.get(keyOf(wanted));
  if (entry === undefined) return;
  entry.wanted += perPage;
  void load(entry);
}

/** What the open rows of an action were shown under, where there are any. */
export function seenOfInspected(action: string): string | undefined {
  for (const entry of entries.values()) {
    if (entry.action === action && !entry.isWhole && entry.shown.value.seen !== undefined)
      return entry.shown.value.seen;
  }
  return undefined;
}

function keyOf({ action, path, isWhole }: Wanted): string {
  return `${isWhole ? 'file' : 'action'}/${action}/${path}`;
}

export function reload(): void {
  for (const entry of entries.values()) void load(entry);
}

async function load(entry: Entry): Promise<void> {
  if (entry.isAsking) {
    entry.isStale = true;
    return;
  }
  entry.isAsking = true;
  entry.shown.value = { ...entry.shown.value, isLoading: true };
  try {
    do {
      entry.isStale = false;
      entry.shown.value = await fetchChanges(entry);
    } while (entry.isStale && entries.get(keyOf(entry)) === entry);
  } catch (error) {
    if (error instanceof SignedOut) line.value = 'signed-out';
    entry.shown.value = { ...entry.shown.value, isLoading: false, problem: 'The server did not answer.' };
  } finally {
    entry.isAsking = false;
  }
}

/** An action's changes are counted through all of its files, so the file's first one is found by the files before it. */
async function fetchChanges({ action, path, isWhole, wanted }: Entry): Promise<Inspected> {
  const target = isWhole ? `./${path}` : `action:${action}`;
  const page = async (from: number, count: number): Promise<InspectAnswer | string> => {
    const answer = await ask('inspect', { target, from, count, words: true });
    if ('error' in answer) return answer.error.message;
    return answer.outcome === 'refused' ? answer.message : answer;
  };
  let answer = await page(0, wanted);
  if (typeof answer === 'string') return { changes: [], isLoading: false, problem: answer };
  const at = answer.files.findIndex((one) => one.path === path);
  const start = answer.files.slice(0, at).reduce((sum, { changeCount }) => sum + changeCount, 0);
  if (start > 0) answer = await page(start, wanted);
  if (typeof answer === 'string') return { changes: [], isLoading: false, problem: answer };
  const file = answer.files[at];
  if (file === undefined)
    return { changes: [], isLoading: false, problem: 'This file is no part of the action any more.' };
  return { file, changes: file.changes, seen: answer.seen, isLoading: false };
}
