/**
 * Drafts: the memory of a generated app across an assistant's turns.
 *
 * - **draft**: an app's files as they are now; the newest revision.
 * - **revision**: the complete set of an app's files at one moment, numbered from 1; r0 is the empty draft.
 * - **turn**: one go of an assistant. Its **span** runs from the revision at its start to the last one written under it.
 * - **mark**: what became of a revision: undo of, checked, published.
 * - **reserved path**: a file that only the platform writes; **generators** make such files anew after an undo.
 * - **draft store**: where all of this is kept; the local one is LMDB, and others can take its place.
 */
export type * from './answers.js';
export type { Commit, DraftStore, NewRevision } from './draft-store.js';
export { type AppDraft, createDrafts, type Drafts, type DraftsOptions } from './drafts.js';
export type { RetainedAnswer, TurnSpan } from './history/questions.js';
export { draftBytesMax, draftFileBytesMax, filesPerAppMax } from './limits.js';
export { openLmdbDraftStore } from './lmdb/lmdb-draft-store.js';
export { createMemoryDraftStore } from './memory/memory-draft-store.js';
export { type OpenDraftsOptions, openDrafts } from './open-drafts.js';
export type { AppPolicy, Generator, GeneratorContext, GivenFiles } from './policy.js';
export type { FactOptions } from './publish/check.js';
export type { PublishFunction, PublishOptions } from './publish/publish.js';
export type { CheckFunction, Shipping } from './publish/ship.js';
export type * from './report.js';
export type { UndoTarget } from './undo/undo.js';
export type * from './words.js';
export type { Operation } from './write/apply.js';
export type { WriteOptions } from './write/write.js';
