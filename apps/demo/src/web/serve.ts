/** The review page's server: on this machine only, for one workspace, until it is closed. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { VerbatimError } from '@verbatim/core';
import type { SSEStreamingApi } from 'hono/streaming';
import type { SessionOptions } from '../operations/session.js';
import { type Reply, replyOf } from './answer.js';
import type { Input, ReadName } from './api.js';
import { createApp } from './app.js';
import { type Follow, openFollow } from './follow.js';
import { signOfLifeEvery } from './limits.js';
import { isRead, isWrite, type Operation, reads, writes } from './operations.js';
import { readPageFile } from './page-file.js';
import { readBody } from './read-body.js';
import { openReader, type Reader } from './reader.js';
import { openSignIn } from './sign-in.js';
import { openWriter, type Writer } from './writer.js';

export interface ServeOptions extends Pick<SessionOptions, 'folder' | 'root' | 'home'> {
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Serving {
  /** Opens the page, once in as many tabs as wanted: `http://127.0.0.1:PORT/#TOKEN`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Only this machine's own address: nobody on the network is asked in. */
const address = '127.0.0.1';

/** Throws `VERBATIM_IO` where the port is taken or the page is not built, and what opening a workspace throws. */
export async function serve({ port: wanted, ...place }: ServeOptions): Promise<Serving> {
  const page = readPageFile();
  const reader = await openReader(place);
  const follow = openFollow(reader);
  const writer = openWriter({ root: reader.root, home: reader.home });
  // The port is known once the server listens, and nobody is answered before.
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const server = createAdaptorServer({ fetch: (request) => answer(request) }) as Server;
  try {
    await listen(server, wanted);
  } catch (error) {
    await reader.close();
    throw error;
  }
  const { port } = server.address() as { readonly port: number };
  const host = `${address}:${port}`;
  const signIn = openSignIn(port);
  const app = createApp({
    host,
    page,
    signIn,
    operate: (name, body) => operate({ reader, writer, follow }, name, body),
    follow: (stream) => tell(follow, stream),
  });
  answer = app.fetch;
  return {
    url: `http://${host}/#${signIn.token}`,
    async close() {
      follow.stop();
      server.close();
      server.closeAllConnections();
      await writer.stop();
      await reader.close();
    },
  };
}

interface Staff {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly follow: Follow;
}

function operate({ reader, writer, follow }: Staff, name: string, given: unknown): Promise<Reply> | undefined {
  if (name === 'status') return replyOf(() => follow.status());
  if (isRead(name)) return read(reader, name, given);
  if (!isWrite(name)) return undefined;
  const body = readBody(given);
  const order = { name, input: writes[name].read(body), key: body.optionalText('key') };
  return writer.order(order).finally(() => follow.look());
}

function read<N extends ReadName>(reader: Reader, name: N, given: unknown): Promise<Reply> {
  const operation = reads[name] as Operation<N>;
  const input: Input<N> = operation.read(readBody(given));
  return replyOf(() => reader.read((session) => operation.run(session, input)));
}

/** Sends the state whenever it moves, until the page goes away. */
function tell(follow: Follow, stream: SSEStreamingApi): Promise<void> | undefined {
  const send = (event: string, data: object): void => void stream.writeSSE({ event, data: JSON.stringify(data) });
  const end = follow.start({ moved: (status) => send('status', { v: 1, ...status }) });
  if (end === undefined) return undefined;
  const signs = setInterval(() => send('alive', {}), signOfLifeEvery);
  return new Promise<void>((resolve) => {
    stream.onAbort(() => {
      end();
      clearInterval(signs);
      resolve();
    });
    // What cannot be shown is told too: a ledger that is damaged, say.
    void replyOf(() => follow.status()).then(({ status, body }) => send(status === 200 ? 'status' : 'failed', body));
  });
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const hint = 'Choose another one with --port, or leave it away for any that is free.';
    throw new VerbatimError('VERBATIM_IO', `The page cannot be served on port ${port}.`, { cause, hint });
  }
}
