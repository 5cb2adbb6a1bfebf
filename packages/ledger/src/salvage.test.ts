/** Rebuilding an index and copying out, on a real folder. Crashes of a damaged index are tried in apps/demo. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labels } from '@verbatim/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyOut, type Ledger, openDisk, openLedger, rebuildIndex, surveyLedger } from './index.js';
import { manifestText, parseManifestText } from './manifest-text.js';
import type { Manifest } from './manifest-words.js';

let base: string;
let dir: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'verbatim-salvage-'));
  dir = join(base, 'ledger');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = '2026-01-01T00:00:00.000Z';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const idOf = (n: number): string => `a${n.toString(36).padStart(10, '0')}`;

/** One action: path, and its text before and after; undefined where there was no file. */
type Step = readonly [path: string, before: string | undefined, after: string | undefined];

function state(text: string | undefined) {
  return text === undefined
    ? ({ kind: 'absent' } as const)
    : ({ kind: 'present', hash: hashOf(text), size: Buffer.byteLength(text), mode: 0o640 } as const);
}

function put(ledger: Ledger, text: string | undefined): void {
  if (text === undefined) return;
  const bytes = Buffer.from(text);
  ledger.copies.put({ hash: hashOf(text), size: bytes.length, pour: (sink) => sink(bytes) });
}

async function record(actions: readonly (readonly Step[])[]): Promise<void> {
  const ledger = await openLedger({ dir });
  actions.forEach((steps, n) => {
    for (const [, before, after] of steps) for (const text of [before, after]) put(ledger, text);
    ledger.copies.flush();
    ledger.lease('test', (tx) => {
      const [id, seq] = [idOf(n), tx.nextSequence()];
      const facts = { verb: 'edit', agent: 'ada', request: null, at, folders: [], decision: null, process: null };
      const paths = steps.map(([path]) => path);
      tx.putAction({ ...facts, id, seq, status: 'pending', count: steps.length, paths });
      steps.forEach(([path, before, after], index) => {
        const ids = { before: `s${n}-${index}b`, after: `s${n}-${index}a` };
        const copy = { path, at, attributes: null, action: id, pinned: false, note: null };
        tx.putSnapshot({ ...copy, id: ids.before, label: labels.before, state: state(before), seq: tx.nextSequence() });
        tx.putSnapshot({ ...copy, id: ids.after, label: labels.after, state: state(after), seq: tx.nextSequence() });
        tx.putPair({ action: id, seq, index, path, kind: 'edited', identity: null, ...ids });
      });
    });
    ledger.writeManifest(idOf(n));
  });
  await ledger.close();
}

interface Seen {
  readonly history: readonly (readonly [path: string, label: string, hash: string | null])[];
  readonly statuses: readonly string[];
  readonly sequence: number;
}

async function look(): Promise<Seen> {
  const ledger = await openLedger({ dir });
  let sequence = 0;
  ledger.lease('test', (tx) => {
    sequence = tx.nextSequence();
  });
  const seen = ledger.read((view) => ({
    history: [...view.allCopies('oldest first')].map(
      (copy) => [copy.path, copy.label, copy.state.kind === 'present' ? copy.state.hash : null] as const,
    ),
    statuses: [...view.allActions()].map(({ status }) => status),
  }));
  await ledger.close();
  return { ...seen, sequence };
}

const loseIndex = (): void => rmSync(join(dir, 'data.mdb'));
const three: readonly (readonly Step[])[] = [
  [['a.md', 'one', 'two']],
  [
    ['a.md', 'two', 'three'],
    ['new/b.md', undefined, 'made'],
  ],
  [['new/b.md', 'made', undefined]],
];

describe('a ledger whose index is gone', () => {
  it('is rebuilt with every entry that has a manifest, in order, as recovered, with numbers that go on', async () => {
    await record(three);
    const before = await look();
    loseIndex();
    expect(await rebuildIndex({ dir })).toMatchObject({
      problems: [],
      actions: 3,
      files: 2,
      copies: 4,
      missing: 0,
      unnamed: 0,
    });
    const after = await look();
    expect(after.history).toEqual(before.history);
    expect(after.statuses).toEqual(['recovered', 'recovered', 'recovered']);
    expect(after.sequence).toBeGreaterThan(before.sequence - 2);
    const ledger = await openLedger({ dir, mode: 'read' });
    expect(ledger.verify().problems).toEqual([]);
    expect(ledger.read((view) => view.waiting())).toEqual([]);
    await ledger.close();
  });

  it('has restore points again, with their ids and notes, in their places', async () => {
    await record(three);
    const ledger = await openLedger({ dir });
    put(ledger, 'mine');
    const point = { id: 's00000000zz', path: 'a.md', label: labels.restorePoint, state: state('mine'), note: 'lunch' };
    ledger.lease('save', (tx) => {
      tx.putSnapshot({ ...point, attributes: null, at, action: null, pinned: true, seq: tx.nextSequence() });
    });
    await ledger.close();
    const { history } = await look();
    loseIndex();
    expect(await rebuildIndex({ dir })).toMatchObject({ actions: 3, points: 1, unnamed: 0, problems: [] });
    expect((await look()).history).toEqual(history);
    const again = await openLedger({ dir, mode: 'read' });
    expect(again.read((view) => view.snapshot(point.id))).toMatchObject({ ...point, pinned: false });
    expect(again.read((view) => view.manifestsDue())).toEqual([]);
    await again.close();
    expect(copyOut({ dir, to: join(base, 'out') })).toMatchObject({ unnamed: 0, files: 5 });
  });

  it('is rebuilt for whatever actions there were', async () => {
    const text = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
    const step = fc.tuple(fc.constantFrom('x', 'y/z', 'ü b'), text, text);
    const steps = fc.uniqueArray(step, { selector: ([path]) => path, minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 6 }), async (actions) => {
        rmSync(dir, { recursive: true, force: true });
        await record(actions);
        const { history } = await look();
        loseIndex();
        await rebuildIndex({ dir });
        expect((await look()).history).toEqual(history);
      }),
      { numRuns: process.env['VERBATIM_LONG'] ? 300 : 10 },
    );
  });

  it('can be rebuilt again, and after a rebuild that was killed', async () => {
    await record(three);
    const { history } = await look();
    const setAside = await rebuildIndex({ dir });
    expect(readdirSync(join(dir, setAside.setAside ?? '')).sort()).toContain('data.mdb');
    mkdirSync(join(dir, 'rebuild-killed/copies'), { recursive: true });
    writeFileSync(join(dir, 'rebuild-killed/data.mdb'), 'half');
    await rebuildIndex({ dir });
    expect((await look()).history).toEqual(history);
    expect(readdirSync(dir).filter((name) => name.startsWith('rebuild-'))).toEqual([]);
    expect(readdirSync(join(dir, 'set-aside'))).toHaveLength(2);
  });

  it('says which copies are damaged and which are gone; half a pair is in History but never discarded', async () => {
    await record(three);
    loseIndex();
    writeFileSync(join(dir, 'copies', hashOf('two')), 'rot');
    rmSync(join(dir, 'copies', hashOf('three')));
    writeFileSync(join(dir, 'copies', 'f'.repeat(64)), 'a restore point');
    const rebuilt = await rebuildIndex({ dir });
    expect(rebuilt).toMatchObject({ copies: 2, missing: 1, unnamed: 1 });
    expect(rebuilt.problems).toMatchObject([{ code: 'COPY_CORRUPT', path: 'a.md', hash: hashOf('two') }]);
    const ledger = await openLedger({ dir, mode: 'read' });
    expect(ledger.read((view) => view.pairs(idOf(1)).map(({ pruned }) => pruned))).toEqual([true, undefined]);
    expect(ledger.read((view) => view.copiesOf('a.md')).map(({ label }) => label)).toEqual([
      labels.before,
      labels.after,
      labels.before,
    ]);
    expect(ledger.verify().problems.map(({ code }) => code)).toEqual(['COPY_CORRUPT']);
    await ledger.close();
  });

  it.each([
    ['no JSON', '{"v":1'],
    ['a path that leads out', JSON.stringify({ path: '../out' })],
    ['an empty path', JSON.stringify({ path: '' })],
    ['a hash that is none', JSON.stringify({ after: { kind: 'present', hash: '../../x', size: 1, mode: 0o644 } })],
    ['a size that is none', JSON.stringify({ after: { kind: 'present', hash: hashOf('x'), size: -1, mode: 0o644 } })],
  ])('leaves a manifest out that has %s, and says so', async (_, file) => {
    await record([...three]);
    const path = join(dir, 'manifests', `${idOf(0)}.json`);
    const manifest = parseManifestText(readFileSync(path)) as Manifest;
    const isText = file === '{"v":1';
    const more = isText ? {} : (JSON.parse(file) as object);
    const changed = { ...manifest, files: [{ ...manifest.files[0], ...more }] } as Manifest;
    writeFileSync(path, isText ? file : manifestText(changed));
    loseIndex();
    const { problems, actions } = await rebuildIndex({ dir });
    expect(actions).toBe(2);
    expect(problems).toMatchObject([{ code: 'MANIFEST_DAMAGED', path: `manifests/${idOf(0)}.json` }]);
  });

  it('is left alone while another process that wrote to it lives', async () => {
    await record(three);
    const owner = openDisk().process(process.ppid);
    writeFileSync(
      join(dir, 'writer.json'),
      JSON.stringify({ pid: process.ppid, started: owner?.started, verb: 'serve' }),
    );
    await expect(rebuildIndex({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_IN_USE' });
    expect(existsSync(join(dir, 'set-aside'))).toBe(false);
    writeFileSync(join(dir, 'writer.json'), JSON.stringify({ pid: process.ppid, started: 'earlier' }));
    expect(await rebuildIndex({ dir })).toMatchObject({ actions: 3 });
  });
});

describe('copying out', () => {
  it('needs no index, names copies by what manifests say, and leaves the ledger as it is', async () => {
    await record(three);
    loseIndex();
    writeFileSync(join(dir, 'copies', hashOf('two')), 'rot');
    const orphan = hashOf('a restore point');
    writeFileSync(join(dir, 'copies', orphan), 'a restore point');
    const to = join(base, 'out');
    const copied = copyOut({ dir, to });
    expect(copied).toMatchObject({
      files: 4,
      unnamed: 1,
      missing: 0,
      problems: [{ code: 'COPY_CORRUPT', path: 'a.md' }],
    });
    const { copies } = JSON.parse(readFileSync(join(to, 'copies.json'), 'utf8')) as {
      copies: { file: string; sha256: string; path?: string }[];
    };
    for (const { file, sha256 } of copies) expect(hashOf(readFileSync(join(to, file), 'utf8'))).toBe(sha256);
    expect(copies.map(({ file }) => file).sort()).toEqual([
      `by-hash/${orphan}`,
      `files/a.md/2026-01-01T00.00.00 Agent edit ${hashOf('three').slice(0, 8)}.md`,
      `files/a.md/2026-01-01T00.00.00 Before agent edit ${hashOf('one').slice(0, 8)}.md`,
      `files/new/b.md/2026-01-01T00.00.00 Agent edit ${hashOf('made').slice(0, 8)}.md`,
    ]);
    expect(existsSync(join(dir, 'data.mdb'))).toBe(false);
  });

  it('goes on past a copy that is no file, as verify and rebuilding do', async () => {
    await record(three);
    rmSync(join(dir, 'copies', hashOf('two')));
    mkdirSync(join(dir, 'copies', hashOf('two')));
    const bad = [{ code: 'COPY_CORRUPT', path: 'a.md', hash: hashOf('two') }];
    const ledger = await openLedger({ dir, mode: 'read' });
    expect(ledger.verify().problems).toMatchObject(bad);
    await ledger.close();
    expect(copyOut({ dir, to: join(base, 'out') })).toMatchObject({ files: 3, problems: bad });
    loseIndex();
    expect(await rebuildIndex({ dir })).toMatchObject({ copies: 3, problems: bad });
  });

  it('replaces nothing and stays out of the ledger', async () => {
    await record(three);
    writeFileSync(join(base, 'mine'), 'mine');
    expect(() => copyOut({ dir, to: base })).toThrow('not empty');
    expect(() => copyOut({ dir, to: join(dir, 'copies') })).toThrow('own');
  });
});

describe('a survey', () => {
  it('counts what waits, and finds no fault in a sound index', async () => {
    await record(three);
    expect(await surveyLedger({ dir })).toEqual({
      exists: true,
      problems: [],
      actions: 3,
      waiting: { pending: 3, open: 0, interrupted: 0 },
      journal: [],
    });
    expect(await surveyLedger({ dir: join(base, 'none') })).toMatchObject({ exists: false });
    loseIndex();
    await expect(surveyLedger({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_DAMAGED' });
  });
});
