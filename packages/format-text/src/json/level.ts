import type { Pairing } from './pairing.js';
import type { Sides } from './sides.js';
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
  readonly drafts: SlotDrafts;
  /** Indexes of the children that come next. */
  next: Sides<number>;
  /** How many pairs of children were passed; the number of the slot that comes next. */
  pairs: number;
}
