/**
 * The server's handle for reading. Holds no lock; a workspace that nobody knew yet is opened again until somebody does, and
 * so is one whose index salvage has replaced.
 */
import { isVerbatimError } from '@verbatim/core';
import { openSession, type Session, type SessionOptions } from '../operations/session.js';

export interface Reader {
  readonly root: string;
  readonly home: string;
  /** One reading at a time, so that none finds the handle closed. */
  read<T>(body: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openReader(options: Pick<SessionOptions, 'folder' | 'root' | 'home'>): Promise<Reader> {
  const first = await openSession({ ...options, context: {}, opens: 'read' });
  const { root } = first;
  const { home } = first.verbatim;
  const again = (): Promise<Session> => openSession({ folder: root, root, home, context: {}, opens: 'read' });
  await first.close();
  let session = await again();
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(body: () => Promise<T>): Promise<T> => {
    const result = turn.then(body);
    turn = result.catch(() => {});
    return result;
  };
  const reopen = async (): Promise<void> => {
    const next = await again();
    await session.close();
    session = next;
  };
  return {
    root,
    home,
    read: (body) =>
      inTurn(async () => {
        if (!session.isKnown) await reopen();
        try {
          return await body(session);
        } catch (error) {
          if (!isVerbatimError(error) || error.code !== 'VERBATIM_LEDGER_REPLACED') throw error;
          await session.close();
          session = await again();
          return body(session);
        }
      }),
    close: () => inTurn(() => session.close()),
  };
}
