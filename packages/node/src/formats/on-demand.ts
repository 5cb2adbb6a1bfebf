/**
 * The formats, loaded when a verb first needs them: they are a third of what a command would load, and many verbs never look
 * into a file.
 */
import type { FormatPort, Review } from '@verbatim/review';

let loaded: FormatPort | undefined;

/** What may be waited for is loaded by itself; for the rest, `withFormats` has loaded it before the verb began. */
export const formatsOnDemand: FormatPort = {
  changes: async (...given) => (await load()).changes(...given),
  compose: (...given) => must().compose(...given),
  composeAround: (...given) => must().composeAround(...given),
  blockedBy: (...given) => must().blockedBy(...given),
  diff: (...given) => must().diff(...given),
  words: (...given) => must().words(...given),
  problemOf: async (...given) => (await load()).problemOf?.(...given),
};

/** Verbs that ask a format nothing, or only what may be waited for. */
const needsNone: ReadonlySet<string> = new Set<keyof Review | 'close'>([
  'begin',
  'begun',
  'cancel',
  'status',
  'keep',
  'keepAll',
  'history',
  'save',
  'pin',
  'unpin',
  'purge',
  'recover',
  'close',
]);

type Verb = (...given: unknown[]) => unknown;

/** The review, with the formats loaded before each verb that may ask them something in the middle of its planning. */
export function withFormats<R extends Review>(review: R): R {
  const verbs = Object.entries(review as object as Readonly<Record<string, Verb>>).map(
    ([name, verb]): [string, Verb] => [
      name,
      needsNone.has(name) ? verb : async (...given) => (await load(), verb(...given)),
    ],
  );
  return { ...(Object.fromEntries(verbs) as object as R), commit: committing(review) };
}

/**
 * A commit asks only where an agent edited again what a person had accepted in part, and does so before it records anything:
 * then it starts over. So that a hook, which commits each edit of an agent, loads no formats.
 */
function committing(review: Review): Review['commit'] {
  return async (...given) => {
    try {
      return await review.commit(...given);
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await load();
      return review.commit(...given);
    }
  };
}

class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

async function load(): Promise<FormatPort> {
  loaded ??= (await import('./formats.js')).formats;
  return loaded;
}

function must(): FormatPort {
  if (loaded === undefined) throw new NotLoaded('a format was asked before it was loaded');
  return loaded;
}
