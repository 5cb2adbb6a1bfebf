/** Salvage beside processes that have the ledger open: what they were told was done is there afterwards, in the new index or the old. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Disk, isVerbatimError } from '@verbatim/core';
import { openDisk, systemCalls } from '@verbatim/fs';
import { rebuildIndex } from '@verbatim/ledger';
import { systemError } from '@verbatim/testkit';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isTimeUp } from '../races/form.js';
import { callsFor, openWorkspace, type Workspace } from '../workspace.js';
import type { Told } from './rot-salvage-child.js';
import { isLong } from './sweep.js';

let made: Bundle;
beforeAll(async () => {
  made = await bundle(new URL('./rot-salvage-child.ts', import.meta.url));
}, 120_000);
afterAll(() => made.remove());

let base: string;
let index: string;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'verbatim-salvage-'));
  index = join(base, 'ledger', 'data.mdb');
  const first = start();
  await first.ask('open');
  await first.ask('write first.md');
  await first.ask('close');
  first.kill();
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  rmSync(base, { recursive: true, force: true });
});

interface Other {
  readonly said: readonly Told[];
  /** How the process ended, where it has. */
  end?: string;
  ask(line: string): Promise<Told>;
  /** Asks without waiting. */
  tell(line: string): void;
  /** The next line that says this. */
  until(outcome: string): Promise<void>;
  kill(): void;
}

function start(): Other {
  const child = spawn(process.execPath, [made.path, base], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(child);
  const said: Told[] = [];
  let heard: () => void = () => {};
  child.on('exit', (code, signal) => {
    other.end = `the process ended with ${code ?? signal}, after ${JSON.stringify(said.at(-1))}`;
    heard();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line) as Told);
    heard();
  });
  const next = async (): Promise<void> => {
    if (other.end === undefined) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    if (other.end !== undefined) throw new Error(other.end);
  };
  const tell = (line: string): void => void child.stdin.write(`${line}\n`);
  const other: Other = {
    said,
    tell,
    async ask(line) {
      const before = said.length;
      tell(line);
      while (said.length === before) await next();
      return said[before] as Told;
    },
    async until(outcome) {
      while (!said.some((told) => told.outcome === outcome)) await next();
    },
    kill: () => void child.kill('SIGKILL'),
  };
  return other;
}

const rebuild = (disk: Disk = openDisk()): Promise<unknown> => rebuildIndex({ dir: join(base, 'ledger'), disk });
const inUse = expect.objectContaining({ code: 'VERBATIM_LEDGER_IN_USE' }) as Error;

/** Looks at the ledger as it is now; everything in it is whole. */
async function look(check: (w: Workspace) => void): Promise<void> {
  const w = await openWorkspace({ base });
  w.isKept = true;
  try {
    check(w);
  } finally {
    await w.close();
  }
}

function expectDone({ path = '', action = '' }: Told): void {
  expect(readFileSync(join(base, 'work', path), 'utf8')).toBe(path);
  expect(existsSync(join(base, 'ledger', 'manifests', `${action}.json`))).toBe(true);
}

describe('beside a process that has the ledger open and does nothing', () => {
  it('salvage stops, changes nothing, and what that process writes next is there', async () => {
    const other = start();
    await other.ask('open');
    await expect(rebuild()).rejects.toThrow(inUse);
    expect(existsSync(join(base, 'ledger', 'set-aside'))).toBe(false);
    const told = await other.ask('write next.md');
    expect(told.outcome).toBe('pending');
    await other.ask('close');
    expectDone(told);
    await look(({ ledger }) => {
      expect(ledger.read((view) => view.waiting().map(({ paths }) => paths))).toEqual([['first.md'], ['next.md']]);
    });
    expect(await rebuild()).toMatchObject({ actions: 2 });
  });

  it('salvage stops where the index is gone, and that process writes nothing more', async () => {
    const other = start();
    await other.ask('open');
    rmSync(index);
    await expect(rebuild()).rejects.toThrow(inUse);
    expect(await other.ask('write next.md')).toMatchObject({ outcome: 'VERBATIM_LEDGER_REPLACED' });
    expect(existsSync(join(base, 'work', 'next.md'))).toBe(false);
    await other.ask('close');
    expect(await rebuild()).toMatchObject({ actions: 1 });
    await look(({ ledger }) => {
      expect(ledger.read((view) => [...view.allActions()].map(({ paths }) => paths))).toEqual([['first.md']]);
    });
  });

  it.each(['exchange', 'aside'] as const)(
    'where the disk does not tell of it, that process learns of the new index and writes nothing (%s)',
    async (order) => {
      const other = start();
      await other.ask('open');
      const readLease = (): void => {
        throw systemError('ENOSYS', 'lease');
      };
      expect(await rebuild(openDisk({ calls: { ...callsFor(order), readLease } }))).toMatchObject({ actions: 1 });
      expect(await other.ask('write next.md')).toMatchObject({ outcome: 'VERBATIM_LEDGER_REPLACED' });
      expect(existsSync(join(base, 'work', 'next.md'))).toBe(false);
      await other.ask('close');
      await other.ask('open');
      const told = await other.ask('write next.md');
      expect(told.outcome).toBe('pending');
      await other.ask('close');
      expectDone(told);
      await look(({ ledger }) => {
        const statuses = ledger.read((view) => [...view.allActions()].map(({ status }) => status));
        expect(statuses).toEqual(['recovered', 'pending']);
      });
    },
  );
});

it('another index than the one that was judged is left alone', async () => {
  const tree = openDisk().openTree(join(base, 'ledger'));
  const judged = tree.glance('data.mdb');
  tree.close();
  await rebuild();
  const bytes = readFileSync(index);
  await expect(rebuildIndex({ dir: join(base, 'ledger'), judged })).rejects.toThrow(inUse);
  expect(readFileSync(index).equals(bytes)).toBe(true);
});

it('a salvage that fails leaves the old index in its place', async () => {
  const bytes = readFileSync(index);
  const calls = systemCalls();
  const write: typeof calls.write = (...args) => {
    if (existsSync(join(base, 'ledger', 'set-aside'))) throw systemError('ENOSPC', 'write');
    return calls.write(...args);
  };
  await expect(rebuild(openDisk({ calls: { ...calls, write } }))).rejects.toSatisfy(isVerbatimError);
  expect(readFileSync(index).equals(bytes)).toBe(true);
  await look(({ ledger }) => expect(ledger.read((view) => view.waiting())).toHaveLength(1));
});

it('one salvage at a time; what a killed one left is taken over', async () => {
  const turn = join(base, 'ledger', 'salvage.json');
  writeFileSync(turn, JSON.stringify(openDisk().self()));
  await expect(rebuild()).rejects.toThrow(inUse);
  writeFileSync(turn, JSON.stringify({ ...openDisk().self(), started: 'earlier' }));
  expect(await rebuild()).toMatchObject({ actions: 1 });
  expect(existsSync(turn)).toBe(false);
});

/**
 * Two processes open, write and close without end, while this one rebuilds the index again and again. One that opens in the very
 * moment of the exchange may be ended by LMDB's binding, before it has begun anything; another goes on in its place.
 */
it('nothing acknowledged is lost while the index is rebuilt again and again', {
  timeout: isLong ? 3_600_000 : 60_000,
}, async () => {
  const wanted = isLong ? 100 : 5;
  const others: Other[] = [];
  const startLoad = (): Other => {
    const other = start();
    other.tell(`load p${others.push(other)}`);
    return other;
  };
  await Promise.all([startLoad(), startLoad()].map((other) => other.until('pending')));
  let [rebuilt, refused] = [0, 0];
  while (rebuilt < wanted && refused < wanted * 100 && !isTimeUp()) {
    try {
      await rebuild();
      rebuilt++;
    } catch (error) {
      expect(error).toMatchObject({ code: 'VERBATIM_LEDGER_IN_USE' });
      refused++;
    }
    await new Promise((resolve) => setTimeout(resolve, (rebuilt % 7) * 3));
    while (others.filter(({ end }) => end === undefined).length < 2) startLoad();
  }
  const alive = others.filter(({ end }) => end === undefined);
  for (const other of alive) other.tell('stop');
  await Promise.allSettled(alive.map((other) => other.until('stopped')));
  const said = others.flatMap((other) => other.said).filter(({ path }) => path !== undefined);
  const done = said.filter(({ outcome }) => outcome === 'pending');
  const tally = new Map<string, number>();
  for (const { outcome } of said) tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
  const codes = [...tally].map(([code, times]) => `${times} ${code}`);
  console.log(
    `salvage beside two writers: ${rebuilt} rebuilt, ${refused} refused; writers: ${codes.join(', ')}, ${others.length - 2} ended by LMDB`,
  );
  expect(done.length).toBeGreaterThan(0);
  expect(rebuilt).toBeGreaterThan(0);
  for (const told of done) expectDone(told);
  await look(({ ledger }) => {
    const known = new Set(ledger.read((view) => [...view.allActions()].map(({ id }) => id)));
    expect(done.filter(({ action = '' }) => !known.has(action))).toEqual([]);
  });
  const mayFail = /^(pending|VERBATIM_LEDGER_(DAMAGED|REPLACED|WRITE_FAILED)|VERBATIM_OUTCOME_UNKNOWN)$/;
  expect(said.filter(({ outcome }) => !mayFail.test(outcome))).toEqual([]);
  const isThere = ({ path = '' }: Told): boolean => existsSync(join(base, 'work', path));
  expect(said.filter((told) => told.outcome !== 'pending' && isThere(told))).toEqual([]);
});
