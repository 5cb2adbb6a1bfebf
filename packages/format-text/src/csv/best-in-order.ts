/**
 * The pairs, increasing on both sides, whose weights add up to the most; pairs of weight 0 are none. The table of
 * subproblems has `countBefore * countAfter` entries, which the caller keeps bounded.
 */
export function bestInOrder(
  countBefore: number,
  countAfter: number,
  weightOf: (i: number, j: number) => number,
): [number, number][] {
  const columns = countAfter + 1;
  const best = new Float64Array((countBefore + 1) * columns);
  for (let i = countBefore - 1; i >= 0; i--) {
    for (let j = countAfter - 1; j >= 0; j--) {
      const weight = weightOf(i, j);
      const paired = weight > 0 ? weight + best[(i + 1) * columns + j + 1]! : 0;
      best[i * columns + j] = Math.max(paired, best[(i + 1) * columns + j]!, best[i * columns + j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < countBefore && j < countAfter; ) {
    const weight = weightOf(i, j);
    if (weight > 0 && best[i * columns + j] === weight + best[(i + 1) * columns + j + 1]!) pairs.push([i++, j++]);
    else if (best[i * columns + j] === best[(i + 1) * columns + j]) i++;
    else j++;
  }
  return pairs;
}
