/** Each verb of drafts: its operation with what was typed, and how its answer reads. Loaded when one is run. */
import { type DraftSession, withDrafts } from '../operations/drafts/draft-session.js';
import * as look from '../operations/drafts/read-draft.js';
import * as ways from '../operations/drafts/ship-draft.js';
import * as change from '../operations/drafts/write-draft.js';
import type * as Flags from './draft-commands.js';
import type { DraftVerbName } from './draft-verb-list.js';
import { readStandardInput } from './input.js';
import { interruptible } from './interruptible.js';
import * as print from './print/drafts.js';
import { openCopyProgress } from './progress.js';
import { reportUsage } from './report.js';
import { type AnswerOf, lockWatchModule, runAlone } from './run-verb.js';
import type { Shell } from './shell.js';

export async function apps(this: Shell, flags: Flags.DraftOptions): Promise<void> {
  await run(this, flags, ['apps', 'read'], print.printApps, look.listDrafts);
}

export async function save(this: Shell, flags: Flags.DraftWriteFlags, app: string, dir: string): Promise<void> {
  const { turn, expected } = flags;
  await run(this, flags, ['save', 'write'], print.printWritten(app), (drafts) =>
    change.saveDraft(drafts, { app, dir, turn, expected }),
  );
}

export async function edit(this: Shell, flags: Flags.DraftEditFlags, app: string, file: string): Promise<void> {
  const { turn, expected, replace, with: text, all } = flags;
  const input = { app, file, turn, expected, replace, with: text, all };
  await run(this, flags, ['edit', 'write'], print.printWritten(app), (drafts) => change.editDraft(drafts, input));
}

export async function write(this: Shell, flags: Flags.DraftWriteFlags, app: string, file: string): Promise<void> {
  const bytes = await readStandardInput(this, flags.json, 'draft write', [app, file]);
  if (bytes === undefined) return;
  const { turn, expected } = flags;
  await run(this, flags, ['write', 'write'], print.printWritten(app), (drafts) =>
    change.writeDraft(drafts, { app, file, bytes, turn, expected }),
  );
}

export async function deleteFile(this: Shell, flags: Flags.DraftWriteFlags, app: string, file: string): Promise<void> {
  const { turn, expected } = flags;
  await run(this, flags, ['delete', 'write'], print.printWritten(app), (drafts) =>
    change.deleteFromDraft(drafts, { app, file, turn, expected }),
  );
}

export async function rename(
  this: Shell,
  flags: Flags.DraftWriteFlags,
  app: string,
  from: string,
  to: string,
): Promise<void> {
  const { turn, expected } = flags;
  await run(this, flags, ['rename', 'write'], print.printWritten(app), (drafts) =>
    change.renameInDraft(drafts, { app, from, to, turn, expected }),
  );
}

export async function undo(this: Shell, flags: Flags.DraftUndoFlags, app: string): Promise<void> {
  const { to, turn: undone, expected } = flags;
  if (to !== undefined && undone !== undefined) {
    const message = 'Name a revision to go back to, or a turn to undo, not both.';
    reportUsage(this.output, flags.json, { message, hint: 'verbatim draft undo --help' });
    return;
  }
  await run(this, flags, ['undo', 'write'], print.printWritten(app), (drafts) =>
    change.undoDraft(drafts, { app, to, undone, expected }),
  );
}

export async function turn(this: Shell, flags: Flags.DraftOptions, app: string, name: string): Promise<void> {
  await run(this, flags, ['turn', 'write'], print.printTurn, (drafts) => look.startTurn(drafts, { app, turn: name }));
}

export async function log(this: Shell, flags: Flags.DraftLogFlags, app: string): Promise<void> {
  const { before, count: limit } = flags;
  const request = { app, ...(before === undefined ? {} : { before }), ...(limit === undefined ? {} : { limit }) };
  await run(this, flags, ['log', 'read'], print.printLog(app), (drafts) => look.logDraft(drafts, request));
}

export async function show(this: Shell, flags: Flags.DraftShowFlags, ...words: string[]): Promise<void> {
  const [app = '', file] = words;
  const { revision } = flags;
  if (file === undefined) {
    await run(this, flags, ['show', 'read'], print.printRevision, (drafts) =>
      look.showDraft(drafts, { app, revision }),
    );
    return;
  }
  await run(this, flags, ['show', 'read'], print.printFile, async (drafts) => {
    const shown = await look.showDraftFile(drafts, { app, file, revision });
    return shown.outcome === 'refused' ? shown : print.fileAsText(shown);
  });
}

export async function diff(this: Shell, flags: Flags.DraftDiffFlags, ...words: string[]): Promise<void> {
  const [app = '', path] = words;
  const { from, to, turn: of, at, after, lines: linesMax, bytes: bytesMax } = flags;
  const request = {
    app,
    ...(path === undefined ? {} : { path }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(of === undefined ? {} : { turn: of }),
    ...(at === undefined ? {} : { at }),
    ...(after === undefined ? {} : { after }),
    ...(linesMax === undefined ? {} : { linesMax }),
    ...(bytesMax === undefined ? {} : { bytesMax }),
  };
  await run(this, flags, ['diff', 'read'], print.printDraftDiff(app), (drafts) => look.diffDraft(drafts, request));
}

export async function exportTo(
  this: Shell,
  flags: Flags.DraftOptions,
  app: string,
  revision: number,
  dir: string,
): Promise<void> {
  await run(this, flags, ['export', 'read'], print.printExportedDraft, (drafts) =>
    look.exportDraft(drafts, { app, revision, dir }),
  );
}

export async function check(this: Shell, flags: Flags.DraftCommandFlags, ...words: string[]): Promise<void> {
  const [app = '', program = '', ...args] = words;
  if (program === '') {
    reportNoCommand(this, flags, 'check');
    return;
  }
  const { revision } = flags;
  const commands = interruptible(this, flags, app);
  await run(this, flags, ['check', 'write'], print.printChecked, (drafts) =>
    ways.checkDraft(drafts, { app, revision, command: { program, args } }, commands.checking),
  ).finally(commands.end);
}

export async function publish(this: Shell, flags: Flags.DraftPublishFlags, ...words: string[]): Promise<void> {
  const [app = '', program, ...args] = words;
  const { revision, confirm } = flags;
  if (confirm === (program !== undefined) || program === '') {
    reportNoCommand(this, flags, 'publish');
    return;
  }
  const commands = interruptible(this, flags, app);
  await run(this, flags, ['publish', 'write'], print.printPublished, (drafts) =>
    program === undefined
      ? ways.confirmDraft(drafts, { app, revision })
      : ways.publishDraft(drafts, { app, revision, command: { program, args } }, commands.publishing),
  ).finally(commands.end);
}

export async function ship(this: Shell, flags: Flags.DraftShipFlags, app: string): Promise<void> {
  const [check, publish] = [{ line: flags.check }, { line: flags.publish }];
  if ([check, publish].some(({ line }) => line.trim() === '')) {
    const hint = `verbatim draft ship APP --check "npm test" --publish ./deploy`;
    reportUsage(this.output, flags.json, { message: 'A command needs words.', hint });
    return;
  }
  const { checking, publishing, end } = interruptible(this, flags, app);
  await run(this, flags, ['ship', 'write'], print.printShipped, (drafts) =>
    ways.shipDraft(drafts, { app, check, publish }, (files, command, options) =>
      (command === check ? checking : publishing)(files, command, options),
    ),
  ).finally(end);
}

export async function metrics(this: Shell, flags: Flags.DraftOptions, app: string): Promise<void> {
  await run(this, flags, ['metrics', 'read'], print.printMetrics, (drafts) => look.metricsOfDraft(drafts, { app }));
}

export async function verify(this: Shell, flags: Flags.DraftOptions): Promise<void> {
  const progress = openCopyProgress(this.output);
  await run(this, flags, ['verify', 'read'], print.printVerified, (drafts) =>
    look.verifyDrafts(drafts, { onCopy: progress.onCopy }),
  ).finally(progress.end);
}

function reportNoCommand(shell: Shell, flags: Flags.DraftOptions, verb: 'check' | 'publish'): void {
  const way = verb === 'publish' ? 'a command after --, or --confirm' : 'a command after --';
  reportUsage(shell.output, flags.json, {
    message: `Say what to run: ${way}.`,
    hint: `verbatim draft ${verb} APP -- npm run ${verb}`,
  });
}

async function run<A extends AnswerOf>(
  shell: Shell,
  flags: Flags.DraftOptions,
  [verb, mode]: readonly [DraftVerbName, 'read' | 'write'],
  printer: Parameters<typeof runAlone<A>>[2],
  operate: (session: DraftSession) => Promise<A>,
): Promise<void> {
  const { home, key } = flags;
  const lockWatch = { module: lockWatchModule(flags.json, undefined, flags), verb: `draft ${verb}` };
  await runAlone(shell, flags, printer, () =>
    withDrafts({ folder: shell.folder, home, key, mode, lockWatch }, operate),
  );
}
