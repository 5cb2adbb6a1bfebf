/**
 * What every command needs, and no more: a program that is started for each edit, as an agent's hook is, waits for each file
 * that it loads. Nothing of formats and drafts is loaded before it is used.
 */
export { type HeldSignals, holdSignals } from './hold-signals.js';
export { type OpenOptions, openVerbatim, type Verbatim } from './open-verbatim.js';
export { readNamedFile } from './read-named-file.js';
export { type FoundWorkspace, findWorkspace } from './workspaces/find-workspace.js';
