/**
 * The real disk behind the Disk port of `@verbatim/core`. A *tree* confines every path to one folder; a *look* reads a
 * file with its hash at one moment; *staging* makes a flushed new file; *exchange* swaps two files in one system call. A
 * *passing folder* is one for somebody else's program, cleared away afterwards.
 * `SystemCalls` is the seam below all of it, where tests put faults.
 */
export { type Stat, type SystemCalls, systemCalls } from './calls.js';
export { type DiskOptions, openDisk } from './disk.js';
export { endProcess } from './end-process.js';
export { makePassingFolder, type PassingFolder } from './passing-folder.js';
export { randomIds, systemClock } from './world.js';
