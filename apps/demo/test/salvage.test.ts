import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '@verbatim/ledger';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, type Desk, isBuilt, openDesk, outcome } from './desk.js';

/** Each test runs the command a dozen times. */
vi.setConfig({ testTimeout: 180_000 });

/** Three edits of one file, one made and one deleted: five actions, ten copies in History. */
function worked(): Desk {
  const desk = openDesk();
  desk.write('notes.md', 'v0\n');
  desk.write('old.txt', 'old\n');
  const done = (args: readonly string[], input = ''): void => {
    expect(desk.json(args, { input })).toMatchObject({ exit: 0 });
  };
  for (const version of [1, 2, 3]) done(['write', 'notes.md', '--agent', 'ada'], `v${version}\n`);
  done(['write', 'made/new.csv'], 'a,b\n');
  done(['delete', 'old.txt']);
  done(['keep', 'made/new.csv']);
  return desk;
}

function ledgerOf(desk: Desk): string {
  const [id] = readdirSync(join(desk.home, 'workspaces'));
  return join(desk.home, 'workspaces', id ?? '');
}

const index = (desk: Desk): string => join(ledgerOf(desk), 'data.mdb');
const entries = (desk: Desk): readonly (readonly unknown[])[] =>
  desk
    .json(['history', '.', '--count', '100'])
    .copies.map(({ path, label, hash, at }: Answer) => [path, label, hash, at]);

function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path);
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.from([(bytes[at] ?? 0) ^ (1 << (at % 8))]), 0, 1, at);
  closeSync(fd);
}

/** Puts the index of before the damage back. */
function putIndex(desk: Desk, whole: Uint8Array): void {
  rmSync(join(ledgerOf(desk), 'lock.mdb'), { force: true });
  writeFileSync(`${index(desk)}.new`, whole);
  renameSync(`${index(desk)}.new`, index(desk));
}

/** Where a text lies last in the index. */
const placeOf = (path: string, text: string): number => readFileSync(path).lastIndexOf(text);

/** Where LMDB's mark lies in its first page, after the page's header. */
const metaAt = 24;

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ['deleted', (path) => rmSync(path)],
  ['emptied', (path) => truncateSync(path, 0)],
  ['truncated', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['of another kind', (path) => writeFileSync(path, 'not an index'.repeat(1000))],
  ['with a flipped bit in its mark', (path) => flipBit(path, metaAt)],
  ['with flipped bits in both its marks', (path) => [metaAt, 4096 + metaAt].forEach((at) => flipBit(path, at))],
  ['with a flipped bit in a record', (path) => flipBit(path, placeOf(path, '"notes.md"') + 2)],
];

describe.skipIf(!isBuilt)('salvage', () => {
  test('of an index that is damaged in whatever way brings every entry back', () => {
    const desk = worked();
    const before = entries(desk);
    expect(before.length).toBe(10);
    const whole = readFileSync(index(desk));
    for (const [how, damage] of damages) {
      damage(index(desk));
      const salvaged = desk.json(['salvage']);
      expect(salvaged, how).toMatchObject({
        exit: 0,
        ok: true,
        problems: [],
        outcome: 'rebuilt',
        actions: 5,
        files: 3,
        missing: 0,
      });
      expect(entries(desk), how).toEqual(before);
      putIndex(desk, whole);
    }
    damages[0]?.[1](index(desk));
    desk.json(['salvage']);
    expect(desk.json(['status']).actions).toEqual([]);
    expect(desk.json(['verify'])).toMatchObject({ exit: 0, ok: true });
  });

  test('what is recovered can be restored and discarded under the usual checks, and new edits wait as ever', () => {
    const desk = worked();
    const saved = desk.json(['save', 'notes.md', '--note', 'lunch']).copy;
    rmSync(index(desk));
    expect(desk.json(['salvage'])).toMatchObject({ actions: 5, points: 1 });
    const [point, ...copies]: readonly Answer[] = desk.json(['history', 'notes.md']).copies;
    expect(point).toMatchObject({ id: saved, note: 'lunch', label: 'Restore point', restorable: true });
    expect(copies.every(({ status, restorable }) => status === 'recovered' && restorable === true)).toBe(true);
    expect(outcome(desk.json(['discard', `action:${copies.at(-1)?.action}`]))).toEqual([2, 'refused', 'FILE_CHANGED']);
    expect(outcome(desk.json(['discard', `action:${copies[0]?.action}`]))).toEqual([0, 'discarded']);
    expect(desk.read('notes.md')).toBe('v2\n');
    expect(outcome(desk.json(['restore', 'notes.md', copies.at(-1)?.id]))).toEqual([0, 'restored']);
    expect(desk.read('notes.md')).toBe('v0\n');
    const [deleted] = desk.json(['history', 'old.txt']).copies;
    expect(outcome(desk.json(['discard', `action:${deleted.action}`]))).toEqual([0, 'discarded']);
    expect(desk.read('old.txt')).toBe('old\n');
    expect(outcome(desk.json(['edit', 'notes.md', '--replace', 'v0', '--with', 'v9']))).toEqual([0, 'pending']);
    expect(outcome(desk.json(['discard', 'notes.md']))).toEqual([0, 'discarded']);
  });

  test('sets the old index aside, and leaves a sound one alone', () => {
    const desk = worked();
    expect(desk.json(['salvage'])).toMatchObject({
      exit: 0,
      outcome: 'unchanged',
      notes: [expect.stringMatching(/sound/)],
    });
    expect(desk.json(['status']).actions).toHaveLength(4);
    writeFileSync(index(desk), 'rot');
    const { setAside } = desk.json(['salvage']);
    expect(readFileSync(join(ledgerOf(desk), setAside, 'data.mdb'), 'utf8')).toBe('rot');
    expect(desk.run(['salvage']).stdout).toContain('sound');
  });

  test('of a sound index writes manifests anew that verify finds missing or damaged', async () => {
    const desk = worked();
    desk.json(['keep', 'notes.md']);
    // As when all of them have been flushed since: what is still due is written by the next command anyway.
    const ledger = await openLedger({ dir: ledgerOf(desk) });
    ledger.lease('test', (transaction) => {
      for (const id of transaction.manifestsDue()) transaction.removeManifestDue(id);
    });
    await ledger.close();
    const folder = join(ledgerOf(desk), 'manifests');
    const [first, second, ...others] = readdirSync(folder).sort();
    rmSync(join(folder, first ?? ''));
    flipBit(join(folder, second ?? ''), 100);
    const found = desk.json(['verify']);
    expect(found).toMatchObject({ exit: 2, ok: false });
    const codes = found.problems.map(({ code, action, manifest }: Answer) => [code, `${action}.json`, manifest]);
    expect(codes.sort()).toEqual([
      ['MANIFEST_DAMAGED', second, `manifests/${second}`],
      ['MANIFEST_MISSING', first, `manifests/${first}`],
    ]);
    for (const { message } of found.problems) {
      expect(message).toContain('Nothing but salvage needs it; verbatim salvage writes it anew');
    }
    expect(desk.run(['verify']).stdout).toMatch(/MANIFEST_MISSING {2}manifests\/.*verbatim salvage/);
    expect(others.length).toBe(3);
    const mended = desk.json(['salvage']);
    expect(mended).toMatchObject({ exit: 0, outcome: 'mended', written: 2 });
    expect(readdirSync(join(ledgerOf(desk), mended.setAside))).toEqual([second]);
    expect(desk.json(['verify'])).toMatchObject({ exit: 0, ok: true });
    expect(desk.json(['salvage'])).toMatchObject({ exit: 0, outcome: 'unchanged' });
    rmSync(join(folder, second ?? ''));
    expect(desk.run(['salvage']).stdout).toContain('1 manifest written anew');
  });

  test('tells which copies are damaged, and only what needs them refuses', () => {
    const desk = worked();
    const copies = join(ledgerOf(desk), 'copies');
    const names = readdirSync(copies).sort();
    const bad = new Set(names.filter((_, at) => at % 2 === 0));
    for (const name of bad) writeFileSync(join(copies, name), 'rot');
    rmSync(index(desk));
    const salvaged = desk.json(['salvage']);
    expect(salvaged).toMatchObject({ exit: 2, ok: false, actions: 5, copies: names.length - bad.size });
    expect(new Set(salvaged.problems.map(({ hash }: Answer) => hash))).toEqual(bad);
    for (const { hash, restorable } of desk.json(['history', '.']).copies as readonly Answer[]) {
      expect(restorable).toBe(hash === null || !bad.has(hash));
    }
    const [newest] = desk.json(['history', 'notes.md']).copies;
    const needed = desk.json(['history', `action:${newest.action}`]).copies as readonly Answer[];
    const isWhole = needed.every(({ hash }) => !bad.has(hash));
    const discarded = desk.json(['discard', `action:${newest.action}`]);
    expect(discarded.exit).toBe(isWhole ? 0 : 2);
    if (!isWhole) expect(discarded.message).toMatch(/The edit was not rejected\.$/);
  });

  test('finds the ledger of a workspace whose record is lost too', () => {
    const desk = worked();
    rmSync(index(desk));
    rmSync(join(ledgerOf(desk), 'workspace.json'));
    expect(desk.json(['salvage'])).toMatchObject({ exit: 0, outcome: 'rebuilt', actions: 5 });
    expect(desk.json(['history', '.']).copies).toHaveLength(10);
  });

  test('--to copies every intact copy out, whatever the index is like, and changes nothing', () => {
    const desk = worked();
    truncateSync(index(desk), 5000);
    const before = readdirSync(ledgerOf(desk)).sort();
    const copied = desk.json(['salvage', '--to', '../out']);
    expect(copied).toMatchObject({ exit: 0, outcome: 'copied', files: 6, unnamed: 0, missing: 0 });
    expect(readdirSync(ledgerOf(desk)).sort()).toEqual(before);
    const folder = join(desk.path, 'out/files/notes.md');
    expect(
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .sort(),
    ).toEqual(['v0\n', 'v1\n', 'v2\n', 'v3\n']);
    expect(outcome(desk.json(['salvage', '--to', '../out']))).toEqual([2, 'refused', 'PATH_TAKEN']);
    expect(outcome(desk.json(['salvage', '--to', desk.home]))).toEqual([2, 'refused', 'INPUT_INVALID']);
  });

  test('of nothing says so and makes nothing', () => {
    const desk = openDesk();
    expect(desk.json(['salvage'])).toMatchObject({ exit: 0, outcome: 'unchanged' });
    expect(desk.json(['salvage', '--to', '../out'])).toMatchObject({ exit: 0, outcome: 'unchanged' });
    expect(readdirSync(desk.path).sort()).toEqual(['user', 'work']);
  });

  test('any bit may flip: what salvage says is so, and no entry is lost', () => {
    const desk = worked();
    const before = entries(desk).length;
    const size = statSync(index(desk)).size;
    const whole = readFileSync(index(desk));
    const runs = process.env['VERBATIM_LONG'] ? 200 : 4;
    for (let run = 1; run <= runs; run++) {
      const at = (run * 2_654_435_761) % size;
      flipBit(index(desk), at);
      expect(desk.json(['salvage'])).toMatchObject({ exit: 0, ok: true });
      expect(entries(desk)).toHaveLength(before);
      putIndex(desk, whole);
    }
  });
});

describe.skipIf(!isBuilt)('doctor', () => {
  test('tells where everything lies and how it is, and writes nothing', () => {
    const desk = openDesk();
    const none = desk.json(['doctor']);
    expect(none).toMatchObject({
      exit: 0,
      ok: true,
      problems: [],
      ledger: null,
      home: { path: desk.home, exists: false },
    });
    expect(none.root).toMatchObject({ path: desk.root, exchange: expect.stringMatching(/^(yes|no|unknown)$/) });
    expect(readdirSync(desk.path).sort()).toEqual(['user', 'work']);
    expect(readdirSync(join(desk.path, 'user'))).toEqual([]);
    desk.json(['write', 'notes.md'], { input: 'v1\n' });
    desk.json(['begin', 'other.md']);
    const { ledger } = desk.json(['doctor']);
    expect(ledger).toMatchObject({ index: 'sound', copies: 1, manifests: 2, waiting: { pending: 1, open: 1 } });
    expect(ledger.path).toBe(ledgerOf(desk));
    expect(ledger.bytes).toBeGreaterThan(3);
    expect(desk.run(['doctor']).stdout).toMatch(/^node .*\n[^]*All is well\.\n$/);
  });

  test('finds a damaged index, a home that others can write into, and exits 2', () => {
    const desk = openDesk();
    desk.json(['write', 'notes.md'], { input: 'v1\n' });
    truncateSync(index(desk), 4096);
    expect(desk.json(['doctor'])).toMatchObject({
      exit: 2,
      ok: false,
      problems: [{ code: 'LEDGER_DAMAGED', next: expect.stringContaining('verbatim salvage') }],
    });
    expect(desk.run(['doctor']).stdout).toContain('LEDGER_DAMAGED');
    expect(desk.run(['status']).stderr).toContain('verbatim salvage');
    const home = join(desk.path, 'open');
    desk.write('../open/x', '');
    desk.shell(`--version >/dev/null; chmod 777 ${home}`);
    expect(desk.json(['doctor', '--home', home])).toMatchObject({ exit: 2, problems: [{ code: 'FOLDER_UNUSABLE' }] });
    expect(desk.json(['doctor', '--root', desk.file('none')])).toMatchObject({ exit: 2, ok: false });
  });
});
