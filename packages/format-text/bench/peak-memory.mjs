import { existsSync, readFileSync } from 'node:fs';

/**
 * Peak memory of this process in MB. Linux hands `maxRSS` on from the process that started this one, so there it is read
 * where it starts anew.
 */
export function peakMegabytes() {
  const status = '/proc/self/status';
  const peak = existsSync(status) ? /VmHWM:\s*(\d+) kB/.exec(readFileSync(status, 'utf8')) : null;
  return (peak === null ? process.resourceUsage().maxRSS : Number(peak[1])) / 1024;
}
