import { limits } from '../limits.js';
import { lengthOf, type RangePair } from '../range.js';

/**
 * The budget of one alignment. One unit is about 50 ns of the machine on which the limits were chosen, but only counts are
 * added up: searching a gap of L atoms up to D edits costs D^2 (steps of the search) + D * L / 8 (comparisons on the way).
 */
export class Effort {
  spent = 0;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Edits that may be looked for in this gap. One gap may use half of what is left, so that later gaps keep a chance, and no
   * more than a quarter of all: that is enough for every gap of up to 8,000 atoms, and in longer ones a search that gives up
   * (10,000 lines of a few different ones) took more than five times as long as git.
   */
  editsAffordable(gap: RangePair): number {
    const share = Math.min(Math.max(0, this.#max - this.spent) / 2, limits.alignEffortMax / 4);
    const perEdit = atomsIn(gap) / 8;
    const affordable = Math.floor((Math.sqrt(perEdit * perEdit + 4 * share) - perEdit) / 2);
    return Math.min(limits.gapEditsMax, affordable);
  }

  spendOnGap(gap: RangePair, edits: number): void {
    this.spent += edits * edits + (edits * atomsIn(gap)) / 8;
  }

  /** Says whether the work can still be paid, and pays. 32 plain comparisons are one unit. */
  payComparisons(count: number): boolean {
    if (this.spent >= this.#max) return false;
    this.spent += count / 32;
    return true;
  }
}

function atomsIn(gap: RangePair): number {
  return lengthOf(gap.before) + lengthOf(gap.after);
}
