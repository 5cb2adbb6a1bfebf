/**
 * Opens all of Verbatim on a real machine. A *workspace* is a folder whose files are looked after; the *home* is the
 * folder that keeps one ledger for each workspace, outside of all of them. Here the ports of the other packages meet the
 * machine: clock, chance, signals, the system's trash, formats.
 */

export { isVerbatimError, RefusalError, shellWord, VerbatimError } from '@verbatim/core';
export { type Checked, type CheckOptions, type CheckProblem, checkLedger } from './check-ledger.js';
export {
  type DoctorCode,
  type DoctorProblem,
  doctor,
  type Examined,
  type ExaminedDisk,
  type Support,
} from './doctor.js';
export { exportRevision } from './drafts/export-revision.js';
export { type LocalDraftsOptions, openLocalDrafts } from './drafts/open-local-drafts.js';
export { type FolderFiles, readFolder } from './drafts/read-folder.js';
export { type Command, type CommandFault, type RunOptions, runOnRevision } from './drafts/run-command.js';
export { type Edits, edits } from './edits/edits.js';
export type { ReplaceText } from './edits/replace.js';
export { type Exported, type ExportOptions, exportCopies } from './export-copies.js';
export { formats } from './formats/formats.js';
export { type HeldSignals, holdSignals } from './hold-signals.js';
export { type OpenOptions, openVerbatim, type Verbatim } from './open-verbatim.js';
export { readNamedFile } from './read-named-file.js';
export { type RelocateAnswer, type RelocateOptions, relocate } from './relocate.js';
export { type Salvaged, type SalvageInput, salvage } from './salvage.js';
export { type FoundWorkspace, findWorkspace } from './workspaces/find-workspace.js';
export { folderAt } from './workspaces/folder-at.js';
