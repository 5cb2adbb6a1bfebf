/** What verify says of manifests, and salvage makes of it, on a real folder. All that can happen to their bytes is in `review/test/faults/rot`. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labels } from '@verbatim/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ledger, type LedgerProblem, openLedger, rebuildIndex, rewriteManifests } from './index.js';
import { manifestText, parseManifestText } from './manifest-text.js';
import type { Manifest } from './manifest-words.js';

let base: string;
let dir: string;
let ledger: Ledger;
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'verbatim-manifests-'));
  dir = join(base, 'ledger');
  ledger = await openLedger({ dir });
  record(1);
  record(2);
  savePoint();
  // As when all of them have been flushed since.
  ledger.lease('test', (tx) => {
    for (const id of tx.manifestsDue()) tx.removeManifestDue(id);
  });
});
afterEach(async () => {
  await ledger.close();
  rmSync(base, { recursive: true, force: true });
});

const at = '2026-01-01T00:00:00.000Z';
const absent = { kind: 'absent' } as const;
const idOf = (n: number): string => `a00000000${n}0`;
const point = 's0000000zz0';
const pathOf = (id: string): string => join(dir, 'manifests', `${id}.json`);

function record(n: number): void {
  ledger.lease('test', (tx) => {
    const [id, seq] = [idOf(n), tx.nextSequence()];
    const facts = { verb: 'delete', agent: 'ada', request: null, at, folders: [], decision: null, process: null };
    tx.putAction({ ...facts, id, seq, status: 'pending', count: 1, paths: ['x.md'] });
    const copy = { path: 'x.md', at, attributes: null, action: id, pinned: false, note: null, state: absent };
    tx.putSnapshot({ ...copy, id: `s${n}b`, label: labels.before, seq: tx.nextSequence() });
    tx.putSnapshot({ ...copy, id: `s${n}a`, label: labels.after, seq: tx.nextSequence() });
    const halves = { before: `s${n}b`, after: `s${n}a` };
    tx.putPair({ action: id, seq, index: 0, path: 'x.md', kind: 'edited', identity: null, ...halves });
  });
  ledger.writeManifest(idOf(n));
}

function savePoint(): void {
  const copy = { id: point, path: 'x.md', label: labels.restorePoint, state: absent, note: null };
  ledger.lease('save', (tx) => {
    tx.putSnapshot({ ...copy, attributes: null, at, action: null, pinned: false, seq: tx.nextSequence() });
  });
}

function change(id: string, more: object): void {
  writeFileSync(pathOf(id), manifestText({ ...(parseManifestText(readFileSync(pathOf(id))) as Manifest), ...more }));
}

const problems = (): readonly LedgerProblem[] => ledger.verify().problems;

async function salvage(): ReturnType<typeof rewriteManifests> {
  await ledger.close();
  const done = await rewriteManifests({ dir });
  ledger = await openLedger({ dir });
  return done;
}

const other = (of: string): object => ({ files: [{ path: of, kind: 'edited', before: absent, after: absent }] });

describe('verify', () => {
  it('finds no fault where every manifest is as it was written, or due', () => {
    expect(problems()).toEqual([]);
    record(3);
    rmSync(pathOf(idOf(3)));
    expect(problems()).toEqual([]);
  });

  it.each([idOf(1), point])(
    'finds the manifest that is missing, cut short, changed by a bit or a file of another (%s)',
    (id) => {
      const about = { manifest: `manifests/${id}.json`, [id === point ? 'snapshot' : 'action']: id };
      const whole = readFileSync(pathOf(id));
      rmSync(pathOf(id));
      expect(problems()).toEqual([
        { code: 'MANIFEST_MISSING', message: expect.stringMatching(/verbatim salvage/), ...about },
      ]);
      for (const bytes of ['', whole.subarray(0, 40), Buffer.concat([whole, whole]), `${whole.toString().trim()} \n`]) {
        writeFileSync(pathOf(id), bytes);
        expect(problems()).toMatchObject([{ code: 'MANIFEST_DAMAGED', ...about }]);
      }
      renameSync(pathOf(id), join(base, 'aside'));
      writeFileSync(pathOf(id), readFileSync(pathOf(idOf(2))));
      expect(problems()).toMatchObject([{ code: 'MANIFEST_DAMAGED', ...about }]);
    },
  );

  it.each([
    ['agent', { agent: 'bob' }],
    ['request', { request: 'r1' }],
    ['verb', { verb: 'edit' }],
    ['time', { at: '2027-01-01T00:00:00.000Z' }],
    ['path', other('y.md')],
    ['files', { files: [...(other('x.md') as Manifest).files, ...(other('y.md') as Manifest).files] }],
    [
      'bytes',
      {
        files: [
          {
            path: 'x.md',
            kind: 'edited',
            before: absent,
            after: { kind: 'present', hash: 'f'.repeat(64), size: 1, mode: 0o644 },
          },
        ],
      },
    ],
  ])('finds the manifest that names another %s than the index', (_, more) => {
    change(idOf(1), more);
    expect(problems()).toMatchObject([{ code: 'MANIFEST_WRONG', action: idOf(1) }]);
  });

  it.each([{ path: 'y.md' }, { label: labels.restored }, { note: 'lunch' }])(
    'finds the manifest of a copy on its own that says something else (%j)',
    (more) => {
      change(point, more);
      expect(problems()).toMatchObject([{ code: 'MANIFEST_WRONG', snapshot: point }]);
    },
  );

  it('finds a manifest that the index knows nothing of, but not that of a copy that was removed', () => {
    writeFileSync(
      pathOf(idOf(9)),
      manifestText({ ...(parseManifestText(readFileSync(pathOf(idOf(1)))) as Manifest), action: idOf(9) }),
    );
    expect(problems()).toMatchObject([{ code: 'MANIFEST_FOREIGN', action: idOf(9) }]);
    rmSync(pathOf(idOf(9)));
    ledger.lease('test', (tx) => tx.removeSnapshot(point));
    expect(problems()).toEqual([]);
    change(point, { seq: 1_000 });
    expect(problems()).toMatchObject([{ code: 'MANIFEST_FOREIGN', snapshot: point }]);
  });

  it('bears that halves of pairs were removed, and that the index was rebuilt', async () => {
    ledger.lease('test', (tx) => {
      const [pair] = tx.pairs(idOf(1));
      if (pair !== undefined) tx.putPair({ ...pair, pruned: true });
      for (const id of ['s1b', 's1a']) tx.removeSnapshot(id);
    });
    expect(problems()).toEqual([]);
    await ledger.close();
    await rebuildIndex({ dir });
    ledger = await openLedger({ dir });
    expect(problems()).toEqual([]);
  });
});

describe('salvage of a sound index', () => {
  it('writes what is missing, damaged or wrong anew, and sets aside what it replaces', async () => {
    const before = [idOf(1), idOf(2), point].map((id) => readFileSync(pathOf(id), 'utf8'));
    rmSync(pathOf(idOf(1)));
    writeFileSync(pathOf(idOf(2)), 'rot');
    change(point, { note: 'lunch' });
    writeFileSync(pathOf(idOf(9)), 'rot');
    const { written, setAside } = await salvage();
    expect(written).toBe(3);
    expect(readdirSync(join(dir, setAside ?? '')).sort()).toEqual([idOf(2), idOf(9), point].map((id) => `${id}.json`));
    expect(problems()).toEqual([]);
    expect([idOf(1), idOf(2), point].map((id) => readFileSync(pathOf(id), 'utf8'))).toEqual(before);
    expect(await salvage()).toEqual({ written: 0 });
  });

  it('brings the whole folder back', async () => {
    rmSync(join(dir, 'manifests'), { recursive: true });
    expect(await salvage()).toEqual({ written: 3 });
    expect(problems()).toEqual([]);
  });

  it('what a power cut left of one that is due is written anew by whoever writes next', () => {
    record(3);
    writeFileSync(pathOf(idOf(3)), '');
    ledger.writeDueManifests();
    expect(problems()).toEqual([]);
  });
});
