/** What must hold after any fault: checked when the operation has answered, and again when recovery has run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isVerbatimError } from '@verbatim/core';
import { InjectedBug } from '@verbatim/testkit';
import { expect } from 'vitest';
import { isCleared } from '../../src/transition/cleared.js';
import { sha256, type Workspace } from '../workspace.js';
import type { Operation } from './operations.js';
import { type Listing, listing } from './scene.js';

export type Side = 'before' | 'after';

/** An operation that is about to be struck, or has been. */
export interface Struck {
  readonly operation: Operation;
  readonly workspace: Workspace;
  /** What the operation is about, as `prepare` answered it. */
  readonly ids: readonly string[];
  readonly originals: Listing;
  readonly before: Listing;
  readonly after: Listing;
}

/** What the operation told its caller; nothing where its process was killed. */
export type Told =
  | { readonly kind: 'answer'; readonly answer: { readonly outcome: string } }
  | { readonly kind: 'fault'; readonly error: unknown }
  | { readonly kind: 'nothing' };

/** Whatever was told is true at once: a refusal and most faults left everything, a success did everything. */
export function checkTold(struck: Struck, told: Told): void {
  if (told.kind === 'answer') {
    const { outcome } = told.answer;
    if (outcome !== 'refused') expect(outcome).toBe(struck.operation.outcome);
    expectSide(struck, outcome === 'refused' ? 'before' : 'after');
  } else if (told.kind === 'fault') {
    const { error } = told;
    // Told as it is, or as the reason of a fault of ours; where everything is then, only recovery tells.
    if (isInjectedBug(error)) return;
    if (!isVerbatimError(error) || error.code === 'VERBATIM_BUG') throw error;
    expect(error.path, `${error.code} names a path`).toBeTruthy();
    const isUnsettled = ['VERBATIM_PUT_BACK_FAILED', 'VERBATIM_OUTCOME_UNKNOWN'].includes(error.code);
    if (!isUnsettled && error.data['uncertain'] !== true) expectSide(struck, 'before');
  }
}

function isInjectedBug(error: unknown): boolean {
  return error instanceof InjectedBug || (error instanceof Error && isInjectedBug(error.cause));
}

function expectSide(struck: Struck, side: Side): void {
  const { workspace, before, after } = struck;
  const expected = struck[side];
  // Clean-up may still be due: work folders and empty folders count only once recovery has run.
  const isDue = (path: string): boolean =>
    path.includes('.verbatim-') || (path.endsWith('/') && !(path in expected) && (path in before || path in after));
  const found = Object.entries(listing(workspace.root)).filter(([path]) => !isDue(path));
  expect(Object.fromEntries(found), `it was told that every file is at ${side}`).toEqual(expected);
  expect(ledgerSide(struck)).toBe(side);
}

/** Nothing is half done now, and nothing of it lies about (P3, P8). Answers the side that everything is on. */
export function checkSettled(struck: Struck, told: Told): Side {
  const { workspace } = struck;
  const side = ledgerSide(struck);
  expect(listing(workspace.root), `the ledger is at ${side}, so every file must be`).toEqual(struck[side]);
  if (told.kind === 'answer') expect(side).toBe(told.answer.outcome === 'refused' ? 'before' : 'after');
  if (told.kind === 'fault' && isVerbatimError(told.error) && told.error.code === 'VERBATIM_PUT_BACK_FAILED')
    expect(side).toBe('before');
  checkLedger(workspace);
  return side;
}

/** By the key, which is stored with the outcome; the status of the action must agree with it. */
function ledgerSide({ operation, workspace }: Struck): Side {
  const scope = sha256(JSON.stringify([null, operation.name]));
  return workspace.ledger.read((view) => {
    const side = view.key(scope) === undefined ? 'before' : 'after';
    const newest = view.newestPair(operation.path);
    expect(newest && view.mustAction(newest.action).status).toBe(operation.status[side]);
    return side;
  });
}

/** Every action has all its pairs (P4), every copy is there and sound (P5), every manifest is written. */
function checkLedger({ ledger, ledgerDir }: Workspace): void {
  ledger.read((view) => {
    for (const { id, paths, count, status } of view.waiting()) {
      const pairs = view.pairs(id);
      expect(pairs.map(({ path }) => path)).toEqual(paths);
      expect(pairs).toHaveLength(count);
      for (const snapshot of pairs.flatMap(({ before, after }) => (after === null ? [before] : [before, after]))) {
        const state = view.snapshot(snapshot)?.state;
        expect(state, `the snapshot ${snapshot} is there`).toBeDefined();
        if (state?.kind === 'present') expect(ledger.copies.verify(state.hash, state.size)).toBe(true);
      }
      if (status !== 'pending') continue;
      expect(existsSync(join(ledgerDir, 'manifests', `${id}.json`))).toBe(true);
      for (const path of paths) expect(view.pendingPairs(path).map(({ action }) => action)).toContain(id);
    }
  });
  for (const name of readdirSync(join(ledgerDir, 'copies'))) {
    if (!name.startsWith('.tmp-')) expect(sha256(readFileSync(join(ledgerDir, 'copies', name)))).toBe(name);
  }
}

/** The operation is repeated on a healthy disk, then undone: the bytes, modes and attributes from before everything are back. */
export async function checkRepeatable(struck: Struck, side: Side, told: Told): Promise<void> {
  const { operation, workspace, ids, originals, after } = struck;
  const { review, ledger, root } = workspace;
  const again = await operation.run(review, ids);
  expect(again, JSON.stringify(again)).toMatchObject({ outcome: operation.outcome });
  expect('replayed' in again, 'what took effect is told again under its key').toBe(side === 'after');
  if (side === 'after' && told.kind === 'answer') expect(again).toEqual({ ...told.answer, replayed: true });
  expect(listing(root)).toEqual(after);

  const action = ledger.read((view) => view.newestPair(operation.path)?.action);
  await operation.undo(review, action ?? '');
  expect(listing(root)).toEqual(originals);
  ledger.lease('check', () => {});
  // Records of settled operations may wait for a flush that comes anyway; nothing else is there.
  const tree = workspace.disk.openTree(root);
  expect(ledger.read((view) => view.journal()).filter((record) => !isCleared(tree, record))).toEqual([]);
  tree.close();
}
