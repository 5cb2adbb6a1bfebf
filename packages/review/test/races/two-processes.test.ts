/** Two processes on one ledger: one winner each time, and a history in which every step starts from what the last one left. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileReceipt } from '../../src/index.js';
import { openWorkspace, sha256, swapOrders, type Workspace } from '../workspace.js';
import { isLong } from './form.js';
import { next, processes } from './processes.js';
import { shared, type Tried } from './roles/contender.js';

const rounds = isLong ? 2_000 : 220;
const { start } = processes();

/** What the one may be told because the other was faster. */
const expected = new Set(['FILE_CHANGED', 'NOTHING_PENDING', 'ACTION_SETTLED', 'SEEN_MOVED', 'ALREADY_BEFORE']);

describe.each(swapOrders)('two processes on one ledger, in the %s order', (order) => {
  it('win one at a time, and leave nothing stray', async () => {
    const base = mkdtempSync(join(tmpdir(), 'verbatim-two-'));
    const w = await openWorkspace({ base, order });
    try {
      const originals = Object.fromEntries(
        ['shared/one.md', 'shared/two.md', 'left.md', 'right.md'].map((path) => [path, `original ${path}`]),
      );
      for (const [path, text] of Object.entries(originals)) w.write(path, text);

      const both = ['left', 'right'].map((name) => start('contend', { base, order, name, rounds }));
      for (const child of both) await next(child);
      const results = both.map((child) => next<Tried[]>(child));
      for (const child of both) child.send('go');
      const tried = (await Promise.all(results)).flat();

      // Told again what the other decided, a process has won nothing.
      const won = tried.filter(
        ({ answer }) => ['pending', 'discarded'].includes(answer.outcome) && !('replayed' in answer),
      );
      const codes = tried.flatMap(({ answer }) => ('code' in answer ? [answer.code] : []));
      const counted = [...new Set(codes)].map((code) => `${codes.filter((other) => other === code).length} ${code}`);
      console.log(`${order} order: ${tried.length} tried, ${won.length} won; ${counted.join(', ')}`);

      expect(tried.flatMap(({ answer }) => (answer.outcome === 'fault' ? [answer] : [])).slice(0, 3)).toEqual([]);
      expect([...new Set(codes)].filter((code) => !expected.has(code))).toEqual([]);
      expect(tried.filter(({ answer }) => 'rescued' in answer)).toEqual([]);
      expect(won.length).toBeGreaterThan(rounds / 2);
      // Nobody else touches a process's own file, so nothing there may be refused because of the other.
      for (const { path, answer } of tried.filter((one) => !one.path.startsWith('shared/')))
        if ('code' in answer) expect(`${path} ${answer.code}`).toBe(`${path} NOTHING_PENDING`);

      for (const path of [...shared, 'left.md', 'right.md']) {
        const text = originals[path];
        expect({ path, hash: replayed(w, path, won, text === undefined ? null : sha256(text)) }).toEqual({
          path,
          hash: w.read(path) === null ? null : sha256(w.read(path) as string),
        });
      }
      expect(
        Object.keys(w.files()).filter(
          (path) => !/^(?:shared\/(?:(?:one|two|new)\.md)?|left\.md|right\.md)$/.test(path),
        ),
      ).toEqual([]);

      await w.review.recover();
      const { notes } = await w.review.status();
      expect(notes).toEqual([]);
      expect(w.ledger.read((view) => view.journal()).filter(({ state }) => state === 'intended')).toEqual([]);
      await w.review.discardAll();
      for (const [path, text] of Object.entries(originals)) expect(w.read(path)).toBe(text);
      expect(w.read('shared/new.md')).toBeNull();
    } finally {
      await w.close();
    }
  });
});

/**
 * Goes through what the ledger recorded of one file in its order: each step has to start from what the one before left.
 * Answers the hash that the file must have at the end.
 */
function replayed(w: Workspace, path: string, won: readonly Tried[], original: string | null): string | null {
  const steps = won
    .filter((one) => one.path === path)
    .map(({ verb, answer }) => {
      const files = 'files' in answer && answer.outcome !== 'refused' ? (answer.files as readonly FileReceipt[]) : [];
      const receipt = files.find((one) => one.path === path);
      if (receipt === undefined) throw new Error(`no receipt of ${path}`);
      const { before, after } = receipt.sha256;
      const seq = w.ledger.read((view) =>
        'action' in answer
          ? view.mustAction(answer.action).seq
          : 'decision' in answer
            ? view.decision(answer.decision)?.seq
            : undefined,
      );
      return verb === 'edit' ? { seq: seq ?? 0, from: before, to: after } : { seq: seq ?? 0, from: after, to: before };
    })
    .sort((a, b) => a.seq - b.seq);
  return steps.reduce((now, { seq, from, to }) => {
    if (from !== now) throw new Error(`${path}: step ${seq} starts from ${from}, but the file was ${now}`);
    return to;
  }, original);
}
