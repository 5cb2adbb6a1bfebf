/** Tells pages what has moved, by looking at records and stamps; only what moved is worked out anew. */
import type { Refused } from '@verbatim/review';
import type { Session } from '../operations/session.js';
import { replyOf } from './answer.js';
import type { Failed } from './api.js';
import { followersMax, lookAfterDecision, lookEvery, restAfterLook, statusAgeMax } from './limits.js';
import type { Reader } from './reader.js';

/** Something that pages follow. */
export interface Watched<T extends object = object> {
  /** Of the event. */
  readonly name: string;
  /** Changes whenever the state does; quick to work out. */
  mark(session: Session): string;
  state(session: Session): Promise<T>;
}

export interface Follower {
  /** Called with each new state. */
  readonly told: (event: string, state: object) => void;
}

export interface Follow {
  /** The state now; worked out again only where something moved. */
  now<T extends object>(watched: Watched<T>): Promise<T>;
  /** Undefined where too many pages follow already; else the function that ends it. */
  start(follower: Follower): (() => void) | undefined;
  /** Tells something that is not looked for. */
  tell(event: string, state: object): void;
  /** Looks at once, and tells what there is: something was just done here, and not all of it leaves a mark (a pin, say). */
  look(): void;
  /** Works out anew at the next look, at once: what moved leaves no mark, a process that ended say. */
  lookAnew(): void;
  stop(): void;
}

interface Known<T> {
  readonly mark: string;
  readonly at: number;
  readonly state: T;
}

/** The event `failed`: which state cannot be told, and why. */
export type FailedTold = (Failed | Refused) & { readonly of: string };

export function openFollow(reader: Reader, watches: readonly Watched[]): Follow {
  const followers = new Set<Follower>();
  const known = new Map<string, Known<object>>();
  const lastTold = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  /** Counts what was done here; a look that began before does not stand for one after. */
  let round = 0;
  let isLooking = false;
  let nextLook = 0;

  const now = <T extends object>({ name, mark: markOf, state }: Watched<T>): Promise<Known<T>> =>
    reader.read(async (session) => {
      const mark = markOf(session);
      const before = known.get(name) as Known<T> | undefined;
      if (before?.mark === mark && Date.now() - before.at < statusAgeMax) return before;
      const after = { mark, at: Date.now(), state: await state(session) };
      known.set(name, after);
      return after;
    });

  const tell = (event: string, state: object): void => {
    for (const { told } of followers) told(event, state);
  };

  const lookAt = async (watched: Watched): Promise<void> => {
    const begun = round;
    try {
      const { mark, state } = await now(watched);
      const told = `${begun} ${mark} ${JSON.stringify(state)}`;
      if (told !== lastTold.get(watched.name)) tell(watched.name, state);
      lastTold.set(watched.name, told);
    } catch (error) {
      // Told once: a ledger that was damaged meanwhile, say. The next look tries again.
      const { body } = await replyOf(() => Promise.reject(error));
      const failed = { of: watched.name, ...body };
      const told = JSON.stringify(failed);
      if (told !== lastTold.get(watched.name)) tell('failed', failed);
      lastTold.set(watched.name, told);
    }
  };

  const look = async (): Promise<void> => {
    if (isLooking || followers.size === 0 || Date.now() < nextLook) return;
    isLooking = true;
    const start = Date.now();
    for (const watched of watches) await lookAt(watched);
    isLooking = false;
    const end = Date.now();
    nextLook = end + restAfterLook * (end - start);
  };

  const lookSoon = (): void => void setTimeout(() => void look(), lookAfterDecision);

  return {
    now: async (watched) => (await now(watched)).state,
    start(follower) {
      if (followers.size >= followersMax) return undefined;
      followers.add(follower);
      timer ??= setInterval(() => void look(), lookEvery);
      return () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    tell,
    look() {
      round += 1;
      lookSoon();
    },
    lookAnew() {
      known.clear();
      lookSoon();
    },
    stop() {
      clearInterval(timer);
      followers.clear();
    },
  };
}
