/** What the server tells of drafts and of the commands that run on them. */
import { signal } from '@preact/signals';
import type { Commands, Run, RunsTold } from '../../src/web/runs/run.ts';
import type { AppTold, DraftsTold } from '../../src/web/watched.ts';

export const apps = signal<readonly AppTold[]>([]);
/** Counts what was told of drafts: an open timeline is asked for again with each. */
export const draftMoves = signal(0);
export const commands = signal<Commands>({ check: null, publish: null });
export const runs = signal<readonly Run[]>([]);

export function takeDrafts(told: DraftsTold): void {
  apps.value = told.apps;
  draftMoves.value += 1;
}

export function takeRuns(told: RunsTold): void {
  commands.value = told.commands;
  runs.value = told.runs;
}

export function takeRun(told: Run): void {
  runs.value = [...runs.value.filter(({ app }) => app !== told.app), told];
}

export function runOf(app: string): Run | undefined {
  return runs.value.find((run) => run.app === app);
}

/** How a run goes, or how it came out, in one line. */
export function runWords({ state, step, kind, revision, code }: Run): string {
  const r = `r${revision}`;
  switch (state) {
    case 'running':
      return step === null ? `Getting ${r} ready …` : step === 'check' ? `Checking ${r} …` : `Publishing ${r} …`;
    case 'done':
      if (kind === 'check') return `✓ ${r} passed its check`;
      return kind === 'ship' ? `✓ ${r} passed its check and is live` : `✓ ${r} is live`;
    case 'failed':
      if (kind === 'publish' || step === 'publish') return `✕ ${r} was not published`;
      return code === undefined ? `✕ ${r} did not pass its check` : `✕ ${r} was not checked`;
    case 'stopped':
      if (step === null) return `Stopped while ${r} was got ready`;
      return step === 'publish' ? `The publish of ${r} was stopped` : `The check of ${r} was stopped`;
    case 'unknown':
      return step === 'publish' ? `Whether ${r} is live is not known` : `How it came out for ${r} is not known`;
  }
}
