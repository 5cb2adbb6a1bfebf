/** The table of verbs: what each takes. What it does is loaded when it is run. */

import { type Application, buildApplication, buildCommand, buildRouteMap, type Command } from '@stricli/core';
import type { NewCellType } from '@verbatim/format-ooxml';
import type { DiffPlace } from '@verbatim/review';
import { cellTypes } from '../operations/read-edits.js';
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
  required,
  requiredCount,
  type WritingOptions,
  writingOptions,
  yesOrNo,
} from './options.js';
import type { Shell } from './shell.js';
import { type VerbName, verbList } from './verb-list.js';

const load = () => import('./verbs.js');

export type EditFlags = CommonOptions & WritingOptions & { replace: string; with: string; all: boolean };
export type ActFlags = CommonOptions & WritingOptions;
export type InsertParagraphFlags = ActFlags & { text: string; after?: number };
export type AddTextBoxFlags = ActFlags & { slide: number; text: string };
export type SetCellFlags = ActFlags & { cell: string; value: string; type?: NewCellType };
export type BeginFlags = CommonOptions & { pid?: number };
export type InspectFlags = CommonOptions & { from?: number; count?: number };
export type KeepFlags = CommonOptions & DecisionFlags & { changed: boolean };
export type DiscardFlags = CommonOptions & DecisionFlags & WritingOptions;
export type JudgeVerbFlags = CommonOptions & JudgeFlags & WritingOptions;
export type DiffFlags = CommonOptions & { from?: DiffPlace };
export type RelocateFlags = CommonOptions & { from?: string };
export type DemoFlags = CommonOptions & { once: boolean };

const file = named('FILE', 'A file, relative to the current folder');
const action = named('ACTION', 'An action’s id');
const target = named('TARGET', './FILE, or action:ID');
const fileThenChanges = named('FILE CHANGE', 'A text file, then ids of its changes, or kind:KIND');
const onlyFile = { kind: 'tuple', parameters: [file] } as const;
const onlyAction = { kind: 'tuple', parameters: [action] } as const;

const commands: Record<VerbName, Command<Shell>> = {
  status: buildCommand<CommonOptions, [], Shell>({
    docs: { brief: verbList.status },
    parameters: { flags: commonOptions, positional: { kind: 'tuple', parameters: [] } },
    loader: async () => (await load()).status,
  }),
  inspect: buildCommand<InspectFlags, [string], Shell>({
    docs: { brief: verbList.inspect },
    parameters: {
      flags: {
        from: optionalCount('The first change to show, from 0', 0),
        count: optionalCount('How many changes to show', 1),
        ...commonOptions,
      },
      positional: { kind: 'tuple', parameters: [target] },
    },
    loader: async () => (await load()).inspect,
  }),
  keep: buildCommand<KeepFlags, string[], Shell>({
    docs: { brief: verbList.keep },
    parameters: {
      flags: { ...decisionOptions, changed: yesOrNo('Everything whose files changed since'), ...commonOptions },
      positional: { kind: 'array', parameter: target },
    },
    loader: async () => (await load()).keep,
  }),
  discard: buildCommand<DiscardFlags, string[], Shell>({
    docs: { brief: verbList.discard },
    parameters: {
      flags: { ...decisionOptions, ...writingOptions, ...commonOptions },
      positional: { kind: 'array', parameter: target },
    },
    loader: async () => (await load()).discard,
  }),
  accept: buildCommand<JudgeVerbFlags, string[], Shell>({
    docs: { brief: verbList.accept },
    parameters: {
      flags: { ...judgeOptions, ...writingOptions, ...commonOptions },
      positional: { kind: 'array', parameter: fileThenChanges, minimum: 2 },
    },
    loader: async () => (await load()).accept,
  }),
  reject: buildCommand<JudgeVerbFlags, string[], Shell>({
    docs: { brief: verbList.reject },
    parameters: {
      flags: { ...judgeOptions, ...writingOptions, ...commonOptions },
      positional: { kind: 'array', parameter: fileThenChanges, minimum: 2 },
    },
    loader: async () => (await load()).reject,
  }),
  diff: buildCommand<DiffFlags, [string], Shell>({
    docs: { brief: verbList.diff },
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
    docs: { brief: verbList.edit },
    parameters: {
      flags: {
        replace: required('The text to replace, exactly as it is in the file', 'OLD'),
        with: required('The text that takes its place', 'NEW'),
        all: yesOrNo('Replace every match, not exactly one'),
        ...writingOptions,
        ...commonOptions,
      },
      positional: onlyFile,
    },
    loader: async () => (await load()).edit,
  }),
  write: buildCommand<ActFlags, [string], Shell>({
    docs: { brief: verbList.write },
    parameters: { flags: { ...writingOptions, ...commonOptions }, positional: onlyFile },
    loader: async () => (await load()).write,
  }),
  delete: buildCommand<ActFlags, [string], Shell>({
    docs: { brief: verbList.delete },
    parameters: { flags: { ...writingOptions, ...commonOptions }, positional: onlyFile },
    loader: async () => (await load()).deleteFile,
  }),
  move: buildCommand<ActFlags, [string, string], Shell>({
    docs: { brief: verbList.move },
    parameters: {
      flags: { ...writingOptions, ...commonOptions },
      positional: { kind: 'tuple', parameters: [named('FROM', 'The file'), named('TO', 'Its new place')] },
    },
    loader: async () => (await load()).move,
  }),
  'insert-paragraph': buildCommand<InsertParagraphFlags, [string], Shell>({
    docs: { brief: verbList['insert-paragraph'] },
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
    docs: { brief: verbList['add-text-box'] },
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
    docs: { brief: verbList['set-cell'] },
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
    docs: { brief: verbList.apply },
    parameters: {
      flags: { ...writingOptions, ...commonOptions },
      positional: { kind: 'tuple', parameters: [named('EDITS.json', 'A list of edits, or - for standard input')] },
    },
    loader: async () => (await load()).apply,
  }),
  begin: buildCommand<BeginFlags, string[], Shell>({
    docs: { brief: verbList.begin },
    parameters: {
      flags: { pid: optionalCount('The process that will write', 1), ...commonOptions },
      positional: { kind: 'array', parameter: file, minimum: 1 },
    },
    loader: async () => (await load()).begin,
  }),
  commit: buildCommand<CommonOptions, [string], Shell>({
    docs: { brief: verbList.commit },
    parameters: { flags: commonOptions, positional: onlyAction },
    loader: async () => (await load()).commit,
  }),
  cancel: buildCommand<CommonOptions, [string], Shell>({
    docs: { brief: verbList.cancel },
    parameters: { flags: commonOptions, positional: onlyAction },
    loader: async () => (await load()).cancel,
  }),
  relocate: buildCommand<RelocateFlags, [], Shell>({
    docs: { brief: verbList.relocate },
    parameters: {
      flags: { from: optional('Where it was, if it was copied to another disk', 'DIR'), ...commonOptions },
      positional: { kind: 'tuple', parameters: [] },
    },
    loader: async () => (await load()).relocate,
  }),
  demo: buildCommand<DemoFlags, [], Shell>({
    docs: { brief: verbList.demo },
    parameters: {
      flags: { once: yesOrNo('Keep and discard everything once, check every hash, and clean up'), ...commonOptions },
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
