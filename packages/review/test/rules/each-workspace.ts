/** What the rule tests share: a real workspace for each test, in each swap order, with a full check at its end. */
import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { ActAnswer, BeginAnswer, DecisionAnswer, Edit, Refused } from '../../src/index.js';
import { openWorkspace, type SwapOrder, swapOrders, type Workspace, type WorkspaceOptions } from '../workspace.js';

export interface Here {
  w: Workspace;
}

/** A fresh workspace for each test. Afterwards nothing of ours lies in it, and no operation is under way. */
export function workspaceForEach(options: WorkspaceOptions | (() => WorkspaceOptions) = {}): Here {
  const here = {} as Here;
  beforeEach(async () => {
    here.w = await openWorkspace(typeof options === 'function' ? options() : options);
  });
  afterEach(async () => {
    try {
      expectNothingStray(here.w);
    } finally {
      await here.w.close();
    }
  });
  return here;
}

/** The same suite in both swap orders. */
export function inBothOrders(suite: (here: Here, order: SwapOrder) => void, options: WorkspaceOptions = {}): void {
  describe.each(swapOrders)('in the %s order', (order) => suite(workspaceForEach({ ...options, order }), order));
}

export function expectNothingStray(w: Workspace): void {
  expect(Object.keys(w.files()).filter((path) => /\.verbatim-|\(recovered /.test(path))).toEqual([]);
  expect(w.ledger.read((view) => view.journal()).filter(({ state }) => state === 'intended')).toEqual([]);
}

/** Makes an agent's edit that must go through; answers the action. */
export async function edited(w: Workspace, ...edits: readonly Edit[]): Promise<string> {
  return actionOf(await w.review.act('edit', edits));
}

/** Captures for an agent that writes by itself; answers the action. */
export async function begun(w: Workspace, paths: readonly string[], pid?: number): Promise<string> {
  return actionOf(await w.review.begin(paths, pid === undefined ? {} : { pid }));
}

/** An agent that writes by itself: begin, its own write, commit. */
export async function bracket(w: Workspace, paths: readonly string[], write: () => void): Promise<string> {
  const id = await begun(w, paths);
  write();
  return actionOf(await w.review.commit(id));
}

export function actionOf(answer: ActAnswer | BeginAnswer): string {
  if (answer.outcome !== 'pending' && answer.outcome !== 'open') throw new Error(JSON.stringify(answer));
  return answer.action;
}

/** Discards that must go through. */
export async function discarded(
  w: Workspace,
  ...targets: Parameters<Workspace['review']['discard']>[0]
): Promise<Exclude<DecisionAnswer, Refused>> {
  const answer = await w.review.discard(targets);
  if (answer.outcome !== 'discarded') throw new Error(JSON.stringify(answer));
  return answer;
}

export async function statusOf(w: Workspace, id: string): Promise<string | undefined> {
  return (await w.review.status()).actions.find((action) => action.id === id)?.status;
}

/** Saves as most editors do: a new file, renamed over the old one. */
export function saveByRename(w: Workspace, path: string, text: string | Uint8Array): void {
  const temporary = join(w.base, 'saved-by-an-editor');
  writeFileSync(temporary, text);
  renameSync(temporary, w.at(path));
}

export function inodeOf(w: Workspace, path: string): number {
  return statSync(w.at(path)).ino;
}

/** The names of the copies in the ledger. */
export function copiesOf(w: Workspace): string[] {
  return readdirSync(join(w.ledgerDir, 'copies')).sort();
}
