/** Tells pages when what waits has moved, by looking at the ledger's records and the files' stamps; no change is worked out. */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../operations/session.js';
import { status, type WorkspaceStatus } from '../operations/status.js';
import { followersMax, lookAfterDecision, lookEvery, restAfterLook, statusAgeMax } from './limits.js';
import type { Reader } from './reader.js';

export interface Follower {
  /** Called with each new state, and once at the start. */
  readonly moved: (status: WorkspaceStatus) => void;
}

export interface Follow {
  /** The state now; worked out again only where something moved. */
  status(): Promise<WorkspaceStatus>;
  /** Undefined where too many pages follow already; else the function that ends it. */
  start(follower: Follower): (() => void) | undefined;
  /** Looks at once: something was just decided here. */
  look(): void;
  stop(): void;
}

interface Known {
  readonly mark: string;
  readonly at: number;
  readonly status: WorkspaceStatus;
}

export function openFollow(reader: Reader): Follow {
  const followers = new Set<Follower>();
  let known: Known | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let nextLook = 0;
  let lastTold = '';

  const now = (): Promise<Known> =>
    reader.read(async (session) => {
      const mark = markOf(session);
      if (known?.mark === mark && Date.now() - known.at < statusAgeMax) return known;
      known = { mark, at: Date.now(), status: await status(session) };
      return known;
    });

  const look = async (): Promise<void> => {
    if (isLooking || followers.size === 0 || Date.now() < nextLook) return;
    isLooking = true;
    const start = Date.now();
    try {
      const after = await now();
      const told = `${after.mark} ${JSON.stringify(after.status)}`;
      if (told !== lastTold) for (const { moved } of followers) moved(after.status);
      lastTold = told;
    } catch {
      // What cannot be read now is told to whoever asks; the next look tries again.
    } finally {
      isLooking = false;
      const end = Date.now();
      nextLook = end + restAfterLook * (end - start);
    }
  };

  return {
    status: async () => (await now()).status,
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
    look: () => void setTimeout(() => void look(), lookAfterDecision),
    stop() {
      clearInterval(timer);
      followers.clear();
    },
  };
}

/** Changes whenever an action, a verdict, a copy or a waiting file does. */
function markOf({ verbatim, root, isKnown }: Session): string {
  const hash = createHash('sha256').update(String(isKnown));
  const paths = new Set<string>();
  verbatim.ledger.read((view) => {
    for (const { id, status: state, paths: files } of view.waiting()) {
      hash.update(`\n${id} ${state}`);
      for (const path of files) {
        paths.add(path);
        const review = view.review(path, id);
        if (review !== undefined) hash.update(JSON.stringify([review.head.state, review.verdicts]));
      }
    }
    for (const { id, pinned } of view.allCopies('newest first')) {
      hash.update(`\n${id} ${pinned}`);
      break;
    }
    for (const { token, state } of view.journal()) hash.update(`\n${token} ${state}`);
  });
  for (const path of paths) hash.update(`\n${path} ${stampOf(join(root, path))}`);
  return hash.digest('hex');
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = lstatSync(path);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return 'none';
  }
}
