/** Rules that only hold for all paths of a draft together. */
import { refuse } from '@verbatim/core';
import { filesPerAppMax } from '../limits.js';
import { folded } from './normal-path.js';

/**
 * Refuses `CASE_TWIN` where two paths, or the folders they lie in, differ by case alone: on many disks they are one.
 * Refuses `PATH_TAKEN` where one path is both a file and a folder, and `LIMIT` where there are too many.
 */
export function checkPathSet(paths: readonly string[]): void {
  if (paths.length > filesPerAppMax) refuse('LIMIT', `A draft may have ${filesPerAppMax} files at most.`);
  const files = new Set(paths);
  const spellings = new Map<string, string>();
  for (const path of paths) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const spelled = path.slice(0, end);
      if (end < path.length && files.has(spelled)) {
        refuse('PATH_TAKEN', `“${spelled}” cannot be both a file and a folder.`, [spelled, path]);
      }
      const twin = spellings.get(folded(spelled));
      if (twin === spelled) break;
      if (twin !== undefined) {
        refuse('CASE_TWIN', `“${twin}” and “${spelled}” differ by case alone; on many disks they are one.`, [
          twin,
          path,
        ]);
      }
      spellings.set(folded(spelled), spelled);
    }
  }
}
