import { isSamePart, type Side } from '../package/side.js';
import { PackageError } from '../problem.js';
import type { Entry } from '../zip/entry.js';
import { ChangeList } from './change-list.js';

/** Two opened versions of one file, the changes found so far, and the parts that need no second look. */
export class Comparison {
  readonly before: Side;
  readonly after: Side;
  readonly changes: ChangeList = new ChangeList();
  readonly #told = new Set<string>();
  readonly #looked = new Set<Entry>();

  constructor(before: Side, after: Side) {
    this.before = before;
    this.after = after;
  }

  /**
   * True the first time that these parts are looked into. A list may name one part any number of times, which no program
   * does and which would cost that many readings.
   */
  isFirstLook(...entries: readonly (Entry | undefined)[]): boolean {
    const known = entries.filter((entry) => entry !== undefined);
    const isFirst = known.every((entry) => !this.#looked.has(entry));
    for (const entry of known) this.#looked.add(entry);
    if (!isFirst) this.changes.markCoarse();
    return isFirst;
  }

  isSame(one: Entry, other: Entry): boolean {
    return isSamePart(this.before, one, this.after, other);
  }

  /**
   * Runs the comparison of one part by its content; one version may not have it. Where it finds nothing to tell although the
   * bytes differ, or the part is over a limit, the part is left for the plain comparison of parts, so that no difference goes
   * untold.
   */
  compareContent(one: Entry | undefined, other: Entry | undefined, compare: () => void): void {
    const { count } = this.changes;
    try {
      compare();
      const isSame = one !== undefined && other !== undefined && this.isSame(one, other);
      if (this.changes.count > count || isSame) this.tell(one, other);
    } catch (error) {
      if (!(error instanceof PackageError) || error.problem.code !== 'limit') throw error;
      this.changes.markCoarse();
    }
  }

  /** Says that these parts need no change of their own any more. */
  tell(one: Entry | undefined, other: Entry | undefined): void {
    this.#told.add(pairOf(one, other));
  }

  isTold(one: Entry | undefined, other: Entry | undefined): boolean {
    return this.#told.has(pairOf(one, other));
  }
}

function pairOf(one: Entry | undefined, other: Entry | undefined): string {
  return `${one?.key ?? ''}\n${other?.key ?? ''}`;
}
