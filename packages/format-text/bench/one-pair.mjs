// The changes of one pair of files, first and later, in a process of its own. Started by `find-changes.mjs`.
import { findIn, median, readHashSplit, timed } from './measure.mjs';
import { peakMegabytes } from './peak-memory.mjs';

const [fileName, ...paths] = process.argv.slice(2);
const first = timed(() => findIn(paths, fileName));
const rss = peakMegabytes();
const firstPlain = timed(() => readHashSplit(paths));
const later = [];
const laterPlain = [];
for (let round = 0; round < 5; round++) {
  later.push(timed(() => findIn(paths, fileName)));
  laterPlain.push(timed(() => readHashSplit(paths)));
}
const changes = findIn(paths, fileName).length;
console.log(JSON.stringify({ first, firstPlain, later: median(later), laterPlain: median(laterPlain), rss, changes }));
