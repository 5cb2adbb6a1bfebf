/** What the verbs that look after a ledger and the command itself take. */
import { buildCommand, type Command } from '@stricli/core';
import { type CommonOptions, commonOptions, oneOf, optional } from './options.js';
import type { Shell } from './shell.js';
import { docsOf } from './verb-docs.js';
import { verbList } from './verb-list.js';

const load = () => import('./care-verbs.js');

export type SalvageFlags = CommonOptions & { to?: string };
export type CompletionShell = (typeof shells)[number];

const shells = ['bash', 'zsh', 'fish'] as const;
const nothing = { kind: 'tuple', parameters: [] } as const;

export const doctorCommand: Command<Shell> = buildCommand<CommonOptions, [], Shell>({
  docs: docsOf('doctor'),
  parameters: { flags: commonOptions, positional: nothing },
  loader: async () => (await load()).doctor,
});

export const salvageCommand: Command<Shell> = buildCommand<SalvageFlags, [], Shell>({
  docs: {
    brief: verbList.salvage,
    fullDescription: [
      'Rebuilds an index that is damaged or gone, from the copies and one small file for each action. What is rebuilt is in',
      'History as "recovered": it can be restored and discarded, and nothing of it waits. The old index is set aside.',
      '',
      'verbatim salvage --to ../saved   copies every intact copy into a new folder, and changes nothing',
      'verbatim salvage                 rebuilds the index',
    ].join('\n'),
  },
  parameters: {
    flags: {
      to: optional('Copy all intact copies into this new folder, and leave the ledger as it is', 'DIR'),
      ...commonOptions,
    },
    positional: nothing,
  },
  loader: async () => (await load()).salvage,
});

export const completionCommand: Command<Shell> = buildCommand<CommonOptions, [CompletionShell], Shell>({
  docs: {
    brief: verbList.completion,
    fullDescription: [
      'Prints a script that completes verbs and options.',
      '',
      'bash   source <(verbatim completion bash)        in ~/.bashrc',
      'zsh    source <(verbatim completion zsh)         in ~/.zshrc, after compinit',
      'fish   verbatim completion fish | source         in ~/.config/fish/config.fish',
    ].join('\n'),
  },
  parameters: {
    flags: commonOptions,
    positional: {
      kind: 'tuple',
      parameters: [{ placeholder: 'SHELL', brief: shells.join(', '), parse: oneOf(shells) }],
    },
  },
  loader: async () => (await load()).completion,
});
