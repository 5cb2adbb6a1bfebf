/**
 * A sweep: many runs of one kind, each at another point. The short form takes a sample, the same one every time. The long
 * one writes down which points passed, so that it goes on there when it was ended before.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { random } from '../chance.js';
import { isTimeUp } from '../races/form.js';

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
  const before = passedBefore(title);
  const broken: string[] = [];
  let passed = 0;
  for (const [index, point] of chosen.entries()) {
    if (before.has(index)) passed++;
    else if (!isTimeUp()) {
      try {
        await point.run();
        passed++;
        writeDown(title, index);
      } catch (error) {
        broken.push(`${point.name}: ${told(error)}`);
      }
      // What is weakly held goes with a turn of the event loop, and only then: without one, memory grows over the points.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const all = chosen.length < points.length ? ` (${points.length} in the long form)` : '';
  const ended = passed + broken.length < chosen.length ? ', and the time was over' : '';
  console.log(`${title}: ${passed} of ${chosen.length}${all}${ended}`);
  expect(broken.slice(0, toldMax).join('\n')).toBe('');
}

const progress = isLong ? process.env['VERBATIM_PROGRESS'] : undefined;

/** The numbers of the points that passed in a run that was ended. */
function passedBefore(title: string): ReadonlySet<number> {
  if (progress === undefined || !existsSync(progress)) return new Set();
  const lines = readFileSync(progress, 'utf8').split('\n');
  const start = `${title} #`;
  return new Set(lines.flatMap((line) => (line.startsWith(start) ? [Number(line.slice(start.length))] : [])));
}

function writeDown(title: string, index: number): void {
  if (progress !== undefined) appendFileSync(progress, `${title} #${index}\n`);
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
