/** The table of the verbs of drafts: what each takes. What it does is loaded when it is run. */
import { buildCommand, buildRouteMap, type Command, type FlagParametersForType, type RouteMap } from '@stricli/core';
import type { DiffPlace } from '@verbatim/format-text';
import { type DraftVerbName, draftVerbList } from './draft-verb-list.js';
import {
  named,
  optional,
  optionalCount,
  optionalPlace,
  optionalRevision,
  required,
  requiredRevision,
  yesOrNo,
} from './options.js';
import type { Shell } from './shell.js';

const load = () => import('./draft-verbs.js');

/** `--agent`, `--request` and `--root` mean nothing here: a draft knows turns, and lies in no workspace. */
export interface DraftOptions {
  readonly home?: string;
  readonly json: boolean;
  readonly key?: string;
}

export interface DraftWriteFlags extends DraftOptions {
  readonly turn?: string;
  readonly expected?: number;
}

export type DraftEditFlags = DraftWriteFlags & { replace: string; with: string; all: boolean };
export type DraftUndoFlags = DraftOptions & { to?: number; turn?: string; expected?: number };
export type DraftLogFlags = DraftOptions & { before?: number; count?: number };
export type DraftShowFlags = DraftOptions & { revision?: number };
export type DraftDiffFlags = DraftOptions & {
  from?: number;
  to?: number;
  turn?: string;
  at?: DiffPlace;
  after?: string;
  lines?: number;
  bytes?: number;
};
export type DraftCommandFlags = DraftOptions & { revision?: number };
export type DraftPublishFlags = DraftCommandFlags & { confirm: boolean };
export type DraftShipFlags = DraftOptions & { check: string; publish: string };

const options: FlagParametersForType<DraftOptions, Shell> = {
  home: optional('The folder that keeps the drafts', 'DIR'),
  json: yesOrNo('Answer with one JSON value'),
  key: optional('Makes a retry safe: the same key answers the same', 'KEY'),
};

const writeOptions: FlagParametersForType<DraftWriteFlags, Shell> = {
  turn: optional('The turn that writes', 'T'),
  expected: optionalRevision('Refused where the newest revision is another'),
  ...options,
};

const app = named('APP', 'The app’s name');
const file = named('FILE', 'A path in the draft');
const onlyApp = { kind: 'tuple', parameters: [app] } as const;
const appAndFile = { kind: 'tuple', parameters: [app, file] } as const;
const appAndCommand = {
  kind: 'array',
  parameter: named('APP -- CMD', 'The app, then a command; its exit 0 is recorded as ok'),
  minimum: 1,
} as const;

const commands: Record<DraftVerbName, Command<Shell>> = {
  apps: buildCommand<DraftOptions, [], Shell>({
    docs: { brief: draftVerbList.apps },
    parameters: { flags: options, positional: { kind: 'tuple', parameters: [] } },
    loader: async () => (await load()).apps,
  }),
  save: buildCommand<DraftWriteFlags, [string, string], Shell>({
    docs: { brief: draftVerbList.save },
    parameters: {
      flags: writeOptions,
      positional: { kind: 'tuple', parameters: [app, named('DIR', 'The folder whose files become the draft')] },
    },
    loader: async () => (await load()).save,
  }),
  edit: buildCommand<DraftEditFlags, [string, string], Shell>({
    docs: { brief: draftVerbList.edit },
    parameters: {
      flags: {
        replace: required('The text to replace, exactly as it is in the file', 'OLD'),
        with: required('The text that takes its place', 'NEW'),
        all: yesOrNo('Replace every match, not exactly one'),
        ...writeOptions,
      },
      positional: appAndFile,
    },
    loader: async () => (await load()).edit,
  }),
  write: buildCommand<DraftWriteFlags, [string, string], Shell>({
    docs: { brief: draftVerbList.write },
    parameters: { flags: writeOptions, positional: appAndFile },
    loader: async () => (await load()).write,
  }),
  delete: buildCommand<DraftWriteFlags, [string, string], Shell>({
    docs: { brief: draftVerbList.delete },
    parameters: { flags: writeOptions, positional: appAndFile },
    loader: async () => (await load()).deleteFile,
  }),
  rename: buildCommand<DraftWriteFlags, [string, string, string], Shell>({
    docs: { brief: draftVerbList.rename },
    parameters: {
      flags: writeOptions,
      positional: {
        kind: 'tuple',
        parameters: [app, named('FROM', 'A path in the draft'), named('TO', 'Its new path')],
      },
    },
    loader: async () => (await load()).rename,
  }),
  turn: buildCommand<DraftOptions, [string, string], Shell>({
    docs: { brief: draftVerbList.turn },
    parameters: {
      flags: options,
      positional: { kind: 'tuple', parameters: [app, named('TURN', 'A name for the turn that begins')] },
    },
    loader: async () => (await load()).turn,
  }),
  log: buildCommand<DraftLogFlags, [string], Shell>({
    docs: { brief: draftVerbList.log },
    parameters: {
      flags: {
        before: optionalRevision('Only revisions older than this one'),
        count: optionalCount('How many revisions to list', 1),
        ...options,
      },
      positional: onlyApp,
    },
    loader: async () => (await load()).log,
  }),
  show: buildCommand<DraftShowFlags, string[], Shell>({
    docs: { brief: draftVerbList.show },
    parameters: {
      flags: { revision: optionalRevision('Which revision, else the newest'), ...options },
      positional: {
        kind: 'array',
        parameter: named('APP [FILE]', 'The app, and a path in its draft to see the file itself'),
        minimum: 1,
        maximum: 2,
      },
    },
    loader: async () => (await load()).show,
  }),
  diff: buildCommand<DraftDiffFlags, string[], Shell>({
    docs: { brief: draftVerbList.diff },
    parameters: {
      flags: {
        from: optionalRevision('The revision before'),
        to: optionalRevision('The revision after, else the newest'),
        turn: optional('What this turn changed', 'T'),
        at: optionalPlace('Where a long diff of one file left off, as it said itself'),
        after: optional('Only files whose paths come after this one', 'FILE'),
        lines: optionalCount('Lines of text at most', 1),
        bytes: optionalCount('Bytes of text at most', 1),
        ...options,
      },
      positional: {
        kind: 'array',
        parameter: named('APP [FILE]', 'The app, and a path in its draft to see this file alone'),
        minimum: 1,
        maximum: 2,
      },
    },
    loader: async () => (await load()).diff,
  }),
  undo: buildCommand<DraftUndoFlags, [string], Shell>({
    docs: { brief: draftVerbList.undo },
    parameters: {
      flags: {
        to: optionalRevision('The revision whose files come back, else the previous one'),
        turn: optional('Undo all that this turn changed', 'T'),
        expected: optionalRevision('Refused where the newest revision is another'),
        ...options,
      },
      positional: onlyApp,
    },
    loader: async () => (await load()).undo,
  }),
  export: buildCommand<DraftOptions, [string, number, string], Shell>({
    docs: { brief: draftVerbList.export },
    parameters: {
      flags: options,
      positional: {
        kind: 'tuple',
        parameters: [app, requiredRevision, named('DIR', 'An empty folder, or one that is made')],
      },
    },
    loader: async () => (await load()).exportTo,
  }),
  check: buildCommand<DraftCommandFlags, string[], Shell>({
    docs: { brief: draftVerbList.check },
    parameters: {
      flags: { revision: optionalRevision('Which revision, else the newest'), ...options },
      positional: appAndCommand,
    },
    loader: async () => (await load()).check,
  }),
  publish: buildCommand<DraftPublishFlags, string[], Shell>({
    docs: { brief: draftVerbList.publish },
    parameters: {
      flags: {
        revision: optionalRevision('Which revision, else the newest'),
        confirm: yesOrNo('A publish that was cut short did happen'),
        ...options,
      },
      positional: appAndCommand,
    },
    loader: async () => (await load()).publish,
  }),
  ship: buildCommand<DraftShipFlags, [string], Shell>({
    docs: { brief: draftVerbList.ship },
    parameters: {
      flags: {
        check: required('The command that checks, as a line for the shell', 'CMD'),
        publish: required('The command that publishes, as a line for the shell', 'CMD'),
        ...options,
      },
      positional: onlyApp,
    },
    loader: async () => (await load()).ship,
  }),
  metrics: buildCommand<DraftOptions, [string], Shell>({
    docs: { brief: draftVerbList.metrics },
    parameters: { flags: options, positional: onlyApp },
    loader: async () => (await load()).metrics,
  }),
  verify: buildCommand<DraftOptions, [], Shell>({
    docs: { brief: draftVerbList.verify },
    parameters: { flags: options, positional: { kind: 'tuple', parameters: [] } },
    loader: async () => (await load()).verify,
  }),
};

export function draftRoutes(brief: string): RouteMap<Shell> {
  return buildRouteMap<DraftVerbName, Shell>({ routes: commands, docs: { brief } });
}
