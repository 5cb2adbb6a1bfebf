/**
 * The shared words of Verbatim: file states, identities, ids, refusals and faults, and the ports through which the world
 * comes in (Disk, Clock, IdSource). Depends on nothing.
 */

export * from './clock.js';
export * from './disk.js';
export * from './errors.js';
export * from './words.js';
