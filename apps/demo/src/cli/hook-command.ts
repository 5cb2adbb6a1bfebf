/** What `hook` takes. */
import { buildCommand, type Command } from '@stricli/core';
import { type CommonOptions, commonOptions, oneOf, yesOrNo } from './options.js';
import type { Shell } from './shell.js';
import { verbList } from './verb-list.js';

export type HookFlags = CommonOptions & { install: boolean; yes: boolean; allowOutside: boolean };

const agents = ['claude-code'] as const;

export const hookCommand: Command<Shell> = buildCommand<HookFlags, [(typeof agents)[number]], Shell>({
  docs: {
    brief: verbList.hook,
    fullDescription: [
      `Hooks of an agent call this with an event on standard input, before and after each tool that writes a file: the file is`,
      'captured before, recorded after, and waits for a decision. Exits 2 for anything but success, so that what could not be',
      'captured is not written. Files outside of the workspace are blocked too, unless --allow-outside lets them through. What a',
      'shell command of the agent (Bash) writes is not seen: nothing tells which files before it runs.',
      '',
      'verbatim hook claude-code --install         shows the settings for Claude Code in this workspace',
      'verbatim hook claude-code --install --yes   writes them',
    ].join('\n'),
  },
  parameters: {
    flags: {
      install: yesOrNo('Show the settings that the agent needs'),
      yes: yesOrNo('With --install: write them'),
      allowOutside: yesOrNo('Let edits of files outside of the workspace through, uncaptured'),
      ...commonOptions,
    },
    positional: {
      kind: 'tuple',
      parameters: [{ placeholder: 'AGENT', brief: `Which agent: ${agents.join(', ')}`, parse: oneOf(agents) }],
    },
  },
  loader: async () => (await import('./hook-verb.js')).hook,
});
