/** The ledger alone, on a real folder with a real index. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labels } from '@verbatim/core';
import { openStore, sha256 } from '@verbatim/store';
import { countingIds, manualClock } from '@verbatim/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Action, type JournalRecord, type Ledger, openLedger, type Pair } from './index.js';
import { manifestsDueMax } from './limits.js';

let base: string;
let dir: string;
let ledger: Ledger;
const world = { clock: manualClock(), ids: countingIds() };
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'verbatim-ledger-'));
  dir = join(base, 'ledger');
  ledger = await openLedger({ dir, ...world });
});
afterEach(async () => {
  await ledger.close();
  rmSync(base, { recursive: true, force: true });
});

const at = '2026-01-01T00:00:00.000Z';
const file = { kind: 'present', hash: 'a'.repeat(64), size: 1, mode: 0o644 } as const;
const owner = { pid: 1, started: '1', boot: 'earlier', namespace: '' };

function actionOf(id: string, seq: number, paths: readonly string[], status: Action['status']): Action {
  const facts = { verb: 'edit', agent: 'a', request: null, at, folders: [], decision: null, process: null };
  return { ...facts, id, seq, status, paths, count: paths.length };
}

function pairOf(action: string, seq: number, index: number, path: string): Pair {
  const snapshots = { before: `s${action}${index}b`, after: `s${action}${index}a` };
  return { action, seq, index, path, kind: 'edited', identity: null, ...snapshots };
}

/** Records an action with its pairs; answers its number in the ledger's order. */
function record(id: string, paths: readonly string[], status: Action['status'] = 'pending'): number {
  let seq = 0;
  ledger.lease('test', (tx) => {
    seq = tx.nextSequence();
    tx.putAction(actionOf(id, seq, paths, status));
    paths.forEach((path, index) => {
      const pair = pairOf(id, seq, index, path);
      for (const [half, label] of [
        ['before', labels.before],
        ['after', labels.after],
      ] as const) {
        const facts = { path, label, at, state: file, attributes: null, action: id, pinned: false, note: null };
        tx.putSnapshot({ ...facts, id: pair[half] ?? '', seq: tx.nextSequence() });
      }
      tx.putPair(pair);
    });
  });
  return seq;
}

function settle(id: string, status: Action['status']): void {
  ledger.lease('test', (tx) => tx.putAction({ ...tx.mustAction(id), status }));
}

describe('actions', () => {
  it('wait in the order in which they were made, whatever the clock says', () => {
    record('a1', ['x.md']);
    world.clock.move(-86_400_000);
    record('a2', ['x.md', 'y.md']);
    expect(ledger.read((view) => view.waiting()).map(({ id }) => id)).toEqual(['a1', 'a2']);
    expect(ledger.read((view) => view.pendingPairs('x.md')).map(({ action }) => action)).toEqual(['a2', 'a1']);
    expect(ledger.read((view) => view.countPending('x.md', 500))).toBe(2);
  });

  it('leave the lists when they are decided, and keep their pairs', () => {
    record('a1', ['x.md']);
    record('a2', ['x.md']);
    settle('a1', 'kept');
    settle('a2', 'discarded');
    expect(ledger.read((view) => view.waiting())).toEqual([]);
    expect(ledger.read((view) => view.pendingPairs('x.md'))).toEqual([]);
    expect(ledger.read((view) => view.newestKept('x.md'))?.action).toBe('a1');
    expect(ledger.read((view) => view.newestPair('x.md'))?.action).toBe('a2');
    settle('a1', 'discarded');
    expect(ledger.read((view) => view.newestKept('x.md'))).toBeUndefined();
    expect(ledger.read((view) => view.pairs('a2'))).toHaveLength(1);
  });

  it('hold their files while they are open, one action a file', () => {
    record('a1', ['x.md'], 'open');
    expect(ledger.read((view) => view.openActionOn('x.md'))).toBe('a1');
    expect(ledger.read((view) => view.opened()).map(({ id }) => id)).toEqual(['a1']);
    settle('a1', 'interrupted');
    expect(ledger.read((view) => view.openActionOn('x.md'))).toBeUndefined();
    expect(ledger.read((view) => view.waiting())).toHaveLength(1);
  });

  it('show a missing copy by their count', () => {
    record('a1', ['x.md', 'y.md']);
    const [first] = ledger.read((view) => view.pairs('a1'));
    ledger.lease('test', (tx) => tx.removeSnapshot(first?.before ?? ''));
    expect(ledger.read((view) => view.before(first as Pair))).toBeUndefined();
    ledger.lease('test', (tx) => tx.removePairs('a1'));
    expect(ledger.read((view) => view.pairs('a1'))).toHaveLength(0);
    expect(ledger.read((view) => view.action('a1'))?.count).toBe(2);
  });

  it('are there after the ledger was closed and opened', async () => {
    record('a1', ['x.md']);
    await ledger.close();
    ledger = await openLedger({ dir, ...world });
    expect(ledger.read((view) => view.waiting()).map(({ id }) => id)).toEqual(['a1']);
    expect(record('a2', ['x.md'])).toBeGreaterThan(1);
  });
});

describe('the journal', () => {
  const journal = (token: string, state: JournalRecord['state']): JournalRecord => {
    const step = { path: 'x.md', from: file, to: file, folder: '.verbatim-00000000', staged: 's', aside: 'o' };
    return { token, owner, verb: 'edit', at, state, steps: [step], folders: [] };
  };
  const dead = () => 'dead' as const;

  it('keeps a record until a later transaction after its files are settled', () => {
    ledger.begun('t1');
    ledger.lease('test', (tx) => tx.putJournal(journal('t1', 'committed')));
    expect(ledger.isOurs(journal('t1', 'committed'))).toBe(true);
    ledger.finished('t1');
    expect(ledger.read((view) => view.journal())).toHaveLength(1);
    ledger.lease('test', () => {});
    expect(ledger.read((view) => view.journal())).toEqual([]);
  });

  it('asks for recovery where a dead process left files half way, or its leftovers', () => {
    expect(ledger.needsRecovery(dead, () => false)).toBe(false);
    ledger.lease('test', (tx) => tx.putJournal(journal('t1', 'committed')));
    expect(ledger.needsRecovery(dead, () => false)).toBe(false);
    expect(ledger.needsRecovery(dead, () => true)).toBe(true);
    ledger.lease('test', (tx) => tx.putJournal(journal('t2', 'intended')));
    expect(ledger.needsRecovery(dead, () => false)).toBe(true);
    expect(
      ledger.needsRecovery(
        () => 'alive',
        () => true,
      ),
    ).toBe(false);
  });
});

describe('a lease', () => {
  it('leaves nothing of a body that throws', () => {
    expect(() =>
      ledger.lease('test', (tx) => {
        tx.putKey('k', { arguments: '', answer: 1, at });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(ledger.read((view) => view.key('k'))).toBeUndefined();
  });
});

describe('manifests', () => {
  it('hold the immutable facts, never the status, and are due until they were flushed with others', () => {
    record('a1', ['x.md']);
    expect(ledger.read((view) => view.manifestsDue())).toEqual(['a1']);
    ledger.writeDueManifests();
    const manifest = JSON.parse(readFileSync(join(dir, 'manifests', 'a1.json'), 'utf8')) as object;
    expect(manifest).toEqual({
      v: 1,
      action: 'a1',
      seq: 1,
      verb: 'edit',
      agent: 'a',
      request: null,
      at,
      files: [{ path: 'x.md', kind: 'edited', before: file, after: file }],
      sum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    ledger.lease('test', () => {});
    expect(ledger.read((view) => view.manifestsDue())).toEqual(['a1']);
    for (let n = 2; n <= manifestsDueMax + 1; n++) record(`a${n}`, ['x.md']);
    ledger.writeDueManifests();
    rmSync(join(dir, 'manifests', 'a7.json'));
    ledger.lease('test', () => {});
    expect(ledger.read((view) => view.manifestsDue())).toEqual(['a7']);
  });
});

describe('opening', () => {
  it('to read creates nothing where there is nothing', async () => {
    const none = join(base, 'none');
    const reader = await openLedger({ dir: none, mode: 'read' });
    expect(reader.read((view) => view.waiting())).toEqual([]);
    await reader.close();
    expect(existsSync(none)).toBe(false);
  });

  it('to read changes nothing of what is there', async () => {
    record('a1', ['x.md']);
    await ledger.close();
    const before = readdirSync(dir);
    const reader = await openLedger({ dir, mode: 'read' });
    expect(reader.read((view) => view.waiting())).toHaveLength(1);
    await reader.close();
    expect(readdirSync(dir)).toEqual(before);
    ledger = await openLedger({ dir, ...world });
  });

  it('refuses a ledger of a newer version', async () => {
    await ledger.close();
    const store = await openStore({ dir });
    store.transaction('test', (tx) => tx.put('meta/format', 3));
    await store.close();
    await expect(openLedger({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_NEWER' });
    const mended = await openStore({ dir });
    mended.transaction('test', (tx) => tx.put('meta/format', 2));
    await mended.close();
    ledger = await openLedger({ dir, ...world });
  });

  it('brings a ledger of the first version up to date, so that its copies are listed and protected', async () => {
    record('a1', ['a.md', 'b.md']);
    await ledger.close();
    const store = await openStore({ dir });
    store.transaction('test', (tx) => {
      tx.put('meta/format', 1);
      for (const prefix of ['held/', 'snapshot-at/', 'meta/held-bytes']) {
        for (const key of Array.from(tx.keys(prefix))) tx.remove(key);
      }
    });
    await store.close();
    ledger = await openLedger({ dir, ...world });
    expect(ledger.read((view) => [...view.allCopies('newest first')].map(({ path }) => path))).toEqual([
      'b.md',
      'b.md',
      'a.md',
      'a.md',
    ]);
    expect(ledger.verify().problems.map(({ code }) => code)).toEqual(['COPY_MISSING']);
    expect(ledger.read((view) => view.heldBytes())).toBe(1);
  });
});

describe('a check', () => {
  it('does not call a copy missing that was pruned and freed while it read the others', async () => {
    const states = ['one', 'two'].map((text) => {
      const content = {
        hash: sha256(text),
        size: text.length,
        pour: (sink: (chunk: Uint8Array) => void) => sink(Buffer.from(text)),
      };
      ledger.copies.put(content);
      return { kind: 'present', hash: content.hash, size: content.size, mode: 0o644 } as const;
    });
    const facts = { path: 'a.md', label: labels.restorePoint, at, attributes: null, action: null, note: null };
    ledger.lease('test', (tx) => {
      states.forEach((state, index) => {
        tx.putSnapshot({ ...facts, id: `s${index}`, seq: tx.nextSequence(), state, pinned: false });
      });
    });
    let read = 0;
    const report = ledger.verify({
      onCopy() {
        if (++read > 1) return;
        ledger.lease('prune', (tx) => ['s0', 's1'].forEach((id) => tx.removeSnapshot(id)));
        ledger.freeReleased();
      },
    });
    expect(read).toBe(2);
    expect(report.problems.map(({ code }) => code)).not.toContain('COPY_MISSING');
  });
});
