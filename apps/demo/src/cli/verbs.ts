/** Each verb: its operation with what was typed, and how its answer reads. Loaded when a verb is run. */
import { resolve } from 'node:path';
import { assert } from '@verbatim/core';
import { begin as runBegin, cancel as runCancel, commit as runCommit } from '../operations/agent-brackets.js';
import {
  addTextBox as runAddTextBox,
  apply as runApply,
  deleteFile as runDelete,
  edit as runEdit,
  insertParagraph as runInsertParagraph,
  move as runMove,
  setCell as runSetCell,
  write as runWrite,
} from '../operations/agent-edits.js';
import { type Kept, discard as runDiscard, keep as runKeep } from '../operations/decide.js';
import { diff as runDiff } from '../operations/diff.js';
import { history as runHistory } from '../operations/history.js';
import { inspect as runInspect } from '../operations/inspect.js';
import { accept as runAccept, reject as runReject } from '../operations/judge.js';
import { purge as runPurge } from '../operations/purge.js';
import { type RestoreInput, preview as runPreview, restore as runRestore } from '../operations/restore.js';
import { pin as runPin, save as runSave, unpin as runUnpin } from '../operations/restore-points.js';
import { status as runStatus } from '../operations/status.js';
import { undo as runUndo } from '../operations/undo.js';
import type { ServeOptions } from '../web/serve.js';
import type * as Flags from './commands.js';
import { readNamed, readStandardInput } from './input.js';
import type { CommonOptions, DecisionFlags } from './options.js';
import { printAct, printBegin, printCancel } from './print/acts.js';
import { printChecked, printExported, printPurged } from './print/care.js';
import { printDecision } from './print/decisions.js';
import { printDiff } from './print/diff.js';
import { printHistory, printPinned, printPreview, printRestored, printSaved, printUndone } from './print/history.js';
import { printInspect } from './print/inspect.js';
import { printRelocated } from './print/relocated.js';
import { printStatus } from './print/status.js';
import { openCopyProgress, openProgress } from './progress.js';
import { exitCodes, reportThrown, reportUsage, writeJson } from './report.js';
import { type Print, runAlone, runInSession, type Verb } from './run-verb.js';
import type { Shell } from './shell.js';

const acts = { opens: 'write', print: printAct } as const;

export async function edit(this: Shell, flags: Flags.EditFlags, file: string): Promise<void> {
  const { replace, with: text, all, paragraph, slide, shape } = flags;
  const place = {
    ...(paragraph === undefined ? {} : { paragraph }),
    ...(slide === undefined ? {} : { slide }),
    ...(shape === undefined ? {} : { shape }),
  };
  const verb: Verb<typeof printAct> = { ...acts, name: 'edit' };
  await runInSession(this, flags, verb, (session) => runEdit(session, { file, replace, with: text, all, ...place }));
}

export async function write(this: Shell, flags: Flags.ActFlags, file: string): Promise<void> {
  const bytes = await readStandardInput(this, flags.json, 'write', [file]);
  if (bytes === undefined) return;
  const verb: Verb<typeof printAct> = { ...acts, name: 'write' };
  await runInSession(this, flags, verb, async (session) => {
    const answer = await runWrite(session, { file, bytes });
    if (bytes.length > 0 || answer.outcome === 'refused') return answer;
    return { ...answer, notes: ['Standard input was empty, so the file is empty.', ...(answer.notes ?? [])] };
  });
}

export async function deleteFile(this: Shell, flags: Flags.ActFlags, file: string): Promise<void> {
  const verb: Verb<typeof printAct> = { ...acts, name: 'delete' };
  await runInSession(this, flags, verb, (session) => runDelete(session, { file }));
}

export async function move(this: Shell, flags: Flags.ActFlags, from: string, to: string): Promise<void> {
  const verb: Verb<typeof printAct> = { ...acts, name: 'move' };
  await runInSession(this, flags, verb, (session) => runMove(session, { from, to }));
}

export async function insertParagraph(this: Shell, flags: Flags.InsertParagraphFlags, file: string): Promise<void> {
  const { text, after } = flags;
  const verb: Verb<typeof printAct> = { ...acts, name: 'insert-paragraph' };
  const paragraph = { file, text, ...(after === undefined ? {} : { after }) };
  await runInSession(this, flags, verb, (session) => runInsertParagraph(session, paragraph));
}

export async function addTextBox(this: Shell, flags: Flags.AddTextBoxFlags, file: string): Promise<void> {
  const { slide, text } = flags;
  const verb: Verb<typeof printAct> = { ...acts, name: 'add-text-box' };
  await runInSession(this, flags, verb, (session) => runAddTextBox(session, { file, slide, text }));
}

export async function setCell(this: Shell, flags: Flags.SetCellFlags, file: string): Promise<void> {
  const { cell, value, type } = flags;
  const verb: Verb<typeof printAct> = { ...acts, name: 'set-cell' };
  const input = { file, cell, value, ...(type === undefined ? {} : { type }) };
  await runInSession(this, flags, verb, (session) => runSetCell(session, input));
}

export async function apply(this: Shell, flags: Flags.ActFlags, name: string): Promise<void> {
  const source =
    name === '-' ? await readStandardInput(this, flags.json, 'apply -') : readNamed(this, flags.json, name);
  if (source === undefined) return;
  const verb: Verb<typeof printAct> = { ...acts, name: 'apply' };
  await runInSession(this, flags, verb, async (session) => runApply(session, { source, name }));
}

export async function begin(this: Shell, flags: Flags.BeginFlags, ...files: string[]): Promise<void> {
  const verb: Verb<typeof printBegin> = { name: 'begin', opens: 'write', print: printBegin };
  await runInSession(this, flags, verb, (session) => runBegin(session, { files, pid: flags.pid }));
}

export async function commit(this: Shell, flags: CommonOptions, action: string): Promise<void> {
  const verb: Verb<typeof printAct> = { name: 'commit', opens: 'known', print: printAct };
  await runInSession(this, flags, verb, (session) => runCommit(session, { action }));
}

export async function cancel(this: Shell, flags: CommonOptions, action: string): Promise<void> {
  const verb: Verb<typeof printCancel> = { name: 'cancel', opens: 'known', print: printCancel };
  await runInSession(this, flags, verb, (session) => runCancel(session, { action }));
}

export async function status(this: Shell, flags: CommonOptions): Promise<void> {
  const verb: Verb<typeof printStatus> = { name: 'status', opens: 'read', print: printStatus };
  await runInSession(this, flags, verb, runStatus);
}

export async function inspect(this: Shell, flags: Flags.InspectFlags, target: string): Promise<void> {
  const { from, count } = flags;
  // Words are marked by colour alone, so without colours there are none.
  const words = flags.json ? flags.words : this.output.colors.isColorSupported;
  const verb: Verb<typeof printInspect> = { name: 'inspect', opens: 'read', print: printInspect };
  await runInSession(this, flags, verb, (session) => runInspect(session, { target, from, count, words }));
}

export async function keep(this: Shell, flags: Flags.KeepFlags, ...targets: string[]): Promise<void> {
  await decide(this, flags, 'keep', { targets, all: flags.all, changed: flags.changed });
}

export async function discard(this: Shell, flags: Flags.DiscardFlags, ...targets: string[]): Promise<void> {
  await decide(this, flags, 'discard', { targets, all: flags.all, changed: false });
}

export async function accept(this: Shell, flags: Flags.JudgeVerbFlags, ...words: string[]): Promise<void> {
  await judge(this, flags, 'accept', words);
}

export async function reject(this: Shell, flags: Flags.JudgeVerbFlags, ...words: string[]): Promise<void> {
  await judge(this, flags, 'reject', words);
}

export async function history(this: Shell, flags: Flags.HistoryFlags, target: string): Promise<void> {
  const { prunePreview, below, count, since } = flags;
  const verb: Verb<typeof printHistory> = { name: 'history', opens: 'read', print: printHistory };
  const page = {
    prunePreview,
    ...(below === undefined ? {} : { below }),
    ...(count === undefined ? {} : { count }),
    ...(since === undefined ? {} : { since }),
  };
  await runInSession(this, flags, verb, (session) => runHistory(session, { target, ...page }));
}

export async function save(this: Shell, flags: Flags.SaveFlags, file: string): Promise<void> {
  const verb: Verb<typeof printSaved> = { name: 'save', opens: 'write', print: printSaved };
  await runInSession(this, flags, verb, (session) => runSave(session, { file, note: flags.note }));
}

export async function pin(this: Shell, flags: CommonOptions, file: string, copy: string): Promise<void> {
  const verb: Verb<typeof printPinned> = { name: 'pin', opens: 'known', print: printPinned };
  await runInSession(this, flags, verb, (session) => runPin(session, { file, copy }));
}

export async function unpin(this: Shell, flags: CommonOptions, file: string, copy: string): Promise<void> {
  const verb: Verb<typeof printPinned> = { name: 'unpin', opens: 'known', print: printPinned };
  await runInSession(this, flags, verb, (session) => runUnpin(session, { file, copy }));
}

export async function restore(this: Shell, flags: Flags.RestoreFlags, ...words: string[]): Promise<void> {
  const { action, from, count } = flags;
  const [file, copy] = words;
  const input: RestoreInput | undefined =
    action !== undefined && file === undefined
      ? { scope: 'action', action }
      : action === undefined && file !== undefined && copy !== undefined
        ? { scope: 'file', file, copy }
        : undefined;
  if (input === undefined || (flags.preview && input.scope === 'action')) {
    const message = flags.preview
      ? 'Name a file and a copy of it to see what would change.'
      : 'Name a file and a copy of it, or --action ACTION.';
    reportUsage(this.output, flags.json, { message, hint: 'verbatim history FILE lists the copies of a file.' });
    return;
  }
  if (flags.preview && input.scope === 'file') {
    const words = !flags.json && this.output.colors.isColorSupported;
    const verb: Verb<typeof printPreview> = { name: 'restore', opens: 'read', print: printPreview };
    await runInSession(this, flags, verb, (session) => runPreview(session, { ...input, from, count, words }));
    return;
  }
  const verb: Verb<typeof printRestored> = { name: 'restore', opens: 'known', print: printRestored };
  await runInSession(this, flags, verb, (session) => runRestore(session, input));
}

export async function undo(this: Shell, flags: Flags.UndoFlags, decision: string): Promise<void> {
  const { seen, acceptReplaced } = flags;
  const verb: Verb<typeof printUndone> = { name: 'undo', opens: 'known', print: printUndone };
  await runInSession(this, flags, verb, (session) => runUndo(session, { decision, seen, acceptReplaced }));
}

export async function verify(this: Shell, flags: Flags.VerifyFlags): Promise<void> {
  const { verify: runVerify } = await import('../operations/verify.js');
  const verb: Verb<typeof printChecked> = { name: 'verify', opens: 'read', print: printChecked };
  const { onCopy, end } = openCopyProgress(this.output);
  await runInSession(this, flags, verb, (session) => runVerify(session, { deep: flags.deep, onCopy })).finally(end);
}

export async function exportTo(this: Shell, flags: Flags.ExportFlags, target: string): Promise<void> {
  const { exportTo: runExport } = await import('../operations/export.js');
  const verb: Verb<typeof printExported> = { name: 'export', opens: 'read', print: printExported };
  const progress = openProgress(this.output);
  const onCopy = (done: number, all: number): void =>
    progress.tell(() => `${Math.floor((100 * done) / all)} % written`);
  await runInSession(this, flags, verb, (session) => runExport(session, { target, to: flags.to, onCopy })).finally(
    progress.end,
  );
}

export async function purge(this: Shell, flags: Flags.PurgeFlags, ...words: string[]): Promise<void> {
  const [file = '', ...copies] = words;
  const print: Print<Parameters<typeof printPurged>[0]> = (answer, page) => printPurged(answer, copies, page);
  const verb: Verb<typeof print> = { name: 'purge', opens: 'known', print };
  await runInSession(this, flags, verb, (session) => runPurge(session, { file, copies, confirmed: flags.yes }));
}

export async function relocate(this: Shell, flags: Flags.RelocateFlags): Promise<void> {
  const { relocate: runRelocate } = await import('../operations/relocate.js');
  const inFolder = (path: string): string => resolve(this.folder, path);
  await runAlone(this, flags, printRelocated, () =>
    runRelocate({
      root: inFolder(flags.root ?? '.'),
      ...(flags.home === undefined ? {} : { home: inFolder(flags.home) }),
      ...(flags.from === undefined ? {} : { from: inFolder(flags.from) }),
    }),
  );
}

export async function serve(this: Shell, flags: Flags.ServeFlags): Promise<void> {
  const { port = 0, root, home, check, publish } = flags;
  if ([check, publish].some((line) => line?.trim() === '')) {
    const message = 'A command needs words.';
    reportUsage(this.output, flags.json, { message, hint: 'verbatim serve --check "npm test"' });
    return;
  }
  const given = {
    folder: this.folder,
    ...(root === undefined ? {} : { root }),
    ...(home === undefined ? {} : { home }),
    ...(check === undefined ? {} : { check }),
    ...(publish === undefined ? {} : { publish }),
  };
  await servePage(this, flags, { port, ...given });
}

export async function demo(this: Shell, flags: Flags.DemoFlags): Promise<void> {
  if (flags.root !== undefined || flags.home !== undefined) {
    const message = 'The demo makes folders of its own; --root and --home do not go with it.';
    reportUsage(this.output, flags.json, { message, hint: 'verbatim demo --help' });
    return;
  }
  const { printDemo } = await import('./print/demo.js');
  const operation = await import('../operations/demo/run-demo.js').catch(withoutSamples);
  if (operation === undefined) {
    const message = 'The demo needs sample documents, which are not part of an installed verbatim.';
    reportUsage(this.output, flags.json, { message, hint: 'Run npm start in a clone of the repository.' });
    return;
  }
  const { runDemo } = operation;
  let made: Awaited<ReturnType<typeof runDemo>> | undefined;
  await runAlone(this, flags, printDemo, async () => {
    made = await runDemo(flags.once);
    return made;
  });
  if (!flags.page || flags.json || made?.outcome !== 'waiting') return;
  this.output.result('\nOr review it in a browser on this machine (Ctrl-C ends it):\n  ');
  await servePage(this, flags, { folder: made.root, root: made.root, home: made.home, port: 0 });
}

/** An installed command has no `@verbatim/fixtures`. */
function withoutSamples(error: unknown): undefined {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('@verbatim/fixtures')) throw error;
}

export async function diff(this: Shell, flags: Flags.DiffFlags, target: string): Promise<void> {
  const verb: Verb<typeof printDiff> = { name: 'diff', opens: 'read', print: printDiff };
  await runInSession(this, flags, verb, (session) => runDiff(session, { target, from: flags.from }));
}

/** The page until Ctrl-C; its address is told once, when it can be opened. */
async function servePage({ output }: Shell, flags: CommonOptions, options: ServeOptions): Promise<void> {
  try {
    const { serveUntilStopped } = await import('../web/serve-until-stopped.js');
    await serveUntilStopped(options, (url) => {
      if (flags.json) writeJson(output, { url });
      else output.result(`${url}\n`);
      if (output.isWatched) output.message('Open this address in a browser on this machine. Ctrl-C ends it.\n');
    });
    output.exit(exitCodes.interrupted);
  } catch (error) {
    reportThrown(output, flags.json, error, flags);
  }
}

async function judge(
  shell: Shell,
  flags: Flags.JudgeVerbFlags,
  name: 'accept' | 'reject',
  [file = '', ...changes]: readonly string[],
): Promise<void> {
  const { seen, acceptReplaced, aroundEdits } = flags;
  const verb: Verb<typeof printDecision> = { name, opens: 'known', print: printDecision };
  const input = { file, changes, seen, acceptReplaced, aroundEdits };
  await runInSession(shell, flags, verb, (session) => (name === 'accept' ? runAccept : runReject)(session, input));
}

/** What was named decides the scope; exactly one way of naming it. */
async function decide(
  shell: Shell,
  flags: CommonOptions & DecisionFlags & { readonly allowUnsafeReplace?: boolean },
  name: 'keep' | 'discard',
  given: { readonly targets: readonly string[]; readonly all: boolean; readonly changed: boolean },
): Promise<void> {
  const ways: Kept[] = [];
  if (given.targets.length > 0) ways.push({ scope: 'targets', targets: given.targets });
  if (given.all) ways.push({ scope: 'all' });
  if (given.changed) ways.push({ scope: 'changed' });
  const [decided] = ways;
  if (decided === undefined || ways.length > 1) {
    const choice = name === 'keep' ? 'a file, an action, --all or --changed' : 'a file, an action or --all';
    const message =
      ways.length === 0 ? `Name what to ${name}: ${choice}.` : `Name what to ${name} in one way: ${choice}.`;
    reportUsage(shell.output, flags.json, { message, hint: `verbatim ${name} --help` });
    return;
  }
  const input = { seen: flags.seen, acceptReplaced: flags.acceptReplaced };
  const verb: Verb<typeof printDecision> = { name, opens: 'known', print: printDecision };
  await runInSession(shell, flags, verb, (session) => {
    if (name === 'keep') return runKeep(session, { ...input, decided });
    assert(decided.scope !== 'changed', 'what changed since is only ever kept');
    return runDiscard(session, { ...input, decided });
  });
}
