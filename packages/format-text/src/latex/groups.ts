/** Puts numbers from 0 into groups, each group known by its smallest number. */
export class Groups {
  readonly #parents: number[];
  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, at) => at);
  }

  join(one: number, other: number): void {
    const [low, high] = [this.#find(one), this.#find(other)].sort((a, b) => a - b);
    this.#parents[high!] = low!;
  }

  /** The groups in order of their smallest numbers, each in order. */
  all(): number[][] {
    const groups = new Map<number, number[]>();
    this.#parents.forEach((_, at) => {
      const root = this.#find(at);
      const known = groups.get(root);
      if (known === undefined) groups.set(root, [at]);
      else known.push(at);
    });
    return [...groups.values()];
  }

  #find(at: number): number {
    let root = at;
    while (this.#parents[root] !== root) root = this.#parents[root]!;
    for (let step = at; step !== root; ) {
      const next = this.#parents[step]!;
      this.#parents[step] = root;
      step = next;
    }
    return root;
  }
}
