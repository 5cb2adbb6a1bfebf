/** Platform files are made anew from today's configuration, before the commit and never inside it. */
import { isVerbatimError, RefusalError, refuse } from '@verbatim/core';
import { type Generator, ownedBy } from '../policy.js';
import type { Room } from '../room.js';
import type { RevisionNumber } from '../words.js';
import { type DraftWriting, type NormalFile, normalFile } from '../write/draft-writing.js';

/** Refuses `GENERATOR_FAILED` where one throws, or makes a file that it does not own. A call that cannot be right throws. */
export async function generate(room: Room, draft: DraftWriting, revision: RevisionNumber): Promise<void> {
  for (const generator of room.policy.generators) {
    const isOwned = ownedBy(generator.owns);
    const paths = await draft.paths();
    const files = await run(room, draft, generator, { revision, paths: paths.filter((path) => !isOwned(path)) });
    for (const path of paths) if (isOwned(path) && !files.some((file) => file.path === path)) await draft.remove(path);
    for (const file of files) await draft.set(file);
  }
}

async function run(
  { app, ...room }: Room,
  draft: DraftWriting,
  generator: Generator,
  { revision, paths }: { readonly revision: RevisionNumber; readonly paths: readonly string[] },
): Promise<NormalFile[]> {
  const owner = ownedBy(generator.owns);
  try {
    const made = await generator.generate({
      app,
      revision,
      paths,
      read: async (path) => (paths.includes(path) ? draft.bytes(path) : undefined),
    });
    const files = [...made].map((file) => normalFile({ app, ...room }, file));
    for (const { path } of files)
      if (!owner(path)) refuse('GENERATOR_FAILED', `It made “${path}”, which it does not own.`);
    return files;
  } catch (error) {
    if (isVerbatimError(error) && error.code === 'VERBATIM_CALL_INVALID') throw error;
    const why = error instanceof RefusalError ? error.refusal.message : String((error as Error | undefined)?.message);
    return refuse(
      'GENERATOR_FAILED',
      `The generator of ${generator.owns.join(', ')} failed, so nothing was written: ${why}`,
      generator.owns,
      'Mend what it depends on, then try again.',
    );
  }
}
