/**
 * The entry of a process that looks at damaged ledgers, one after another, and may be crashed by one: LMDB maps its file
 * into memory and believes it. For each it prints what it was told, as a line of JSON.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isVerbatimError } from '@verbatim/core';
import { action, openWorkspace, sha256, type Workspace } from '../workspace.js';
import { type Facts, type Found, factsFile } from './rot-scene.js';

async function examine(base: string): Promise<Found> {
  const { actions, restorable } = JSON.parse(readFileSync(`${base}/${factsFile}`, 'utf8')) as Facts;
  let w: Workspace;
  try {
    w = await openWorkspace({ base });
  } catch (error) {
    return { opened: codeOf(error), verify: [], told: {}, restored: undefined };
  }
  const told: Record<string, string> = {};
  try {
    const verify = attempt(() => w.ledger.verify().problems.map(({ code }) => code as string));
    // The files were copied with the ledger, so they are other files with the same bytes.
    for (const { id } of actions) {
      const { outcome, code } = await answered(() => w.review.discard([action(id)], { acceptReplaced: true }));
      told[id] = code ?? outcome;
    }
    const { path, copy } = restorable;
    const { outcome, code } = await answered(() => w.review.restore(path, copy));
    const now = existsSync(w.at(path)) ? sha256(readFileSync(w.at(path))) : null;
    return { opened: 'ok', verify, told, restored: { outcome: code ?? outcome, now } };
  } finally {
    w.review.close();
    await w.ledger.close();
  }
}

type Outcome = { readonly outcome: string; readonly code?: string };

async function answered(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    return { outcome: 'fault', code: codeOf(error) };
  }
}

function attempt(run: () => string[]): string[] {
  try {
    return run();
  } catch (error) {
    return [codeOf(error)];
  }
}

function codeOf(error: unknown): string {
  return isVerbatimError(error) ? error.code : `not one of ours: ${String(error)}`;
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (base) => {
  lines.pause();
  void examine(base).then(
    (found) => {
      process.stdout.write(`${JSON.stringify(found)}\n`);
      lines.resume();
    },
    (error: unknown) => {
      process.stdout.write(`${JSON.stringify({ opened: codeOf(error), verify: [], told: {}, restored: undefined })}\n`);
      lines.resume();
    },
  );
});
