// The changes of one pair of files, first and later, in a process of its own. Started by `find-changes.mjs`.
import { findIn, median, readHashSplit, timedWithCpu } from './measure.mjs';
import { peakMegabytes } from './peak-memory.mjs';

const [fileName, ...paths] = process.argv.slice(2);
const first = timedWithCpu(() => findIn(paths, fileName));
const rss = peakMegabytes();
const firstPlain = timedWithCpu(() => readHashSplit(paths));
const later = [];
const laterPlain = [];
for (let round = 0; round < 5; round++) {
  later.push(timedWithCpu(() => findIn(paths, fileName)).cpu);
  laterPlain.push(timedWithCpu(() => readHashSplit(paths)).cpu);
}
console.log(
  JSON.stringify({
    first: first.cpu,
    firstClock: first.clock,
    firstPlain: firstPlain.cpu,
    firstPlainClock: firstPlain.clock,
    later: median(later),
    laterPlain: median(laterPlain),
    rss,
    changes: findIn(paths, fileName).length,
  }),
);
