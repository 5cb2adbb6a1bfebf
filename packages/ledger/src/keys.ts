/** Keys of the store, by table. Paths are hashed: LMDB's keys are short, paths are not. */
import { sha256 } from '@verbatim/store';

const order = (seq: number): string => seq.toString().padStart(12, '0');
const index = (n: number): string => n.toString().padStart(4, '0');
const pathKey = (path: string): string => sha256(path).slice(0, 32);

export const keys = {
  sequence: 'meta/sequence',
  format: 'meta/format',
  action: (id: string) => `action/${id}`,
  /** All actions in order. */
  actionAt: (seq: number) => `action-at/${order(seq)}`,
  allActions: 'action-at/',
  /** Actions that are open, pending or interrupted, in order. */
  waitingAt: (seq: number) => `waiting-at/${order(seq)}`,
  waiting: 'waiting-at/',
  /** Open actions; few at any time. */
  opened: (action: string) => `opened/${action}`,
  allOpened: 'opened/',
  /** The open action of a file. */
  open: (path: string) => `open/${pathKey(path)}`,
  pair: (action: string, n: number) => `pair/${action}/${index(n)}`,
  pairs: (action: string) => `pair/${action}/`,
  /** All pairs of a file in order. */
  pairOf: (path: string, seq: number) => `pair-of/${pathKey(path)}/${order(seq)}`,
  pairsOf: (path: string) => `pair-of/${pathKey(path)}/`,
  /** Its pending pairs in order. */
  pendingOf: (path: string, seq: number) => `pending-of/${pathKey(path)}/${order(seq)}`,
  pendingsOf: (path: string) => `pending-of/${pathKey(path)}/`,
  /** Its kept pairs in order. */
  keptOf: (path: string, seq: number) => `kept-of/${pathKey(path)}/${order(seq)}`,
  keptsOf: (path: string) => `kept-of/${pathKey(path)}/`,
  snapshot: (id: string) => `snapshot/${id}`,
  /** All snapshots of a file in order. */
  snapshotOf: (path: string, seq: number) => `snapshot-of/${pathKey(path)}/${order(seq)}`,
  snapshotsOf: (path: string) => `snapshot-of/${pathKey(path)}/`,
  /** All snapshots in order. */
  snapshotAt: (seq: number) => `snapshot-at/${order(seq)}`,
  allSnapshots: 'snapshot-at/',
  /** Who needs a copy: snapshots, review records, decisions. */
  held: (hash: string, holder: string) => `held/${hash}/${holder}`,
  holders: (hash: string) => `held/${hash}/`,
  allHeld: 'held/',
  /** Copies that lost a holder; freed under the lock once nobody holds them. */
  released: (hash: string) => `released/${hash}`,
  allReleased: 'released/',
  heldBytes: 'meta/held-bytes',
  journal: (token: string) => `journal/${token}`,
  journals: 'journal/',
  key: (scope: string) => `key/${scope}`,
  /** The review records of a file in order. */
  review: (path: string, seq: number) => `review/${pathKey(path)}/${order(seq)}`,
  reviewsOf: (path: string) => `review/${pathKey(path)}/`,
  decision: (id: string) => `decision/${id}`,
  /** The decisions that hold copies of a file, in order. */
  decisionOf: (path: string, seq: number) => `decision-of/${pathKey(path)}/${order(seq)}`,
  decisionsOf: (path: string) => `decision-of/${pathKey(path)}/`,
  manifestDue: (id: string) => `manifest-due/${id}`,
  manifestsDue: 'manifest-due/',
} as const;
