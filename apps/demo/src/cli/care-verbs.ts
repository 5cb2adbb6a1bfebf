/** The verbs that look after a ledger and the command itself, none of which opens a workspace. */
import type { CompletionShell, SalvageFlags } from './care-commands.js';
import type { CommonOptions } from './options.js';
import { openProgress } from './progress.js';
import { runAlone } from './run-verb.js';
import type { Shell } from './shell.js';

export async function doctor(this: Shell, flags: CommonOptions): Promise<void> {
  const { printExamined } = await import('./print/doctor.js');
  const operation = await import('../operations/doctor.js');
  const { root, home } = flags;
  await runAlone(this, flags, printExamined, () => operation.doctor({ folder: this.folder, root, home }));
}

export async function salvage(this: Shell, flags: SalvageFlags): Promise<void> {
  const { printSalvaged } = await import('./print/salvaged.js');
  const { counted, sizeOf } = await import('./print/words.js');
  const operation = await import('../operations/salvage.js');
  const progress = openProgress(this.output);
  const onCopy = (done: number, bytes: number): void =>
    progress.tell(() => `${counted(done, 'copy', 'copies')} read, ${sizeOf(bytes)}`);
  const { root, home, to } = flags;
  await runAlone(this, flags, printSalvaged, () =>
    operation.salvage({ folder: this.folder, root, home, to, onCopy }),
  ).finally(progress.end);
}

export async function completion(this: Shell, flags: CommonOptions, shell: CompletionShell): Promise<void> {
  const { completionScript } = await import('./completion/completion-script.js');
  const answer = async () => ({ outcome: 'shown' as const, shell, script: completionScript(shell) });
  await runAlone<Awaited<ReturnType<typeof answer>>>(this, flags, ({ script }) => script, answer);
}
