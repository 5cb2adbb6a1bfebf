import type { Pairing } from './pairing.js';
import type { SideName, Sides } from './sides.js';
import type { SlotDrafts } from './slot-drafts.js';
import type { ListKind } from './tree.js';

/** A list of before and the list of after that it became, and how far the walk through both has come. */
export interface Level {
  readonly parent: Level | undefined;
  readonly kind: ListKind;
  readonly nodes: Sides<number>;
  /** Indexes in the list around them. */
  readonly indexes: Sides<number>;
  /** Indexes of the documents that they are in. */
  readonly documents: Sides<number>;
  readonly pairing: Pairing;
  /** Indexes in before of the children that moved. */
  readonly movedFrom: ReadonlySet<number>;
  readonly drafts: SlotDrafts;
  /** Indexes of the children that come next. */
  next: Sides<number>;
  /** What `Names` found out about this list: kept here, so that it goes when the walk has left the list. */
  readonly known: Partial<Record<SideName, KnownNames>>;
  /** How many pairs of children were passed; the number of the slot that comes next. */
  pairs: number;
}

export interface KnownNames {
  /** The end of the path of the list. */
  path?: string;
  /** Of each child, which one of its key it is. */
  ordinals?: readonly number[];
}
