/** The review page's server: on this machine only, for one workspace, until it is closed. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { VerbatimError } from '@verbatim/core';
import { shellWord } from '@verbatim/node';
import type { Refused } from '@verbatim/review';
import type { SSEStreamingApi } from 'hono/streaming';
import { withDrafts } from '../operations/drafts/draft-session.js';
import type { SessionOptions } from '../operations/session.js';
import { type Reply, replyOf } from './answer.js';
import type { Input, ReadName } from './api.js';
import { createApp } from './app.js';
import { type Follow, openFollow } from './follow.js';
import { signOfLifeEvery } from './limits.js';
import { draftsOf, isRead, isWrite, type Operation, readRun, reads, writes } from './operations.js';
import { readPageFile } from './page-file.js';
import { type Body, readBody } from './read-body.js';
import { openReader, type Reader } from './reader.js';
import { openRuns, type Runs } from './runs/runs.js';
import { openSignIn } from './sign-in.js';
import { draftsWatch, waitingWatch } from './watched.js';
import { openWriter, type Writer } from './writer.js';

export interface ServeOptions extends Pick<SessionOptions, 'folder' | 'root' | 'home'> {
  /** 0 takes a free one. */
  readonly port: number;
  /** What the page may run on drafts, as lines for the shell; what is not named, it cannot. */
  readonly check?: string;
  readonly publish?: string;
}

export interface Serving {
  /** Opens the page, once in as many tabs as wanted: `http://127.0.0.1:PORT/#TOKEN`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Only this machine's own address: nobody on the network is asked in. */
const address = '127.0.0.1';

/** Throws `VERBATIM_IO` where the port is taken or the page is not built, and what opening a workspace throws. */
export async function serve({ port: wanted, check, publish, ...place }: ServeOptions): Promise<Serving> {
  const page = readPageFile();
  const reader = await openReader(place);
  const home = place.home === undefined ? '' : ` --home ${shellWord(resolve(place.folder, place.home))}`;
  const root = ` --root ${shellWord(reader.root)}`;
  const drafts = draftsWatch(home);
  const follow = openFollow(reader, [waitingWatch, drafts]);
  const writer = openWriter({ root: reader.root, folder: reader.folder, home: reader.home });
  const runs = openRuns({
    home: reader.home,
    commands: { check: check ?? null, publish: publish ?? null },
    moved: (run) => follow.tell('run', run),
    ended: () => follow.lookAnew(),
  });
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
    operate: (name, body) => operate({ reader, writer, follow, runs }, name, body),
    follow: (stream) => {
      writer.prepare();
      return tell({ follow, runs, drafts, place: { root: reader.root, options: `${root}${home}` } }, stream);
    },
  });
  answer = app.fetch;
  // Whoever opens the page finds it worked out; what fails now fails again, and is told, when the page asks.
  follow.now(waitingWatch).catch(() => {});
  return {
    url: `http://${host}/#${signIn.token}`,
    async close() {
      follow.stop();
      server.close();
      server.closeAllConnections();
      await Promise.all([runs.close(), writer.stop()]);
      await reader.close();
    },
  };
}

interface Staff {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly follow: Follow;
  readonly runs: Runs;
}

function operate({ reader, writer, follow, runs }: Staff, name: string, given: unknown): Promise<Reply> | undefined {
  if (name === 'status') return replyOf(() => follow.now(waitingWatch));
  if (name === 'draft-run') return run(reader, runs, readBody(given));
  if (name === 'draft-stop') return Promise.resolve(runs.end(readBody(given).count('run', 1)));
  if (isRead(name)) return read(reader, name, given);
  if (!isWrite(name)) return undefined;
  const body = readBody(given);
  const order = { name, input: writes[name].read(body), key: body.optionalText('key') };
  body.nothingElse();
  return writer.order(order).finally(() => follow.look());
}

function read<N extends ReadName>(reader: Reader, name: N, given: unknown): Promise<Reply> {
  const operation = reads[name] as Operation<N>;
  const input: Input<N> = operation.read(readBody(given));
  return replyOf(() => reader.read((session) => operation.run(session, input)));
}

/** Begins a run of what was shown: where the draft has moved since, nothing is begun. */
async function run(reader: Reader, runs: Runs, body: Body): Promise<Reply> {
  const input = readRun(body);
  const key = body.optionalText('key');
  body.nothingElse();
  const no = runs.cannot(input, key);
  if (no !== undefined) return no;
  const looked = await replyOf(() =>
    reader.read((session) =>
      withDrafts(draftsOf(session, 'read'), async ({ drafts }) => {
        const { head } = await drafts.app(input.app).standing();
        return head === input.expected ? { outcome: 'shown' } : movedTo(head, input.expected);
      }),
    ),
  );
  return looked.status === 200 ? runs.start(input, key) : looked;
}

function movedTo(head: number, expected: number): Refused {
  const message = `The draft is at r${head}, not at r${expected}, so nothing was run.`;
  const next = `Look at what changed since r${expected}, then try again from r${head}.`;
  return { outcome: 'refused', code: 'REVISION_MOVED', message, files: [], next };
}

interface Told {
  readonly follow: Follow;
  readonly runs: Runs;
  readonly drafts: ReturnType<typeof draftsWatch>;
  readonly place: PlaceTold;
}

/** The event `place`: told first, as it is known also where nothing else can be. */
export interface PlaceTold {
  readonly root: string;
  /** What has to stand behind a command that a person types anywhere, so that it finds the same ledger. */
  readonly options: string;
}

/** Sends each state, and again whenever it moves, until the page goes away. */
function tell({ follow, runs, drafts, place }: Told, stream: SSEStreamingApi): Promise<void> | undefined {
  const send = (event: string, data: object): void => void stream.writeSSE({ event, data: JSON.stringify(data) });
  const end = follow.start({ told: (event, state) => send(event, { v: 1, ...state }) });
  if (end === undefined) return undefined;
  const signs = setInterval(() => send('alive', {}), signOfLifeEvery);
  return new Promise<void>((done) => {
    stream.onAbort(() => {
      end();
      clearInterval(signs);
      done();
    });
    send('place', { v: 1, ...place });
    send('runs', { v: 1, ...runs.told() });
    // What cannot be shown is told too: a ledger that is damaged, say.
    for (const watched of [waitingWatch, drafts]) {
      void replyOf(() => follow.now<object>(watched)).then(({ status, body }) =>
        status === 200 ? send(watched.name, body) : send('failed', { of: watched.name, ...body }),
      );
    }
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
