/** A sweep: many runs of one kind, each at another point. The short form takes a sample, the same one every time. */
import { expect } from 'vitest';
import { random } from '../chance.js';

export interface Point {
  /** What is struck, and how: `call 12 (rename) fails with EIO`. */
  readonly name: string;
  run(): Promise<unknown>;
}

export const isLong: boolean = process.env['VERBATIM_LONG'] !== undefined;
/** Failures that are told in full; they mostly have one cause. */
const toldMax = 5;

/** Prints `N of N`; fails with the first points that broke. `sample` is how many points the short form takes. */
export async function sweep(title: string, points: readonly Point[], sample: number): Promise<void> {
  const chosen = isLong ? points : sampled(title, points, sample);
  const broken: string[] = [];
  for (const point of chosen) {
    try {
      await point.run();
    } catch (error) {
      broken.push(`${point.name}: ${told(error)}`);
    }
  }
  const all = chosen.length < points.length ? ` (${points.length} in the long form)` : '';
  console.log(`${title}: ${chosen.length - broken.length} of ${chosen.length}${all}`);
  expect(broken.slice(0, toldMax).join('\n')).toBe('');
}

/** One point of each of `count` stretches of equal length. */
function sampled<T>(seed: string, points: readonly T[], count: number): readonly T[] {
  if (points.length <= count) return points;
  const next = random(seed);
  return Array.from({ length: count }, (_, n) => points[Math.floor(((n + next()) * points.length) / count)] as T);
}

function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  const compared =
    actual === undefined ? '' : `\n  found    ${JSON.stringify(actual)}\n  expected ${JSON.stringify(expected)}`;
  return `${error.message}${compared}`;
}
