/** What a long run takes: of the process that is never killed, and on disk. */

import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Footprint {
  /** Which start of the soak it is of: the process is another one after each. */
  readonly start: number;
  readonly kills: number;
  readonly descriptors: number;
  /** Megabytes, resident, of its own: the pages of the index that LMDB maps grow with the index. */
  readonly memory: number;
  readonly copies: number;
  /** Megabytes of all files of the ledger, of its copies, and of its index. */
  readonly ledger: number;
  readonly copied: number;
  readonly index: number;
}

type Figure = 'descriptors' | 'memory' | 'copies' | 'copied';

export function footprintOf(
  ledgerDir: string,
  { pid }: ChildProcess,
  { start, kills }: Pick<Footprint, 'start' | 'kills'>,
): Footprint {
  const own = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const copies = join(ledgerDir, 'copies');
  return {
    start,
    kills,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    memory: Math.round(Number(own) / 1024),
    copies: readdirSync(copies).length,
    ledger: megabytesIn(ledgerDir),
    copied: megabytesIn(copies),
    index: megabytes(statSync(join(ledgerDir, 'data.mdb')).size),
  };
}

export function told({ descriptors, memory, copies, ledger, copied, index }: Footprint): string {
  return `${descriptors} descriptors, ${memory} MB of memory; ledger ${ledger} MB: ${copies} copies ${copied} MB, index ${index} MB`;
}

/** At most, in the last third of the minutes, as a multiple of the most in the first; and what may come on top. */
const flat: Readonly<Record<Figure, { times: number; more: number }>> = {
  descriptors: { times: 1, more: 2 },
  memory: { times: 1.5, more: 0 },
  copies: { times: 2, more: 0 },
  copied: { times: 2, more: 1 },
};
/** Before that a process still warms up, and the history of a file is not full. */
const minutesMin = 6;

/** A line for each figure. The index is not among them: it holds the history of every action, so it grows with their number. */
export function flatness(footprints: readonly Footprint[]): {
  readonly isFlat: boolean;
  readonly lines: readonly string[];
} {
  const latest = footprints.filter(({ start }) => start === footprints.at(-1)?.start);
  const results = Object.entries(flat).map(([figure, { times, more }]) => {
    const ofProcess = figure === 'descriptors' || figure === 'memory';
    const from = ofProcess ? latest : footprints;
    const third = Math.max(1, Math.floor(from.length / 3));
    const [first, last] = [from.slice(0, third), from.slice(-third)].map((part) =>
      Math.max(...part.map((one) => one[figure as Figure])),
    ) as [number, number];
    const isJudged = from.length >= (figure === 'descriptors' ? 2 : minutesMin);
    const isFlat = last <= first * times + more;
    const word = isJudged ? (isFlat ? 'flat' : 'NOT FLAT') : 'too short to say';
    return { isFlat: isFlat || !isJudged, line: `${figure}: ${first} at most at first, ${last} at the end: ${word}` };
  });
  return { isFlat: results.every((one) => one.isFlat), lines: results.map(({ line }) => line) };
}

function megabytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return megabytes(names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0));
}

function sizeOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.size : 0;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
