/**
 * The server's handle for reading. Holds no lock; a workspace that nobody knew yet is opened again until somebody does, and
 * so is one whose index salvage has replaced.
 */
import { isVerbatimError, refuse } from '@verbatim/core';
import { folderAt } from '@verbatim/node';
import { openSession, type Session, type SessionOptions } from '../operations/session.js';
import { assertInPlace, type HeldPlace } from './in-place.js';

export interface Reader extends HeldPlace {
  readonly home: string;
  /** One reading at a time, so that none finds the handle closed. Refuses `WORKSPACE_MOVED` where the folder is not in its place. */
  read<T>(body: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openReader(options: Pick<SessionOptions, 'folder' | 'root' | 'home'>): Promise<Reader> {
  const first = await openSession({ ...options, context: {}, opens: 'read' });
  const { root } = first;
  const { home } = first.verbatim;
  const again = (): Promise<Session> => openSession({ folder: root, root, home, context: {}, opens: 'read' });
  const folder = folderAt(root);
  await first.close();
  if (folder === undefined) return refuse('INPUT_INVALID', 'There is no such folder.', [root]);
  const place = { root, folder };
  let session: Session | undefined = await again();
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(body: () => Promise<T>): Promise<T> => {
    const result = turn.then(body);
    turn = result.catch(() => {});
    return result;
  };
  const close = async (): Promise<void> => {
    await session?.close();
    session = undefined;
  };
  const current = async (): Promise<Session> => {
    assertInPlace(place);
    if (session?.isKnown !== true) await close();
    session ??= await again();
    return session;
  };
  return {
    ...place,
    home,
    read: (body) =>
      inTurn(async () => {
        try {
          return await body(await current());
        } catch (error) {
          if (!isVerbatimError(error) || error.code !== 'VERBATIM_LEDGER_REPLACED') throw error;
          await close();
          return body(await current());
        }
      }),
    close: () => inTurn(close),
  };
}
