/** Ctrl-C, readers that go away, other processes, and input that nobody gives. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bin, type Desk, isBuilt, openDesk, outcome, type Ran } from './desk.js';

type Child = ReturnType<Desk['start']>;

async function ended(child: Child): Promise<Ran> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => void (texts.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => void (texts.stderr += chunk.toString()));
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { status, signal, ...texts };
}

/** A process that holds the writer lock of the desk's only ledger until it is let go, as another Verbatim would. */
async function holdLock(desk: Desk): Promise<Child> {
  const [id] = readdirSync(join(desk.home, 'workspaces'));
  const dir = join(desk.home, 'workspaces', id ?? '');
  const script = `
    import { existsSync } from 'node:fs';
    import { openLedger } from '@verbatim/ledger';
    const quiet = 'data:text/javascript,export function waiting(){} export function timedOut(){}';
    const ledger = await openLedger({ dir: ${JSON.stringify(dir)}, lockWatch: { module: quiet, verb: 'test' } });
    ledger.lease('test', () => {
      process.stdout.write('held');
      while (!existsSync(${JSON.stringify(letGo(desk))})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    });
    await ledger.close();`;
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  if (holder.stdout !== null) await once(holder.stdout, 'data');
  return holder;
}

/** The holder lets go when this file is there. */
const letGo = (desk: Desk): string => join(desk.path, 'let-go');

function known(desk: Desk): void {
  desk.write('a.txt', 'one');
  desk.json(['edit', 'a.txt', '--replace', 'one', '--with', 'two']);
  desk.json(['keep', 'a.txt']);
}

const edit = ['edit', 'a.txt', '--replace', 'two', '--with', 'three'];

describe.skipIf(!isBuilt)('Ctrl-C', () => {
  test('while files are being changed waits for the end, tells the receipt and exits 130', async () => {
    const desk = openDesk();
    desk.write('large.bin', Buffer.alloc(50_000_000, 1));
    const child = desk.start(['write', 'large.bin', '--json']);
    const ran = ended(child);
    child.stdin?.end(Buffer.alloc(50_000_000, 2));
    // The new bytes are being put beside the file: from here on nothing may cut it short.
    while (child.exitCode === null && !readdirSync(desk.root).some((name) => name.startsWith('.verbatim-')))
      await after(2);
    child.kill('SIGINT');
    const { status, signal, stdout } = await ran;
    expect({ status, signal }).toEqual({ status: 130, signal: null });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'pending', files: [{ path: 'large.bin', did: 'written' }] });
    expect(readFileSync(desk.file('large.bin'))[0]).toBe(2);
    expect(readdirSync(desk.root)).toEqual(['large.bin']);
  });

  test('while standard input is waited for ends at once; nothing was begun', async () => {
    const desk = openDesk();
    const child = desk.start(['write', 'a.txt']);
    const ran = ended(child);
    await after(500);
    child.kill('SIGINT');
    expect(await ran).toMatchObject({ status: null, signal: 'SIGINT', stdout: '', stderr: '' });
    expect(readdirSync(desk.root)).toEqual([]);
  });

  test('at any moment leaves all files of an action on one side, and a status that says which', async () => {
    const desk = openDesk();
    const names = Array.from({ length: 12 }, (_, at) => `f${at}.txt`);
    for (const name of names) desk.write(name, `0 ${'x'.repeat(50_000)}`);
    let before = '0';
    for (let round = 1; round <= 12; round++) {
      const edits = names.map((path) => ({ op: 'replace', path, replace: `${before} `, with: `${round} ` }));
      const child = desk.start(['apply', '-', '--json']);
      const ran = ended(child);
      child.stdin?.end(JSON.stringify({ edits }));
      const timer = setTimeout(() => child.kill('SIGINT'), 100 + round * 25);
      const { status, signal, stdout } = await ran;
      clearTimeout(timer);
      expect(status === 0 || status === 130 || signal === 'SIGINT').toBe(true);
      if (signal === null) expect(JSON.parse(stdout)).toMatchObject({ outcome: 'pending' });

      const { actions } = desk.json(['status']);
      const found = new Set(names.map((name) => desk.read(name)?.split(' ')[0]));
      expect(found.size).toBe(1);
      const [side] = [...found];
      expect(side).toBe(actions.length > 0 ? String(round) : before);
      if (signal === null) expect(side).toBe(String(round));
      expect(readdirSync(desk.root).sort()).toEqual([...names].sort());
      if (actions.length > 0) expect(desk.json(['keep', '--all']).exit).toBe(0);
      before = side ?? '';
    }
  }, 120_000);
});

describe.skipIf(!isBuilt)('another process at work', () => {
  test('is told after a second, with its pid and verb, and then waited for', async () => {
    const desk = openDesk();
    known(desk);
    const holder = await holdLock(desk);
    const child = desk.start(edit);
    child.stderr?.once('data', () => writeFileSync(letGo(desk), ''));
    const ran = await ended(child);
    expect(ran).toMatchObject({ status: 0, signal: null });
    expect(ran.stderr).toBe(`Waiting for another Verbatim process (pid ${holder.pid}, test) …\n`);
    expect(ran.stdout).toContain('1 edit waits.');
  });

  test('does not hold up reading', async () => {
    const desk = openDesk();
    known(desk);
    const holder = await holdLock(desk);
    expect(desk.json(['status'])).toMatchObject({ exit: 0 });
    expect(holder.exitCode).toBeNull();
  });

  test.skipIf(!process.env['VERBATIM_LONG'])('that does not end is given up after 30 seconds', async () => {
    const desk = openDesk();
    known(desk);
    const holder = await holdLock(desk);
    const ran = await ended(desk.start([...edit, '--json']));
    expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: 'VERBATIM_LOCK_TIMEOUT' } });
    expect(ran.status).toBe(1);
    holder.kill('SIGKILL');
    expect(desk.json(['status'])).toMatchObject({ exit: 0, actions: [] });
    expect(desk.read('a.txt')).toBe('two');
  });
});

describe.skipIf(!isBuilt)('a reader', () => {
  test('that went away is no error', async () => {
    const desk = openDesk();
    desk.write('a.txt', `${'one line\n'.repeat(40_000)}`);
    desk.json(['write', 'a.txt'], { input: 'other line\n'.repeat(40_000) });
    const child = desk.start(['inspect', 'a.txt', '--json']);
    child.stdout?.destroy();
    const { stderr, signal } = await ended(child);
    expect({ stderr, signal }).toEqual({ stderr: '', signal: null });
  });

  test.skipIf(process.platform !== 'linux')('whose disk is full is told so', () => {
    const desk = openDesk();
    const full = openSync('/dev/full', 'w');
    const ran = spawnSync(process.execPath, [bin, 'status', '--root', desk.root, '--home', desk.home], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain('could not be written to standard output (ENOSPC)');
  });
});

const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

describe.skipIf(!isBuilt)('standard input', () => {
  test.skipIf(!hasScript)('that is a terminal is a usage error, not a wait', () => {
    const desk = openDesk();
    const line = `'${process.execPath}' '${bin}' write --root '${desk.root}' --home '${desk.home}' --json -- '-my notes.txt'`;
    const ran = spawnSync('script', ['-qec', line, '/dev/null'], { encoding: 'utf8', timeout: 20_000 });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      error: { code: 'USAGE', hint: "verbatim write -- '-my notes.txt' < NEW-CONTENT" },
    });
    expect(ran.status).toBe(64);
  });

  test('that is closed is an empty one', () => {
    const desk = openDesk();
    const line = `"$NODE" "$BIN" write a.txt --json <&-`;
    const env = { PATH: process.env['PATH'], HOME: join(desk.path, 'user'), NODE: process.execPath, BIN: bin };
    const ran = spawnSync('sh', ['-c', line], { cwd: desk.root, env, encoding: 'utf8' });
    expect(outcome({ exit: ran.status, ...JSON.parse(ran.stdout) })).toEqual([0, 'pending']);
  });
});

describe.skipIf(!isBuilt)('colours', () => {
  test('come only where somebody wants them', () => {
    const desk = openDesk();
    known(desk);
    desk.json(edit);
    // oxlint-disable-next-line no-control-regex
    const coloured = /\u001b\[/;
    expect(desk.run(['status'], { env: { CI: '1' } }).stdout).not.toMatch(coloured);
    expect(desk.run(['status'], { env: { FORCE_COLOR: '1' } }).stdout).toMatch(coloured);
    expect(desk.run(['status'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }).stdout).not.toMatch(coloured);
    expect(desk.run(['status'], { env: { FORCE_COLOR: '0' } }).stdout).not.toMatch(coloured);
  });
});
