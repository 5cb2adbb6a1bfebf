/** A workspace after a mixed load, with or without a crash in it: recovered, then checked as a whole. */
import { existsSync, readFileSync } from 'node:fs';
import { type Checked, checkHistory } from '../history-check.js';
import type { Logged } from '../log.js';
import { sha256, type Workspace } from '../workspace.js';

export interface CheckedWorkspace extends Checked {
  /** What recovery told. */
  readonly recovered: readonly string[];
}

/**
 * The logs are of processes that have ended or pause. Everything acknowledged is there, every file is where its last operation left
 * it, nothing is half done, and `verify` finds nothing.
 */
export async function checkWorkspace(w: Workspace, logged: readonly Logged[]): Promise<CheckedWorkspace> {
  const recovered = await w.review.recover();
  const again = await w.review.recover();
  const checked = w.ledger.read((view) => checkHistory(logged, view, (path) => hashAt(w, path)));
  const files = w.files();
  const journal = w.ledger.read((view) => view.journal()).filter(({ state }) => state === 'intended');
  const { notes } = await w.review.status();
  const problems = [
    ...checked.problems,
    ...logged.flatMap(({ answered }) => (answered?.outcome === 'fault' ? [`a fault: ${answered.message}`] : [])),
    ...logged.flatMap(({ answered }) => (answered?.rescued ?? []).map((path) => `rescued where nobody saves: ${path}`)),
    ...again.map((sentence) => `a second recovery had something to do: ${sentence}`),
    ...recovered.filter((sentence) => sentence.startsWith('rescued')),
    ...Object.keys(files).flatMap((path) => (/\(recovered |\.verbatim-/.test(path) ? [`left behind: ${path}`] : [])),
    ...journal.map(({ token }) => `still under way: ${token}`),
    ...notes.filter((note) => !note.includes('wait')),
    ...w.ledger.verify().problems.map((problem) => `verify: ${JSON.stringify(problem)}`),
  ];
  return { ...checked, recovered, problems };
}

function hashAt(w: Workspace, path: string): string | null {
  return existsSync(w.at(path)) ? sha256(readFileSync(w.at(path))) : null;
}
