/**
 * Opens LMDB. Whoever is the last to close an index destroys its locks on the way out, and a process that opens it at that
 * moment gets them destroyed. Nothing can be done through them; once all such processes have closed it, the next one that
 * opens it makes them anew (ADR 18).
 */
import { type open, openAsClass, type RootDatabase } from 'lmdb';
import { locksTriesMax, locksWaitMax } from './limits.js';

export type Index = RootDatabase<Buffer, string>;
type Options = Parameters<typeof open>[0];
export type OpenIndex = (options: Options) => Index;

interface IndexClass {
  new (name: null, options: object): Index;
  readonly prototype: Index;
}

/** The wait is a native one, like that for the writer lock. */
export function openWithSoundLocks(options: Options): Index {
  for (let tries = 1; ; tries++) {
    try {
      return openOnce(options);
    } catch (error) {
      if (!isLockDestroyed(error) || tries === locksTriesMax) throw error;
    }
    // Not as long as others wait, so that they do not meet again.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + ((process.pid * tries) % locksWaitMax));
  }
}

/** `open` of `lmdb` would leave an index open that it could not use, and its locks with it. */
function openOnce(options: Options): Index {
  const Opened = openAsClass(options) as unknown as IndexClass;
  const root = { ...options, isRoot: true };
  try {
    return new Opened(null, root);
  } catch (error) {
    void Opened.prototype.close.call(root as unknown as Index);
    throw error;
  }
}

function isLockDestroyed(error: unknown): boolean {
  return (error as Error).message.startsWith('Invalid argument');
}
