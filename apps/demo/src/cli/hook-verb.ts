/** The verb `hook`: an agent's event from standard input, or the settings that make the agent send them. */
import { dirname, resolve } from 'node:path';
import { shellWord } from '@verbatim/core';
import type { Refused } from '@verbatim/review';
import { readToolCall, type ToolCall } from '../hooks/claude-code.js';
import type { Installed } from '../operations/install-hook.js';
import type { HookFlags } from './hook-command.js';
import { reportThrown, reportUsage, writeJson } from './report.js';
import type { Print } from './run-verb.js';
import type { Shell } from './shell.js';
import { readStandardInput } from './standard-input.js';

export async function hook(this: Shell, flags: HookFlags): Promise<void> {
  if (flags.install) return install(this, flags);
  if (flags.yes) {
    const message = '--yes goes with --install.';
    return reportUsage(this.output, flags.json, { message, hint: 'verbatim hook claude-code --install --yes' });
  }
  const input = await readStandardInput(this, flags.json, 'hook claude-code');
  if (input === undefined) return;
  let call: ToolCall | undefined;
  try {
    call = readToolCall(input);
  } catch (error) {
    return reportThrown(this.output, flags.json, error);
  }
  if (call === undefined) {
    if (flags.json) writeJson(this.output, { outcome: 'passed' });
    this.output.exit(0);
    return;
  }
  await handle(this, flags, call);
}

/** The workspace is the one of the agent's project, wherever the agent has gone to meanwhile; a relative path starts where it is. */
async function handle(shell: Shell, flags: HookFlags, call: ToolCall): Promise<void> {
  const { runInSession } = await import('./run-verb.js');
  const operations = await import('../operations/hook.js');
  const { agent = call.agent, request = call.request } = flags;
  const at = resolve(shell.folder, call.folder ?? '.');
  const folder = resolve(shell.folder, process.env['CLAUDE_PROJECT_DIR'] || at);
  const located = { ...call, files: call.files.map((file) => resolve(at, file)) };
  await runInSession<Awaited<ReturnType<typeof operations.hook>>>(
    { ...shell, folder },
    { ...flags, agent, request },
    { name: 'hook', opens: 'write', print: () => '' },
    (session) => operations.hook(session, located, flags),
  );
}

async function install(shell: Shell, flags: HookFlags): Promise<void> {
  const { runInSession } = await import('./run-verb.js');
  const { installHook } = await import('../operations/install-hook.js');
  const { printInstalled } = await import('./print/hook.js');
  const home = flags.home === undefined ? [] : ['--home', resolve(shell.folder, flags.home)];
  const options = flags.allowOutside ? ['--allow-outside'] : [];
  const command = [commandOf(shell), 'hook', 'claude-code', ...[...options, ...home].map(shellWord)].join(' ');
  const print: Print<Exclude<Installed, Refused>> = (answer, page) => printInstalled(answer, options, page);
  await runInSession<Installed>(shell, flags, { name: 'hook', opens: flags.yes ? 'write' : 'read', print }, (session) =>
    installHook(session, { command, confirmed: flags.yes }),
  );
}

/** How the agent starts this command, from whatever folder: by name only where a shell of the user finds it by that. */
function commandOf({ started }: Shell): string {
  const script = resolve(process.argv[1] ?? '');
  const isOnPath =
    (process.env['PATH'] ?? '').split(':').includes(dirname(script)) && !script.includes('/node_modules/');
  return started === 'verbatim' && isOnPath ? started : `node ${shellWord(script)}`;
}
