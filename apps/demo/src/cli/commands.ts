/** The table of verbs: what each takes. What it does is loaded when it is run. */

import {
  type Application,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  type RouteMap,
} from '@stricli/core';
import type { NewCellType } from '@verbatim/format-ooxml';
import type { DiffPlace } from '@verbatim/review';
import { cellTypes } from '../operations/read-edits.js';
import { completionCommand, doctorCommand, salvageCommand } from './care-commands.js';
import { draftRoutes } from './draft-commands.js';
import { hookCommand } from './hook-command.js';
import {
  type CommonOptions,
  commonOptions,
  type DecisionFlags,
  decisionOptions,
  type JudgeFlags,
  judgeOptions,
  named,
  oneOf,
  optional,
  optionalCount,
  optionalPlace,
  optionalTime,
  required,
  requiredCount,
  undoOptions,
  type WritingOptions,
  writingOptions,
  yesOrNo,
} from './options.js';
import type { Shell } from './shell.js';
import { docsOf } from './verb-docs.js';
import { type VerbName, verbList } from './verb-list.js';

const load = () => import('./verbs.js');

export type EditFlags = CommonOptions &
  WritingOptions & { replace: string; with: string; all: boolean; paragraph?: number; slide?: number; shape?: string };
export type ActFlags = CommonOptions & WritingOptions;
export type InsertParagraphFlags = ActFlags & { text: string; after?: number };
export type AddTextBoxFlags = ActFlags & { slide: number; text: string };
export type SetCellFlags = ActFlags & { cell: string; value: string; type?: NewCellType };
export type BeginFlags = CommonOptions & { pid?: number };
export type InspectFlags = CommonOptions & { from?: number; count?: number; words: boolean };
export type KeepFlags = CommonOptions & DecisionFlags & { changed: boolean };
export type DiscardFlags = CommonOptions & DecisionFlags & WritingOptions;
export type JudgeVerbFlags = CommonOptions & JudgeFlags & WritingOptions;
export type DiffFlags = CommonOptions & { from?: DiffPlace };
export type HistoryFlags = CommonOptions & { prunePreview: boolean; below?: number; count?: number; since?: string };
export type SaveFlags = CommonOptions & { note?: string };
export type RestoreFlags = CommonOptions &
  WritingOptions & { action?: string; preview: boolean; from?: number; count?: number };
export type UndoFlags = CommonOptions & WritingOptions & { seen?: string; acceptReplaced: boolean };
export type VerifyFlags = CommonOptions & { deep: boolean };
export type ExportFlags = CommonOptions & { to?: string };
export type PurgeFlags = CommonOptions & { yes: boolean };
export type RelocateFlags = CommonOptions & { from?: string };
export type ServeFlags = CommonOptions & { port?: number; check?: string; publish?: string };
export type DemoFlags = CommonOptions & { once: boolean; page: boolean };

const file = named('FILE', 'A file, relative to the current folder');
const action = named('ACTION', 'An action’s id');
const target = named('TARGET', './FILE, or action:ID');
const fileThenChanges = named('FILE CHANGE', 'A text file, then ids of its changes, or kind:KIND');
const copy = named('COPY', 'A copy’s id, as history tells it');
const place = named('FILE|FOLDER|ACTION', './FILE, ./FOLDER, or action:ID');
const fileAndCopy = { kind: 'tuple', parameters: [file, copy] } as const;
const onlyFile = { kind: 'tuple', parameters: [file] } as const;
const onlyAction = { kind: 'tuple', parameters: [action] } as const;

const commands: Record<VerbName, Command<Shell> | RouteMap<Shell>> = {
  draft: draftRoutes(verbList.draft),
  hook: hookCommand,
  doctor: doctorCommand,
  salvage: salvageCommand,
  completion: completionCommand,
  status: buildCommand<CommonOptions, [], Shell>({
    docs: docsOf('status'),
    parameters: { flags: commonOptions, positional: { kind: 'tuple', parameters: [] } },
    loader: async () => (await load()).status,
  }),
  inspect: buildCommand<InspectFlags, [string], Shell>({
    docs: docsOf('inspect'),
    parameters: {
      flags: {
        from: optionalCount('The first change to show, from 0', 0),
        count: optionalCount('How many changes to show', 1),
        words: yesOrNo('With --json: also tell which words differ inside each change'),
        ...commonOptions,
      },
      positional: { kind: 'tuple', parameters: [target] },
    },
    loader: async () => (await load()).inspect,
  }),
  keep: buildCommand<KeepFlags, string[], Shell>({
    docs: docsOf('keep'),
    parameters: {
      flags: { ...decisionOptions, changed: yesOrNo('Everything whose files changed since'), ...commonOptions },
      positional: { kind: 'array', parameter: target },
    },
    loader: async () => (await load()).keep,
  }),
  discard: buildCommand<DiscardFlags, string[], Shell>({
    docs: docsOf('discard'),
    parameters: {
      flags: { ...decisionOptions, ...writingOptions, ...commonOptions },
      positional: { kind: 'array', parameter: target },
    },
    loader: async () => (await load()).discard,
  }),
  accept: buildCommand<JudgeVerbFlags, string[], Shell>({
    docs: docsOf('accept'),
    parameters: {
      flags: { ...judgeOptions, ...writingOptions, ...commonOptions },
      positional: { kind: 'array', parameter: fileThenChanges, minimum: 2 },
    },
    loader: async () => (await load()).accept,
  }),
  reject: buildCommand<JudgeVerbFlags, string[], Shell>({
    docs: docsOf('reject'),
    parameters: {
      flags: { ...judgeOptions, ...writingOptions, ...commonOptions },
      positional: { kind: 'array', parameter: fileThenChanges, minimum: 2 },
    },
    loader: async () => (await load()).reject,
  }),
  diff: buildCommand<DiffFlags, [string], Shell>({
    docs: docsOf('diff'),
    parameters: {
      flags: {
        from: optionalPlace('Where a long diff left off, as it said itself'),
        ...commonOptions,
      },
      positional: { kind: 'tuple', parameters: [target] },
    },
    loader: async () => (await load()).diff,
  }),
  edit: buildCommand<EditFlags, [string], Shell>({
    docs: docsOf('edit'),
    parameters: {
      flags: {
        replace: required('The text to replace, exactly as it is in the file', 'OLD'),
        with: required('The text that takes its place', 'NEW'),
        all: yesOrNo('Replace every match, not exactly one'),
        paragraph: optionalCount('In a Word document: only within this paragraph, from 1', 1),
        slide: optionalCount('In a presentation: only on this slide, from 1', 1),
        shape: optional('In a presentation: only in shapes of this name', 'NAME'),
        ...writingOptions,
        ...commonOptions,
      },
      positional: onlyFile,
    },
    loader: async () => (await load()).edit,
  }),
  write: buildCommand<ActFlags, [string], Shell>({
    docs: docsOf('write'),
    parameters: { flags: { ...writingOptions, ...commonOptions }, positional: onlyFile },
    loader: async () => (await load()).write,
  }),
  delete: buildCommand<ActFlags, [string], Shell>({
    docs: docsOf('delete'),
    parameters: { flags: { ...writingOptions, ...commonOptions }, positional: onlyFile },
    loader: async () => (await load()).deleteFile,
  }),
  move: buildCommand<ActFlags, [string, string], Shell>({
    docs: docsOf('move'),
    parameters: {
      flags: { ...writingOptions, ...commonOptions },
      positional: { kind: 'tuple', parameters: [named('FROM', 'The file'), named('TO', 'Its new place')] },
    },
    loader: async () => (await load()).move,
  }),
  'insert-paragraph': buildCommand<InsertParagraphFlags, [string], Shell>({
    docs: docsOf('insert-paragraph'),
    parameters: {
      flags: {
        text: required('The text of the paragraph; line ends become line breaks', 'T'),
        after: optionalCount(
          'Behind which paragraph, table or content control of the body; 0 for the start, else the end',
          0,
        ),
        ...writingOptions,
        ...commonOptions,
      },
      positional: onlyFile,
    },
    loader: async () => (await load()).insertParagraph,
  }),
  'add-text-box': buildCommand<AddTextBoxFlags, [string], Shell>({
    docs: docsOf('add-text-box'),
    parameters: {
      flags: {
        slide: requiredCount('The slide, from 1', 1),
        text: required('The text of the box; each line is a paragraph', 'T'),
        ...writingOptions,
        ...commonOptions,
      },
      positional: onlyFile,
    },
    loader: async () => (await load()).addTextBox,
  }),
  'set-cell': buildCommand<SetCellFlags, [string], Shell>({
    docs: docsOf('set-cell'),
    parameters: {
      flags: {
        cell: required('Which cell', 'SHEET!A1'),
        value: required('A number as JSON writes it, TRUE, FALSE, or text; empty empties the cell', 'V'),
        type: {
          kind: 'parsed',
          parse: oneOf(cellTypes),
          optional: true,
          brief: `Take the value as this and nothing else: ${cellTypes.join(', ')}`,
          placeholder: cellTypes.join('|'),
        },
        ...writingOptions,
        ...commonOptions,
      },
      positional: onlyFile,
    },
    loader: async () => (await load()).setCell,
  }),
  apply: buildCommand<ActFlags, [string], Shell>({
    docs: docsOf('apply'),
    parameters: {
      flags: { ...writingOptions, ...commonOptions },
      positional: { kind: 'tuple', parameters: [named('EDITS.json', 'A list of edits, or - for standard input')] },
    },
    loader: async () => (await load()).apply,
  }),
  begin: buildCommand<BeginFlags, string[], Shell>({
    docs: docsOf('begin'),
    parameters: {
      flags: { pid: optionalCount('The process that will write', 1), ...commonOptions },
      positional: { kind: 'array', parameter: file, minimum: 1 },
    },
    loader: async () => (await load()).begin,
  }),
  commit: buildCommand<CommonOptions, [string], Shell>({
    docs: docsOf('commit'),
    parameters: { flags: commonOptions, positional: onlyAction },
    loader: async () => (await load()).commit,
  }),
  cancel: buildCommand<CommonOptions, [string], Shell>({
    docs: docsOf('cancel'),
    parameters: { flags: commonOptions, positional: onlyAction },
    loader: async () => (await load()).cancel,
  }),
  history: buildCommand<HistoryFlags, [string], Shell>({
    docs: docsOf('history'),
    parameters: {
      flags: {
        prunePreview: yesOrNo('Also tell what is removed next to make room'),
        below: optionalCount('Go on where a page ended, as it said itself', 1),
        count: optionalCount('How many copies to list', 1),
        since: optionalTime('Only copies from this time on: 2026-03-01, or 2026-03-01T14:05Z'),
        ...commonOptions,
      },
      positional: { kind: 'tuple', parameters: [place] },
    },
    loader: async () => (await load()).history,
  }),
  save: buildCommand<SaveFlags, [string], Shell>({
    docs: docsOf('save'),
    parameters: {
      flags: { note: optional('What to remember it by', 'N'), ...commonOptions },
      positional: onlyFile,
    },
    loader: async () => (await load()).save,
  }),
  restore: buildCommand<RestoreFlags, string[], Shell>({
    docs: docsOf('restore'),
    parameters: {
      flags: {
        action: optional('Put all files of this action back to how they were before it', 'ACTION'),
        preview: yesOrNo('Only tell what would change'),
        from: optionalCount('With --preview: the first change to show, from 0', 0),
        count: optionalCount('With --preview: how many changes to show', 1),
        ...writingOptions,
        ...commonOptions,
      },
      positional: { kind: 'array', parameter: named('FILE COPY', 'A file, and the id of a copy of it'), maximum: 2 },
    },
    loader: async () => (await load()).restore,
  }),
  undo: buildCommand<UndoFlags, [string], Shell>({
    docs: docsOf('undo'),
    parameters: {
      flags: { ...undoOptions, ...writingOptions, ...commonOptions },
      positional: { kind: 'tuple', parameters: [named('DECISION', 'A decision’s id')] },
    },
    loader: async () => (await load()).undo,
  }),
  pin: buildCommand<CommonOptions, [string, string], Shell>({
    docs: docsOf('pin'),
    parameters: { flags: commonOptions, positional: fileAndCopy },
    loader: async () => (await load()).pin,
  }),
  unpin: buildCommand<CommonOptions, [string, string], Shell>({
    docs: docsOf('unpin'),
    parameters: { flags: commonOptions, positional: fileAndCopy },
    loader: async () => (await load()).unpin,
  }),
  verify: buildCommand<VerifyFlags, [], Shell>({
    docs: docsOf('verify'),
    parameters: {
      flags: { deep: yesOrNo('Also check that Office copies would open'), ...commonOptions },
      positional: { kind: 'tuple', parameters: [] },
    },
    loader: async () => (await load()).verify,
  }),
  export: buildCommand<ExportFlags, [string], Shell>({
    docs: docsOf('export'),
    parameters: {
      flags: { to: optional('The archive to write; no file is replaced', 'FILE.zip'), ...commonOptions },
      positional: { kind: 'tuple', parameters: [target] },
    },
    loader: async () => (await load()).exportTo,
  }),
  purge: buildCommand<PurgeFlags, string[], Shell>({
    docs: docsOf('purge'),
    parameters: {
      flags: { yes: yesOrNo('Do it; without this it is only told what would go'), ...commonOptions },
      positional: {
        kind: 'array',
        parameter: named('FILE [COPY]', 'A file, and the ids of single copies of it'),
        minimum: 1,
      },
    },
    loader: async () => (await load()).purge,
  }),
  relocate: buildCommand<RelocateFlags, [], Shell>({
    docs: docsOf('relocate'),
    parameters: {
      flags: { from: optional('Where it was, if it was copied to another disk', 'DIR'), ...commonOptions },
      positional: { kind: 'tuple', parameters: [] },
    },
    loader: async () => (await load()).relocate,
  }),
  serve: buildCommand<ServeFlags, [], Shell>({
    docs: docsOf('serve'),
    parameters: {
      flags: {
        port: optionalCount('The port; else any that is free', 1, 65_535),
        check: optional('What the page may run to check a draft, as a line for the shell', 'CMD'),
        publish: optional('What the page may run to publish a draft, as a line for the shell', 'CMD'),
        ...commonOptions,
      },
      positional: { kind: 'tuple', parameters: [] },
    },
    loader: async () => (await load()).serve,
  }),
  demo: buildCommand<DemoFlags, [], Shell>({
    docs: docsOf('demo'),
    parameters: {
      flags: {
        once: yesOrNo('Keep and discard everything once, check every hash, and clean up'),
        page: yesOrNo('Also serve the review page of what waits, until Ctrl-C'),
        ...commonOptions,
      },
      positional: { kind: 'tuple', parameters: [] },
    },
    loader: async () => (await load()).demo,
  }),
};

export const application: Application<Shell> = buildApplication(
  buildRouteMap<VerbName, Shell>({ routes: commands, docs: { brief: 'Verbatim' } }),
  {
    name: 'verbatim',
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { disableAnsiColor: true, onlyRequiredInUsageLine: true },
  },
);
