/**
 * Test doubles for what cannot be had from the real world on demand: *faults* at a chosen call, *commits* that fail, a
 * *clock* that is moved by hand, *ids* that count, a *disk* whose power can be cut. Everything else in a test is real.
 */
export { type CommitPlan, type FailingCommits, failingCommits } from './failing-commits.js';
export { type Fault, type FaultPlan, type Faulty, faulty, InjectedBug, systemError } from './faults.js';
export { type FileSystem, fileSystems, type LoopDisk, openLoopDisk, whyNoDisk } from './loop-disk.js';
export { countingIds, type ManualClock, manualClock } from './world.js';
