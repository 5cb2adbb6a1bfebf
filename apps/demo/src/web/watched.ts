/** What pages follow: what waits, and where every app's draft stands. */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '@verbatim/node';
import { withDrafts } from '../operations/drafts/draft-session.js';
import { type AppShown, listDrafts } from '../operations/drafts/read-draft.js';
import type { Session } from '../operations/session.js';
import { status, type WorkspaceStatus } from '../operations/status.js';
import type { Watched } from './follow.js';
import { draftsOf } from './operations.js';

export const waitingWatch: Watched<WorkspaceStatus> = { name: 'status', mark: markOfWaiting, state: status };

/** The event `drafts`. */
export interface DraftsTold {
  readonly apps: readonly AppTold[];
}

export interface AppTold extends AppShown {
  /** What to type to ship it, with CMD for the commands. */
  readonly shipLine: string;
}

/** `options`: what has to stand behind a command that a person types, so that it finds the same drafts. */
export function draftsWatch(options: string): Watched<DraftsTold> {
  return {
    name: 'drafts',
    // One store for all apps: its index is written with every commit.
    mark: ({ verbatim }) => stampOf(join(verbatim.home, 'drafts', 'data.mdb')),
    async state(session) {
      const { apps } = await withDrafts(draftsOf(session, 'read'), listDrafts);
      const lineOf = (app: string): string =>
        `verbatim draft ship ${shellWord(app)} --check CMD --publish CMD${options}`;
      return { apps: apps.map((app) => ({ ...app, shipLine: lineOf(app.app) })) };
    },
  };
}

/** Changes whenever an action, a verdict, a copy or a waiting file does. */
function markOfWaiting({ verbatim, root, isKnown }: Session): string {
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
