/**
 * The shared words of Verbatim: file states, identities, ids, refusals and faults, and the ports through which the world
 * comes in (Disk, Clock, IdSource). Depends on nothing.
 */
export type { Clock, IdSource } from './clock.js';
export type {
  Disk,
  Entry,
  Glance,
  Look,
  LookAbsent,
  LookPresent,
  Owner,
  Staged,
  Trashed,
  Tree,
} from './disk.js';
export {
  assert,
  type FaultCode,
  type FaultDetails,
  faultCodes,
  isVerbatimError,
  type Refusal,
  type RefusalCode,
  RefusalError,
  refusalCodes,
  refuse,
  systemCode,
  VerbatimError,
} from './errors.js';
export { isBytes } from './is-bytes.js';
export { shellWord } from './shell-word.js';
export { withSuffix } from './with-suffix.js';
export {
  type Absent,
  type ActionId,
  type ActionStatus,
  type Attributes,
  absent,
  type Content,
  type DecisionId,
  type FileKind,
  type FileState,
  type Format,
  formats,
  type Hash,
  hashOf,
  type Identity,
  labels,
  type Present,
  type SnapshotId,
  type SnapshotLabel,
  sameBytes,
  sameIdentity,
  sameState,
} from './words.js';
