import type { Pairing } from './pairing.js';
import { Draft } from './pieces.js';

/**
 * A slot is what stands between two pairs of children, or between one and an end of the list; slots count from 0. All that
 * stands in one is decided together, and so are slots between which a child moved: else a choice could hold it twice.
 */
export class SlotDrafts {
  readonly #drafts = new Map<number, Draft>();

  constructor({ children, partners, moved }: Pairing) {
    if (moved.size === 0) return;
    const slotsBefore = new Int32Array(children.before.length);
    const slotsAfter = new Int32Array(children.after.length);
    let slot = 0;
    let to = 0;
    partners.forEach((partner, from) => {
      slotsBefore[from] = slot;
      if (partner === -1) return;
      slotsAfter.fill(slot, to, partner + 1);
      to = partner + 1;
      slot++;
    });
    slotsAfter.fill(slot, to);
    for (const [toIndex, fromIndex] of moved) this.of(slotsBefore[fromIndex]!).join(this.of(slotsAfter[toIndex]!));
  }

  of(slot: number): Draft {
    const draft = this.#drafts.get(slot) ?? new Draft();
    this.#drafts.set(slot, draft);
    return draft;
  }
}
