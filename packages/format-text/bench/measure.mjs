import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findChanges } from '../dist/index.js';

/** The changes of two files, read from disk as git and diff read them. */
export function findIn([before, after], fileName) {
  return findChanges(readFileSync(before), readFileSync(after), { fileName }).changes;
}

/** What any tool does with two files before it can compare them by lines. */
export function readHashSplit(paths) {
  return paths.map((path) => {
    const bytes = readFileSync(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { hash, lines: bytes.toString('latin1').split('\n').length };
  });
}

/** Milliseconds on the clock. */
export function timed(step) {
  const start = process.hrtime.bigint();
  step();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Milliseconds on the clock and of computing, the engine's own threads (compiler, garbage collector) included. */
export function timedWithCpu(step) {
  const start = process.cpuUsage();
  const clock = timed(step);
  const { user, system } = process.cpuUsage(start);
  return { clock, cpu: (user + system) / 1000 };
}

export function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
