// The memory of a Node that does nothing. Started by `find-changes.mjs`.
import { peakMegabytes } from './peak-memory.mjs';

console.log(JSON.stringify({ rss: peakMegabytes() }));
