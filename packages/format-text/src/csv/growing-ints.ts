/** A list of 32-bit integers that grows at its end; a plain array of a million numbers costs several times as much. */
export class GrowingInts {
  length = 0;
  #items = new Int32Array(1_024);

  push(item: number): void {
    if (this.length === this.#items.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length++] = item;
  }

  items(): Int32Array {
    return this.#items.subarray(0, this.length);
  }
}
