/** Many strikes of one kind, each at another point. The short form takes a sample, the same one every time. */
import { expect } from 'vitest';

export interface Point {
  /** `call 12 (rename) fails with EIO`. */
  readonly name: string;
  run(): Promise<unknown>;
}

export const isLong: boolean = process.env['VERBATIM_LONG'] !== undefined;
/** Failures that are told in full; they mostly have one cause. */
const toldMax = 5;

/** Prints `N of N`; fails with the first points that broke. */
export async function sweep(title: string, points: readonly Point[], sample: number): Promise<void> {
  const step = isLong ? 1 : Math.max(1, points.length / sample);
  const count = Math.floor(points.length / step);
  const chosen = Array.from({ length: count }, (_, n) => points[Math.floor((n + 0.5) * step)]!);
  const broken: string[] = [];
  for (const point of chosen) {
    try {
      await point.run();
    } catch (error) {
      broken.push(`${point.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const all = chosen.length < points.length ? ` (${points.length} in the long form)` : '';
  console.log(`${title}: ${chosen.length - broken.length} of ${chosen.length}${all}`);
  expect(broken.slice(0, toldMax).join('\n')).toBe('');
}
