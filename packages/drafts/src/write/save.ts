/** Saving a whole set of files: what is not in it goes. */
import { refuse } from '@verbatim/core';
import type { Written } from '../answers.js';
import { byPath } from '../files/normal-path.js';
import { checkPathSet } from '../files/path-set.js';
import { type GivenFiles, reservedBy } from '../policy.js';
import type { Room } from '../room.js';
import { refuseReserved } from './apply.js';
import { DraftWriting, type NormalFile, normalFile } from './draft-writing.js';
import { saveReason } from './reason.js';
import { type WriteOptions, write } from './write.js';

export function save(room: Room, given: GivenFiles, options: WriteOptions): Promise<Written> {
  const files = normalFiles(room, given);
  const isTheirs = options.asPlatform === true ? () => false : reservedBy(room.policy);
  return write(room, options, {
    arguments: ['save', [...files.values()].toSorted(byPath).map(({ path, hash }) => [path, hash])],
    async plan(base) {
      const draft = new DraftWriting(room, base);
      for (const path of await draft.paths()) if (!files.has(path) && !isTheirs(path)) await draft.remove(path);
      for (const file of files.values()) {
        const isSame = (await draft.get(file.path))?.hash === file.hash;
        if (!isSame && isTheirs(file.path)) refuseReserved([file.path]);
        if (!isSame) await draft.set(file);
      }
      return draft.plan((changes) => saveReason(changes.map(({ path }) => path)));
    },
  });
}

/** By path, in the order given. Refuses a path that is there twice, and whatever `checkPathSet` does. */
function normalFiles(room: Room, given: GivenFiles): ReadonlyMap<string, NormalFile> {
  const files = new Map<string, NormalFile>();
  for (const one of given) {
    const file = normalFile(room, one);
    if (files.has(file.path)) refuse('INPUT_INVALID', `“${file.path}” was given twice.`, [file.path]);
    files.set(file.path, file);
  }
  checkPathSet([...files.keys()]);
  return files;
}
