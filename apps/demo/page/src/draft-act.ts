/** What a person has done with a draft by commands: which, the person who started the server said. */
import type { Run, RunKind } from '../../src/web/runs/run.ts';
import { request } from './act.ts';
import { toast } from './state.ts';

/** Runs a command on a revision, if the head still is the one that was shown. How it goes is told by events. */
export async function run(kind: RunKind, app: string, revision: number, expected: number): Promise<void> {
  const again = (): void => void run(kind, app, revision, expected);
  await request(`draft:${app}`, 'draft-run', { kind, app, revision, expected }, again, () => {});
}

export async function stopRun(shown: Run): Promise<void> {
  await request(
    `draft:${shown.app}`,
    'draft-stop',
    { run: shown.run },
    () => void stopRun(shown),
    () => {},
  );
}

/** Says that a publish which was cut short did happen. */
export async function confirmPublish(app: string, revision: number): Promise<void> {
  const again = (): void => void confirmPublish(app, revision);
  await request(`draft:${app}`, 'draft-confirm', { app, revision }, again, (answer) => {
    if (answer.outcome === 'published') toast.value = { text: `r${answer.revision} is recorded as live.` };
  });
}

export async function copyLine(line: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(line).then(
    () => true,
    () => false,
  );
  toast.value = { text: isCopied ? 'Copied.' : 'The browser did not let the page copy; mark the line instead.' };
}
