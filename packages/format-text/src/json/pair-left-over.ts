import { limits } from '../limits.js';
import type { Pairing, PairingWork } from './pairing.js';
import type { Sides } from './sides.js';

/** Indexes of children between two pairs, or between one and an end of the list. */
export type Stretch = Sides<readonly number[]>;

/** How well the children at two places of a stretch go together; 0 where they do not. */
export type Score = (before: number, after: number) => number;

/** How to pair a stretch: so that scores add up to the most (where holding each against each is affordable), or without a look. */
export type Way = Score | 'in order' | 'apart';

/**
 * Pairs what is left between two pairs, in a way that the caller chooses; the order stays. Writes into `partners`. Says
 * whether any stretch was left apart.
 */
export function pairLeftOver(
  work: PairingWork,
  found: Omit<Pairing, 'isCoarse'>,
  wayOf: (stretch: Stretch, isAffordable: boolean) => Way,
): boolean {
  let isAnyApart = false;
  for (const stretch of stretchesOf(found)) {
    const pairs = stretch.before.length * stretch.after.length;
    const way = wayOf(stretch, pairs <= Math.min(limits.jsonPairsPerStretchMax, work.pairsLeft));
    if (way === 'apart') isAnyApart = true;
    else if (way === 'in order') stretch.before.forEach((from, at) => (found.partners[from] = stretch.after[at]!));
    else {
      work.pairsLeft -= pairs;
      pairBest(stretch, found.partners, way);
    }
  }
  return isAnyApart;
}

function stretchesOf({ children, partners, moved }: Omit<Pairing, 'isCoarse'>): Stretch[] {
  const movedFrom = new Set(moved.values());
  const stretches: Stretch[] = [];
  let from = 0;
  let to = 0;
  const close = (fromEnd: number, toEnd: number): void => {
    if (from < fromEnd && to < toEnd) take(fromEnd, toEnd);
    from = fromEnd + 1;
    to = toEnd + 1;
  };
  const take = (fromEnd: number, toEnd: number): void => {
    const before = indexes(from, fromEnd).filter((at) => !movedFrom.has(at));
    const after = indexes(to, toEnd).filter((at) => !moved.has(at));
    if (before.length > 0 && after.length > 0) stretches.push({ before, after });
  };
  for (let at = 0; at < partners.length; at++) if (partners[at] !== -1) close(at, partners[at]!);
  close(partners.length, children.after.length);
  return stretches;
}

function indexes(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, k) => start + k);
}

/** The best sum of scores from each pair of places on, from the last to the first; then the way along the best. */
function pairBest({ before, after }: Stretch, partners: Int32Array, score: Score): void {
  const width = after.length + 1;
  const scores = new Float64Array(before.length * width);
  const best = new Float64Array((before.length + 1) * width);
  const paired = (at: number) => (scores[at]! > 0 ? scores[at]! + best[at + width + 1]! : 0);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j;
      scores[at] = score(i, j);
      best[at] = Math.max(paired(at), best[at + width]!, best[at + 1]!);
    }
  }
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    const at = i * width + j;
    if (scores[at]! > 0 && best[at] === paired(at)) partners[before[i++]!] = after[j++]!;
    else if (best[at] === best[at + 1]) j++;
    else i++;
  }
}
