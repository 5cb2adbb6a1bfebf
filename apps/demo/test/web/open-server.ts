/** A server as a person starts it, and requests to it that say whatever a test wants them to say. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import type { Answer, Desk } from '../desk.js';
import { schemaProblems } from '../schemas.js';

export interface Server {
  readonly url: string;
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  stop(): Promise<number | null>;
}

export async function startServer(desk: Desk, options: readonly string[] = []): Promise<Server> {
  const child: ChildProcess = desk.start(['serve', '--json', ...options], { env: { TMPDIR: desk.path } });
  let isGone = false;
  const gone = once(child, 'exit').then(([code]) => {
    isGone = true;
    return code as number | null;
  });
  const stop = async (): Promise<number | null> => {
    if (!isGone) child.kill('SIGINT');
    return gone;
  };
  onTestFinished(async () => void (await stop()));
  let printed = '';
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('\n')) resolve();
    });
    child.once('exit', () => reject(new Error(`the server ended: ${printed}${complaint}`)));
  });
  const answer = JSON.parse(printed) as { url: string };
  expect(schemaProblems('serve', answer)).toEqual([]);
  const { url } = answer;
  const { origin, host, port, hash } = new URL(url);
  return { url, origin, host, port: Number(port), token: hash.slice(1), pid: child.pid ?? 0, stop };
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: Answer;
}

/** A request with exactly these headers: fetch would not let a test lie about its Host. */
export function send({ port }: Server, path: string, { method = 'POST', headers = {}, body }: Sent = {}): Promise<Got> {
  const said = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: said, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.startsWith('application/json') === true;
        const json: unknown = isJson ? JSON.parse(text) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

export interface Caller {
  /** What the page sends along with every request. */
  readonly headers: Readonly<Record<string, string>>;
  call(name: string, input?: object): Promise<Got>;
}

/** Signs in as the page does. */
export async function signIn(server: Server): Promise<Caller> {
  const base = { host: server.host, origin: server.origin, 'content-type': 'application/json' };
  const got = await send(server, '/api/session', { headers: base, body: JSON.stringify({ token: server.token }) });
  const cookie = String(got.headers['set-cookie']).split(';', 1)[0] ?? '';
  const headers = { ...base, cookie, 'x-verbatim-key': String(got.json.key) };
  return {
    headers,
    call: (name, input = {}) => send(server, `/api/${name}`, { headers, body: JSON.stringify(input) }),
  };
}

export interface Events {
  /** The newest of this name. */
  last(name: string): Answer;
}

/** Follows as the page does, until the test ends. */
export function followEvents({ port }: Server, { headers }: Caller): Events {
  const newest = new Map<string, Answer>();
  const asked = request({ host: '127.0.0.1', port, path: '/api/events', method: 'POST', headers, agent: false });
  onTestFinished(() => void asked.destroy());
  // The line breaks with the server; tests say themselves what they still wait for.
  asked.on('error', () => {});
  asked.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('error', () => {});
    response.on('data', (chunk: string) => {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, name = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/m.exec(event) ?? [];
        newest.set(name, JSON.parse(data));
      }
    });
  });
  asked.end('{}');
  return { last: (name) => newest.get(name) };
}
