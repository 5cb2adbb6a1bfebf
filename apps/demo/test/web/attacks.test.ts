import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBuilt, openDesk } from '../desk.js';
import { schemaProblems } from '../schemas.js';
import { type Caller, type Server, send, signIn, startServer } from './open-server.js';

interface Place {
  readonly desk: ReturnType<typeof openDesk>;
  readonly server: Server;
  readonly page: Caller;
}

async function open(): Promise<Place> {
  const desk = openDesk();
  desk.write('notes.md', 'one\n');
  desk.json(['edit', 'notes.md', '--replace', 'one', '--with', 'two']);
  const server = await startServer(desk);
  return { desk, server, page: await signIn(server) };
}

const targets = (...named: string[]): object => ({ scope: 'targets', targets: named });

describe.skipIf(!isBuilt)('the server of the page', { timeout: 90_000 }, () => {
  test('answers the page with what --json prints', async () => {
    const { desk, page } = await open();
    const status = await page.call('status');
    expect([status.status, schemaProblems('status', status.json)]).toEqual([200, []]);
    const { exit: _, ...printed } = desk.json(['status']);
    expect(status.json).toEqual(printed);
    const inspected = await page.call('inspect', { target: './notes.md', words: true });
    expect(schemaProblems('inspect', inspected.json)).toEqual([]);

    const decided = await page.call('discard', { decided: targets('./notes.md'), seen: status.json.seen });
    expect([decided.status, schemaProblems('discard', decided.json)]).toEqual([200, []]);
    expect(desk.read('notes.md')).toBe('one\n');
    const other = await page.call('keep', {
      decided: targets(`action:${decided.json.actions[0]}`),
      seen: status.json.seen,
    });
    expect([other.status, schemaProblems('keep', other.json), other.json.outcome]).toEqual([409, [], 'refused']);
  });

  test('lets nobody decide without saying what they saw, and refuses what moved since', async () => {
    const { desk, page } = await open();
    expect((await page.call('discard', { decided: targets('./notes.md') })).status).toBe(400);
    const moved = await page.call('discard', { decided: targets('./notes.md'), seen: '0123456789abcdef' });
    expect([moved.status, moved.json.code]).toEqual([409, 'SEEN_MOVED']);
    expect(desk.read('notes.md')).toBe('two\n');
  });

  test('never discards what can only be kept: the scope “changed” is none of Discard', async () => {
    const { desk, page } = await open();
    const { seen } = (await page.call('status')).json;
    const got = await page.call('discard', { decided: { scope: 'changed' }, seen });
    expect([got.status, got.json.error.message]).toEqual([400, '"scope" needs to be one of targets, all.']);
    expect(desk.read('notes.md')).toBe('two\n');
    const kept = await page.call('keep', { decided: { scope: 'changed' }, seen });
    expect([kept.status, kept.json.outcome]).toEqual([200, 'unchanged']);
    expect((await page.call('status')).json.actions).toHaveLength(1);
  });

  test('heeds all that a request says, or refuses it', async () => {
    const { desk, page } = await open();
    const { seen } = (await page.call('status')).json;
    const { decision } = desk.json(['keep', 'notes.md']);
    const undone = await page.call('undo', { decision, seen });
    expect([undone.status, undone.json.error.message]).toEqual([
      400,
      'The request can have decision, acceptReplaced, key, and nothing else.',
    ]);
    for (const [name, input] of [
      ['undo', { decision, toString: 1 }],
      ['keep', { decided: { scope: 'all', targets: ['./notes.md'] }, seen }],
      ['discard', { decided: targets('./notes.md'), seen, aroundEdits: true }],
      ['save', { file: './notes.md', copy: 'x' }],
    ] as const) {
      expect([name, (await page.call(name, input)).status]).toEqual([name, 400]);
    }
    expect((await page.call('status')).json.actions).toEqual([]);
    expect((await page.call('undo', { decision, key: 'click-1' })).status).toBe(200);
  });

  test('decides once, however often the same click arrives', async () => {
    const { page } = await open();
    const { json } = await page.call('status');
    const input = { decided: targets('./notes.md'), seen: json.seen, key: 'click-1' };
    const answers = [await page.call('keep', input), await page.call('keep', input)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.json).toMatchObject({ decision: answers[0]?.json.decision, replayed: true });
  });

  test('hears only its own name, its own page and who is signed in', async () => {
    const { desk, server, page } = await open();
    const tries: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
      'another host': { host: `evil.example:${server.port}` },
      'a rebound name': { host: `localhost:${server.port}` },
      'no host that is ours': { host: '127.0.0.1' },
      'another origin': { origin: 'https://evil.example' },
      'another port of this machine': { origin: 'http://127.0.0.1:1' },
      'a page without an origin': { origin: 'null' },
      'no origin': { origin: undefined },
      'another site, as browsers say it': { 'sec-fetch-site': 'cross-site' },
      'another port, as browsers say it': { 'sec-fetch-site': 'same-site' },
      'no cookie': { cookie: undefined },
      'a wrong cookie': { cookie: `verbatim-${server.port}=guess` },
      'no key': { 'x-verbatim-key': undefined },
      'a wrong key': { 'x-verbatim-key': 'guess' },
      'a form’s type': { 'content-type': 'text/plain' },
      'no type': { 'content-type': undefined },
    };
    const seen = (await page.call('status')).json.seen;
    const body = JSON.stringify({ decided: targets('./notes.md'), seen });
    const statuses = await Promise.all(
      Object.entries(tries).map(async ([name, headers]) => {
        const got = await send(server, '/api/discard', { headers: { ...page.headers, ...headers }, body });
        return [name, got.status, got.headers['access-control-allow-origin']];
      }),
    );
    expect(statuses).toEqual([
      ['another host', 403, undefined],
      ['a rebound name', 403, undefined],
      ['no host that is ours', 403, undefined],
      ['another origin', 403, undefined],
      ['another port of this machine', 403, undefined],
      ['a page without an origin', 403, undefined],
      ['no origin', 403, undefined],
      ['another site, as browsers say it', 403, undefined],
      ['another port, as browsers say it', 403, undefined],
      ['no cookie', 401, undefined],
      ['a wrong cookie', 401, undefined],
      ['no key', 401, undefined],
      ['a wrong key', 401, undefined],
      ['a form’s type', 415, undefined],
      ['no type', 415, undefined],
    ]);
    expect(desk.read('notes.md')).toBe('two\n');
  });

  test('gives a cookie that scripts and other sites never get, and only for the token', async () => {
    const { server, page } = await open();
    const { cookie: _, 'x-verbatim-key': __, ...outside } = page.headers;
    const wrong = await send(server, '/api/session', { headers: outside, body: '{"token":"guess"}' });
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    const right = await send(server, '/api/session', {
      headers: outside,
      body: JSON.stringify({ token: server.token }),
    });
    expect(String(right.headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test('serves one page under a policy that allows its own script and nothing else', async () => {
    const { server } = await open();
    const got = await send(server, '/', { method: 'GET', headers: { host: server.host } });
    const policy = String(got.headers['content-security-policy']);
    expect(got.status).toBe(200);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; connect-src 'self'/,
    );
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(got.text).not.toMatch(/\son\w+=|(?:src|href)="(?!data:)/);
    const elsewhere = await send(server, '/page.html', { method: 'GET', headers: { host: server.host } });
    expect([elsewhere.status, elsewhere.headers['content-security-policy']]).toEqual([404, policy]);
  });

  test('refuses paths that lead out, and ids that are none', async () => {
    const { page } = await open();
    for (const target of ['../../etc/passwd', '/etc/passwd', './../x', 'action:../../x', 'action:', './a\0b', '']) {
      const got = await page.call('inspect', { target });
      expect([target, got.status]).toEqual([target, 409]);
    }
    for (const copy of ['../../data.mdb', '..%2f', '', 's'.repeat(300)]) {
      const got = await page.call('preview', { file: './notes.md', copy });
      expect([copy, got.status]).toEqual([copy, 409]);
    }
    const { seen } = (await page.call('status')).json;
    const outside = await page.call('keep', { decided: targets('../outside'), seen });
    expect([outside.status, outside.json.outcome]).toEqual([409, 'refused']);
    for (const name of ['../session', 'constructor', '__proto__', 'toString', 'write', 'purge']) {
      expect([name, (await page.call(encodeURIComponent(name))).status]).toEqual([name, 404]);
    }
  });

  test('takes no body that is too large, no JSON, or not what the operation takes', async () => {
    const { server, page } = await open();
    const raw = (body: string): Promise<number> =>
      send(server, '/api/inspect', { headers: page.headers, body }).then(
        ({ status }) => status,
        // The line may be cut while a body that nobody reads is still being sent.
        () => 413,
      );
    expect(await raw(JSON.stringify({ target: 'x'.repeat(5_000_000) }))).toBe(413);
    expect(await raw('{')).toBe(400);
    expect(await raw('')).toBe(400);
    expect(await raw('[]')).toBe(400);
    expect(await raw('null')).toBe(400);
    expect(await raw('{"target":{"toString":"x"}}')).toBe(400);
    expect(await raw(JSON.stringify({ target: 'x'.repeat(5_000) }))).toBe(400);
    expect(await raw('{"target":"./notes.md","from":-1}')).toBe(400);
  });

  test('answers a thousand requests at once, and decides one file once', async () => {
    const { desk, page } = await open();
    const { seen } = (await page.call('status')).json;
    const discards = Array.from({ length: 20 }, () => page.call('discard', { decided: targets('./notes.md'), seen }));
    const reads = Array.from({ length: 980 }, (_, at) => page.call(at % 2 === 0 ? 'status' : 'decisions'));
    const [decided, read] = [await Promise.all(discards), await Promise.all(reads)];
    expect(read.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(decided.map(({ status, json }) => `${status} ${json.decision}`)).size).toBe(1);
    expect(desk.read('notes.md')).toBe('one\n');
    expect(desk.json(['verify'])).toMatchObject({ exit: 0, ok: true });
  });

  test('goes on answering while another process holds the ledger, and decides when it is free', async () => {
    const { desk, page } = await open();
    const { seen } = (await page.call('status')).json;
    const hold = `
      import { openVerbatim } from '@verbatim/node';
      const { ledger, close } = await openVerbatim({ root: process.argv[1], home: process.argv[2] });
      ledger.lease('hold', () => {
        process._rawDebug('held');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
      });
      await close();`;
    const args = ['--input-type=module', '-e', hold, '--', desk.root, desk.home];
    const holder = spawn(process.execPath, args, { cwd: fileURLToPath(new URL('../..', import.meta.url)) });
    onTestFinished(() => void holder.kill());
    await once(holder.stderr, 'data');

    const order: string[] = [];
    const decided = page.call('discard', { decided: targets('./notes.md'), seen }).then((got) => {
      order.push('decided');
      return got;
    });
    await page.call('inspect', { target: './notes.md' });
    order.push('shown');
    expect((await decided).json.outcome).toBe('discarded');
    expect(order).toEqual(['shown', 'decided']);
  });

  test.skipIf(!existsSync('/proc/self/task'))('goes on after the process that writes was killed', async () => {
    const { desk, server, page } = await open();
    const { seen } = (await page.call('status')).json;
    await page.call('save', { file: './notes.md' });
    const [writer] = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ');
    process.kill(Number(writer), 'SIGKILL');
    const decided = await page.call('discard', { decided: targets('./notes.md'), seen });
    const again =
      decided.status === 200 ? decided : await page.call('discard', { decided: targets('./notes.md'), seen });
    expect(again.json.outcome).toBe('discarded');
    expect(desk.read('notes.md')).toBe('one\n');
  });

  test('ends with Ctrl-C, and says where it cannot listen', async () => {
    const { desk, server } = await open();
    const taken = desk.json(['serve', '--port', String(server.port)]);
    expect([taken.exit, taken.error.code]).toEqual([1, 'VERBATIM_IO']);
    expect(await server.stop()).toBe(130);
  });
});
