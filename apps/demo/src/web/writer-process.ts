/**
 * The process that writes for the page's server: waiting for the ledger's lock is a native wait, and the page must not
 * freeze in it. Takes one operation at a time; ends when its server is gone, after what it is at.
 */
import { openSession, type Session } from '../operations/session.js';
import { type Reply, replyOf } from './answer.js';
import type { Answer, Input, WriteName } from './api.js';
import { assertInPlace, type HeldPlace } from './in-place.js';
import { type Operation, writes } from './operations.js';

export interface Order {
  readonly id: number;
  readonly name: WriteName;
  readonly input: unknown;
  /** Makes a retry safe (P13). */
  readonly key: string | undefined;
}

export interface Done {
  readonly id: number;
  readonly reply: Reply;
}

export interface Workplace extends HeldPlace {
  readonly home: string;
}

const workplace = JSON.parse(process.argv[2] ?? '{}') as Workplace;
let opened: Session | undefined;
let work: Promise<void> = Promise.resolve();

// Ctrl-C in a terminal reaches every process of it; the server says when to stop, by closing the channel.
process.on('SIGINT', () => {});
process.on('message', (order: Order) => {
  work = work.then(() => carryOut(order));
});
process.once('disconnect', () => {
  work = work.then(async () => {
    await opened?.close();
    process.exit(0);
  });
});

async function carryOut({ id, name, input, key }: Order): Promise<void> {
  const reply = await replyOf(async () => {
    assertInPlace(workplace);
    const session = await sessionNow();
    // What another process that died left half done is settled before anything new is.
    if (session.isKnown) await session.verbatim.review.recover();
    return run(name, session, input, key);
  });
  const done: Done = { id, reply };
  if (process.connected) process.send?.(done);
}

/** A workspace that nobody knew when it was opened may have become known since. */
async function sessionNow(): Promise<Session> {
  if (opened?.isKnown === true) return opened;
  await opened?.close();
  opened = undefined;
  const { root, home } = workplace;
  const lockWatch = { module: new URL('./lock-watch.js', import.meta.url).href, verb: 'serve' };
  opened = await openSession({ folder: root, root, home, context: {}, opens: 'known', lockWatch });
  return opened;
}

/** The server has read the input with the same table, so it is what the operation takes. */
function run<N extends WriteName>(
  name: N,
  session: Session,
  input: unknown,
  key: string | undefined,
): Promise<Answer<N>> {
  const operation = writes[name] as Operation<N>;
  const context = key === undefined ? session.context : { ...session.context, key };
  return operation.run({ ...session, context }, input as Input<N>);
}
