import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Answer, type Desk, isBuilt, openDesk } from '../desk.js';
import { type Caller, type Events, followEvents, type Server, send, signIn, startServer } from './open-server.js';

/** Other tests run beside this one. */
const soon = { timeout: 30_000 };

interface Place {
  readonly desk: Desk;
  readonly server: Server;
  readonly page: Caller;
  readonly events: Events;
}

/** An app with one revision, and a server whose owner named these commands. */
async function open(commands: readonly string[]): Promise<Place> {
  const desk = openDesk();
  write(desk, 'let a = 1;\n');
  const server = await startServer(desk, commands);
  const page = await signIn(server);
  return { desk, server, page, events: followEvents(server, page) };
}

function write(desk: Desk, text: string): void {
  expect(desk.json(['draft', 'write', 'tides', 'app.js'], { input: text })).toMatchObject({ exit: 0 });
}

const r1 = { app: 'tides', revision: 1, expected: 1 };
const newest = ({ events }: Place): Answer => events.last('run');
const ended = (place: Place): Promise<Answer> =>
  expect
    .poll(() => newest(place)?.state, soon)
    .not.toMatch(/^$|running/)
    .then(() => newest(place));
const marks = ({ desk }: Place): Answer => desk.json(['draft', 'log', 'tides']).revisions.at(-1).marks;

/** What has ended and was not yet looked after by its parent counts as ended. */
function isAlive(pid = ''): boolean {
  const stat = `/proc/${pid.trim()}/stat`;
  return pid.trim() !== '' && existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
}

const canLook = existsSync('/proc/self/stat');

describe.skipIf(!isBuilt)('commands on drafts, run from the page', { timeout: 90_000 }, () => {
  test('are run on the revision that was shown, and recorded', async () => {
    const place = await open(['--check', 'cat app.js; echo on $VERBATIM_APP >&2', '--publish', 'true']);
    const got = await place.page.call('draft-run', { kind: 'ship', ...r1 });
    expect([got.status, got.json]).toMatchObject([200, { v: 1, outcome: 'started' }]);
    expect(await ended(place)).toMatchObject({ app: 'tides', kind: 'ship', revision: 1, state: 'done' });
    expect(newest(place).output).toBe('let a = 1;\non tides\n');
    expect(marks(place)).toMatchObject({ check: 'ok', publish: 'live' });
  });

  test('tell their exit status and last lines where they fail, and a failed check stops the publish', async () => {
    const place = await open(['--check', 'seq 1 5000; exit 3', '--publish', 'touch "$HOME/published"']);
    await place.page.call('draft-run', { kind: 'ship', ...r1 });
    const run = await ended(place);
    expect(run).toMatchObject({ state: 'failed', step: 'check', message: 'The command ended with exit status 3.' });
    expect([run.isCut, run.output.split('\n').slice(-3)]).toEqual([true, ['4999', '5000', '']]);
    expect(run.output.split('\n').length).toBeLessThanOrEqual(41);
    expect(marks(place)).toEqual({ check: 'failed' });
    expect(existsSync(`${place.desk.path}/user/published`)).toBe(false);
  });

  test('are refused where the person who started the server named none', async () => {
    const place = await open(['--check', 'true']);
    for (const kind of ['publish', 'ship']) {
      const got = await place.page.call('draft-run', { kind, ...r1 });
      expect([got.status, got.json.error.code]).toEqual([403, 'COMMAND_NOT_NAMED']);
    }
    expect(marks(place)).toEqual({});
    expect(place.events.last('runs')).toMatchObject({ commands: { check: 'true', publish: null }, runs: [] });
  });

  test('never come from a request', async () => {
    const place = await open(['--check', 'true', '--publish', 'true']);
    const forged = 'touch "$HOME/forged"';
    for (const field of ['command', 'check', 'publish', 'line', 'program', 'commands', 'env', 'home', 'cwd']) {
      for (const value of [forged, { line: forged }]) {
        const got = await place.page.call('draft-run', { kind: 'check', ...r1, [field]: value });
        expect([field, got.status, got.json.error.code]).toEqual([field, 400, 'USAGE']);
      }
    }
    for (const body of [
      { kind: forged, ...r1 },
      { kind: 'check', ...r1, revision: '1; touch x' },
      { kind: 'check', ...r1, revision: 0 },
      { kind: 'check', app: 'tides', revision: 1 },
    ]) {
      expect((await place.page.call('draft-run', body)).status).toBe(400);
    }
    for (const [headers, status] of [
      [{ origin: 'https://evil.example' }, 403],
      [{ host: `evil.example:${place.server.port}` }, 403],
      [{ cookie: undefined }, 401],
      [{ 'x-verbatim-key': undefined }, 401],
      [{ 'content-type': 'text/plain' }, 415],
    ] as const) {
      const body = JSON.stringify({ kind: 'check', ...r1 });
      const got = await send(place.server, '/api/draft-run', { headers: { ...place.page.headers, ...headers }, body });
      expect([headers, got.status]).toEqual([headers, status]);
    }
    const odd = await place.page.call('draft-run', { kind: 'check', ...r1, app: '$(touch forged)' });
    expect([odd.status, odd.json.code]).toEqual([409, 'REVISION_MOVED']);
    expect([marks(place), existsSync(`${place.desk.path}/user/forged`)]).toEqual([{}, false]);
  });

  test('are refused where the draft has moved since it was shown', async () => {
    const place = await open(['--check', 'true']);
    write(place.desk, 'let a = 2;\n');
    const got = await place.page.call('draft-run', { kind: 'check', ...r1 });
    expect([got.status, got.json.code]).toEqual([409, 'REVISION_MOVED']);
    expect(newest(place)).toBeUndefined();
  });

  test('start once however often a click arrives, one at a time for an app, and hold up no decision', async () => {
    const place = await open(['--check', 'echo at work; until [ -e "$HOME/go" ]; do sleep 0.05; done']);
    const { desk, page } = place;
    desk.write('notes.md', 'one\n');
    desk.json(['edit', 'notes.md', '--replace', 'one', '--with', 'two']);
    const input = { kind: 'check', ...r1, key: 'click-1' };
    const [first, again] = [await page.call('draft-run', input), await page.call('draft-run', input)];
    expect([again.status, again.json.run]).toEqual([200, first.json.run]);
    const other = await page.call('draft-run', { kind: 'check', ...r1, key: 'click-2' });
    expect([other.status, other.json.error.code]).toEqual([409, 'COMMAND_RUNNING']);
    await expect.poll(() => newest(place)?.output, soon).toBe('at work\n');

    const late = followEvents(place.server, page);
    await expect.poll(() => late.last('runs')?.runs[0]?.state, soon).toBe('running');
    const { seen } = (await page.call('status')).json;
    const decided = await page.call('discard', { decided: { scope: 'targets', targets: ['./notes.md'] }, seen });
    expect([decided.json.outcome, newest(place).state]).toEqual(['discarded', 'running']);
    desk.write('../user/go', '');
    expect((await ended(place)).state).toBe('done');
    await expect.poll(() => late.last('run')?.state, soon).toBe('done');
  });

  test.skipIf(!canLook)('are ended with the server or by the person, and nothing false is recorded', async () => {
    const wait = 'echo $$ > "$HOME/pid"; sleep 60';
    const place = await open(['--check', wait, '--publish', wait]);
    const { desk, page, server } = place;
    const runs = (): boolean => isAlive(desk.read('../user/pid'));
    const { run } = (await page.call('draft-run', { kind: 'check', ...r1 })).json;
    await expect.poll(runs, soon).toBe(true);
    expect((await page.call('draft-stop', { run })).json.outcome).toBe('stopping');
    expect((await ended(place)).state).toBe('stopped');
    expect((await page.call('draft-stop', { run: '1; true' })).status).toBe(400);
    await expect.poll(runs, soon).toBe(false);
    expect(marks(place)).toEqual({});

    await page.call('draft-run', { kind: 'publish', ...r1 });
    await expect.poll(runs, soon).toBe(true);
    expect(await server.stop()).toBe(130);
    await expect.poll(runs, soon).toBe(false);
    expect(marks(place)).toEqual({ publish: 'unconfirmed' });
  });

  test.skipIf(!canLook)(
    'are ended although the server was killed or they will not end, and nothing false is recorded',
    async () => {
      const place = await open(['--check', `trap '' TERM; echo $$ > "$HOME/pid"; while :; do sleep 0.1; done`]);
      const { desk, page, server } = place;
      const runs = (): boolean => isAlive(desk.read('../user/pid'));
      await page.call('draft-run', { kind: 'check', ...r1 });
      await expect.poll(runs, soon).toBe(true);
      process.kill(server.pid, 'SIGKILL');
      await expect.poll(runs, soon).toBe(false);
      expect(marks(place)).toEqual({});
    },
  );

  test('that were cut short can be confirmed, or published again', async () => {
    const place = await open(['--publish', 'true']);
    const { desk, page } = place;
    const cut = desk.start(['draft', 'publish', 'tides', '--', 'sh', '-c', 'touch "$HOME/on"; sleep 10'], {
      env: { TMPDIR: desk.path },
    });
    await expect.poll(() => existsSync(`${desk.path}/user/on`), soon).toBe(true);
    const busy = await page.call('draft-run', { kind: 'publish', ...r1 });
    expect(busy.status).toBe(200);
    expect(await ended(place)).toMatchObject({ state: 'failed', code: 'PUBLISH_RUNNING' });
    cut.kill('SIGKILL');
    await expect.poll(() => marks(place).publish, soon).toBe('unconfirmed');
    const confirmed = await page.call('draft-confirm', { app: 'tides', revision: 1 });
    expect([confirmed.status, confirmed.json.outcome]).toEqual([200, 'published']);
    expect(marks(place).publish).toBe('live');
  });

  test('show what they print as plain text, without the colours of a terminal', async () => {
    const place = await open(['--check', `printf '\\033[31mred\\033[0m\\n10 %%\\r20 %%\\n\\377\\n'`]);
    await place.page.call('draft-run', { kind: 'check', ...r1 });
    expect((await ended(place)).output).toBe('red\n20 %\n\ufffd\n');
  });

  test('of drafts: a revision that another process writes is told at once', async () => {
    const place = await open([]);
    await expect.poll(() => place.events.last('drafts')?.apps[0]?.head, soon).toBe(1);
    write(place.desk, 'let a = 2;\n');
    await expect.poll(() => place.events.last('drafts').apps[0].head, soon).toBe(2);
    expect(place.events.last('drafts').apps[0].shipLine).toBe('verbatim draft ship tides --check CMD --publish CMD');
  });

  test('need words', () => {
    const told = openDesk().json(['serve', '--check', ' ']);
    expect([told.exit, told.error.code]).toEqual([64, 'USAGE']);
  });
});
