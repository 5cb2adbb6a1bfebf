import type { Action, Copy, DecidedFile, Decision, Label, Pair, Review, Standing, Text } from './records.js';

/** Two of them differ by case alone. */
export const names = ['a.txt', 'A.txt', 'b.txt'] as const;
export const copiesMax = 8;
/** Copies that always find room beside restore points and pins. */
export const floorCopies = 4;

/** What must be on disk, in history and in the copies folder; every method is one rule of the design, section 6. */
export class Model {
  readonly files: Map<string, { text: Text; identity: number }> = new Map(names.map((path) => [path, fresh(null)]));
  readonly actions: Action[] = [];
  copies: Copy[] = [];
  reviews: Review[] = [];
  readonly decisions: Decision[] = [];
  hadFaults = false;
  /** True until a clean-up that failed is made good by whoever opens the workspace next. */
  mayHaveLeftovers = false;
  #seq = 0;
  readonly #bytesMax: number | null;

  constructor(bytesMax: number | null) {
    this.#bytesMax = bytesMax;
  }

  next(): number {
    return ++this.#seq;
  }

  text(path: string): Text {
    return must(this.files.get(path)).text;
  }

  put(path: string, text: Text): number | null {
    const file = fresh(text);
    this.files.set(path, file);
    return text === null ? null : file.identity;
  }

  isSame(path: string, identity: number | null): boolean {
    return this.text(path) === null || identity === null || must(this.files.get(path)).identity === identity;
  }

  action(id: string): Action {
    return must(this.actions.find((one) => one.id === id));
  }

  pairOf(action: Action, path: string): Pair {
    return must(action.pairs.find((pair) => pair.path === path));
  }

  /** Newest first. */
  pendingOf(path: string): Action[] {
    return this.touching(path).filter(({ status }) => status === 'pending');
  }

  touching(path: string): Action[] {
    const found = this.actions.filter(({ pairs }) => pairs.some((pair) => pair.path === path));
    return found.sort((a, b) => b.seq - a.seq);
  }

  reviewOf(path: string, action: string): Review | undefined {
    return this.reviews.find((review) => review.path === path && review.actions.includes(action));
  }

  copiesOf(path: string): Copy[] {
    return this.copies.filter((copy) => copy.path === path).sort((a, b) => b.seq - a.seq);
  }

  olderInChain(path: string, newest: Action, older: readonly Action[]): Action[] {
    const review = this.reviewOf(path, newest.id);
    if (review !== undefined) return older.filter(({ id }) => review.actions.includes(id));
    const chain: Action[] = [];
    for (const one of older) {
      const above = chain.at(-1) ?? newest;
      if (this.reviewOf(path, one.id) !== undefined) break;
      if (this.pairOf(one, path).after !== this.pairOf(above, path).before) break;
      chain.push(one);
    }
    return chain;
  }

  topChain(path: string): Action[] {
    const [newest, ...older] = this.pendingOf(path);
    return newest === undefined ? [] : [newest, ...this.olderInChain(path, newest, older)];
  }

  closure(verdict: 'keep' | 'discard', start: readonly Action[]): Action[] {
    const reached = new Set<Action>();
    const queue = [...start];
    for (let action = queue.pop(); action !== undefined; action = queue.pop()) {
      if (reached.has(action)) continue;
      reached.add(action);
      for (const { path } of action.pairs) {
        queue.push(...(this.reviewOf(path, action.id)?.actions ?? []).map((id) => this.action(id)));
        const pending = this.pendingOf(path);
        const { seq } = action;
        if (verdict === 'discard') queue.push(...pending.filter((one) => one.seq > seq));
        else {
          const [from, ...older] = pending.filter((one) => one.seq <= seq);
          if (from !== undefined) queue.push(...this.olderInChain(path, from, older));
        }
      }
    }
    return [...reached].sort((a, b) => a.seq - b.seq);
  }

  standing(ids: readonly string[]): Standing {
    const actions = ids.map((id) => this.action(id)).map(({ id, status, decision }) => ({ id, status, decision }));
    return structuredClone({ actions, reviews: this.reviewsOf(ids) });
  }

  reviewsOf(ids: readonly string[]): Review[] {
    const found = new Set<Review>();
    for (const id of ids) {
      for (const { path } of this.action(id).pairs) {
        const review = this.reviewOf(path, id);
        if (review !== undefined) found.add(review);
      }
    }
    return [...found];
  }

  addCopy(path: string, label: Label, text: Text, action: string | null): void {
    this.copies.push({ id: '', seq: this.next(), path, label, text, action, pinned: false });
  }

  close(ids: readonly string[], status: Action['status'], decision: string): void {
    this.reviews = this.reviews.filter(({ actions }) => !actions.some((id) => ids.includes(id)));
    for (const id of ids) Object.assign(this.action(id), { status, decision });
  }

  decided(id: string, verdict: string, before: Standing, files: readonly DecidedFile[]): void {
    const ids = before.actions.map((one) => one.id);
    const after = this.standing(ids);
    this.decisions.push({ id, seq: this.next(), verdict, before, after, files, isReleased: false });
    this.prune(ids.flatMap((one) => this.action(one).pairs.map(({ path }) => path)));
  }

  /** Our own write made another file: the pairs that left it so are about that one now. */
  stamp(path: string, text: Text, identity: number | null): void {
    const [top] = this.pendingOf(path);
    const kept = this.touching(path).find(({ status }) => status === 'kept');
    for (const action of [top, kept]) {
      if (action === undefined) continue;
      const pair = this.pairOf(action, path);
      if (!pair.isPruned && pair.after === text) pair.identity = identity;
    }
    const review = top === undefined ? undefined : this.reviewOf(path, top.id);
    if (review?.expected === text) review.identity = identity;
  }

  isWaiting(id: string | null): boolean {
    return id !== null && this.action(id).status === 'pending';
  }

  unitsOf(path: string, copies: readonly Copy[]): Copy[][] {
    const units = new Map<string, Copy[]>();
    for (const copy of copies.filter((one) => one.path === path)) {
      const name = copy.action ?? `alone ${copy.seq}`;
      units.set(name, [...(units.get(name) ?? []), copy]);
    }
    return [...units.values()].sort((a, b) => must(a[0]).seq - must(b[0]).seq);
  }

  removable(path: string): Copy[][] {
    const units = this.unitsOf(
      path,
      this.copies.filter(({ action }) => !this.isWaiting(action)),
    );
    const newest = (label: Label) => units.findLast((unit) => unit.some((copy) => copy.label === label));
    const floor = [newest('Agent edit'), newest('Before restore'), newest('Restored')];
    return units.filter((unit) => !floor.includes(unit) && !unit.some(({ pinned }) => pinned));
  }

  prune(paths: readonly string[]): void {
    const isPoint = ([copy]: Copy[]): boolean => copy?.label === 'Restore point';
    for (const path of new Set(paths)) {
      const units = this.removable(path);
      for (const unit of [...units.filter((one) => !isPoint(one)), ...units.filter(isPoint)]) {
        if (this.copiesOf(path).filter(({ action }) => !this.isWaiting(action)).length <= copiesMax) break;
        this.remove(path, unit);
      }
    }
    const max = this.#bytesMax;
    if (max === null || this.heldBytes() <= max) return;
    const units = names.flatMap((path) => this.removable(path).map((unit) => ({ path, unit })));
    units.sort((a, b) => must(a.unit[0]).seq - must(b.unit[0]).seq);
    const ordered = [...units.filter(({ unit }) => !isPoint(unit)), ...units.filter(({ unit }) => isPoint(unit))];
    for (const { path, unit } of ordered) {
      if (this.heldBytes() <= max) return;
      this.remove(path, unit);
    }
  }

  remove(path: string, unit: readonly Copy[]): void {
    this.copies = this.copies.filter((copy) => !unit.includes(copy));
    const action = unit[0]?.action ?? null;
    if (action !== null) for (const pair of this.action(action).pairs) if (pair.path === path) pair.isPruned = true;
    const newest = Math.max(...unit.map(({ seq }) => seq));
    for (const decision of this.decisionsOn(path)) {
      const ids = decision.before.actions.map(({ id }) => id);
      const isOver = decision.seq <= newest || (action !== null && ids.includes(action));
      if (isOver && !ids.some((id) => this.isWaiting(id))) decision.isReleased = true;
    }
  }

  /** Those that hold copies of the file. */
  decisionsOn(path: string): Decision[] {
    return this.decisions.filter(
      ({ isReleased, before, after, files }) =>
        !isReleased && [...before.reviews, ...after.reviews, ...files].some((one) => one.path === path),
    );
  }

  /** The copies that only the person can remove: restore points and pinned units. */
  guarded(path: string): number {
    const units = this.unitsOf(path, this.copies).filter((unit) =>
      unit.some(({ label, pinned }) => pinned || label === 'Restore point'),
    );
    return units.flat().length;
  }

  held(): Set<string> {
    const ofReview = ({ original, base, head, expected }: Review): Text[] => [original, base, head, expected];
    const ofDecision = ({ before, after, files }: Decision): Text[] => [
      ...[...before.reviews, ...after.reviews].flatMap(ofReview),
      ...files.flatMap(({ from, to }) => [from, to]),
    ];
    const decisions = this.decisions.filter(({ isReleased }) => !isReleased);
    const all = [
      ...this.copies.map(({ text }) => text),
      ...this.reviews.flatMap(ofReview),
      ...decisions.flatMap(ofDecision),
    ];
    return new Set(all.filter((text) => text !== null));
  }

  heldBytes(): number {
    return [...this.held()].reduce((sum, text) => sum + text.length, 0);
  }
}

let identities = 0;
function fresh(text: Text): { text: Text; identity: number } {
  return { text, identity: ++identities };
}

export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the model lacks what it needs');
  return value;
}
