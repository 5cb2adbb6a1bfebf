/**
 * An editor, in a process of its own, that saves at random moments during Discards (research note 3.2): nothing it wrote
 * is lost, and in the exchange order the file is never absent. 2,000 Discards each in the long form.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCalls } from '@verbatim/fs';
import { describe, expect, it } from 'vitest';
import {
  action,
  callsFor,
  file,
  openWorkspace,
  put,
  type SwapOrder,
  swapOrders,
  type Workspace,
} from '../workspace.js';
import { isLong } from './form.js';
import { next, processes } from './processes.js';
import type { Round, Saving } from './roles/editor.js';

const rounds = isLong ? 10_000 : 60;
const savings: readonly Saving[] = ['by renaming', 'in place', 'through an open handle'];
const { start } = processes();

describe.each(swapOrders)('in the %s order', (order) => {
  it.each(savings)('an editor that saves %s during Discards loses nothing', async (saving) => {
    const moment = { swap: 0n };
    const w = await openWorkspace({ calls: timed(order, moment) });
    try {
      w.write('a.md', 'first');
      const editor = start('edit', {});
      // In the aside order the file is absent for a moment, by design.
      const isWatched = order === 'exchange' && (isLong || saving === 'by renaming');
      const watcher = isWatched ? start('watch', { path: w.at('a.md') }) : undefined;
      const told = { discarded: 0, refused: 0, 'with a recovered file': 0, 'in the file after Discard': 0 };
      const problems: string[] = [];
      /** How long a Discard takes, and when in it the swap comes: running means, in nanoseconds. */
      const mean = { whole: 8_000_000, swap: 4_000_000 };

      for (let n = 1; n <= rounds; n++) {
        const before = `before ${n} ${'b'.repeat(n % 50)}`;
        w.write('a.md', before);
        const id = await pending(w, `agent ${n} ${'a'.repeat((n * 7) % 60)}`);
        const saves = [1, ...(n % 4 === 0 ? [2] : [])].map((k) => `mine ${n}.${k} ${'m'.repeat((n * 13) % 90)}`);

        const base = process.hrtime.bigint() + 3_000_000n;
        const at = saves.map(() => base + BigInt(Math.round(delay(mean)))).sort((a, b) => (a < b ? -1 : 1));
        const round: Round = {
          path: w.at('a.md'),
          saving,
          saves: saves.map((text, k) => ({ text, at: String(at[k]) })),
        };
        const ready = next(editor);
        editor.send(round);
        await ready;
        const saved = next(editor);
        while (process.hrtime.bigint() < base);
        const began = process.hrtime.bigint();
        moment.swap = 0n;
        const answer = await w.review.discard([action(id)]);
        mean.whole += (Number(process.hrtime.bigint() - began) - mean.whole) / 20;
        if (moment.swap > 0n) mean.swap += (Number(moment.swap - began) - mean.swap) / 20;
        await saved;
        const closed = next(editor);
        editor.send('close');
        await closed;

        const there = textsOf(w);
        const last = saves.at(-1) as string;
        const rescued = 'rescued' in answer ? (answer.rescued ?? []) : [];
        const stray = Object.keys(there).filter((path) => path !== 'a.md' && !rescued.includes(path));
        const problem = (what: string): void =>
          void problems.push(`round ${n}: ${what}: ${JSON.stringify(answer)} ${JSON.stringify(there)}`);
        if (!Object.values(there).includes(last)) problem('lost');
        if (stray.length > 0) problem('stray');
        if (answer.outcome === 'refused' && answer.code !== 'FILE_CHANGED') problem('refused for another reason');
        if (answer.outcome === 'refused' && there['a.md'] !== last) problem('the newest save is not at the file');
        if (![before, last].includes(there['a.md'] ?? '')) problem('nobody wrote this');
        if (answer.outcome === 'discarded') told.discarded++;
        else told.refused++;
        if (rescued.length > 0) told['with a recovered file']++;
        if (answer.outcome === 'discarded' && there['a.md'] === last) told['in the file after Discard']++;

        for (const path of rescued) rmSync(w.at(path));
        if (answer.outcome === 'refused') await w.review.keep([file('a.md')]);
      }
      const figures = Object.entries(told).map(([what, count]) => `${count} ${what}`);
      console.log(
        `${order} order, saving ${saving}: ${rounds} Discards, ${problems.length} wrong; ${figures.join(', ')}`,
      );
      if (watcher !== undefined) {
        const seen = next<{ looks: number; absent: number }>(watcher);
        watcher.send('stop');
        const { looks, absent } = await seen;
        console.log(`  absent in ${absent} of ${looks} looks`);
        expect(absent).toBe(0);
      }
      expect(problems.slice(0, 5).join('\n')).toBe('');
      await w.reopen();
      expect(await w.review.recover()).toEqual([]);
    } finally {
      await w.close();
    }
  });
});

/** Half of the saves anywhere in the time of a Discard and somewhat after it, half of them close to the swap. */
function delay(mean: { whole: number; swap: number }): number {
  return Math.random() < 0.5
    ? Math.random() * 1.3 * mean.whole
    : Math.max(0, mean.swap + (Math.random() - 0.5) * 1_000_000);
}

/** The real calls, which note when the swap came. */
function timed(order: SwapOrder, moment: { swap: bigint }): SystemCalls {
  const real = callsFor(order);
  return {
    ...real,
    exchange(a, b) {
      moment.swap ||= process.hrtime.bigint();
      real.exchange(a, b);
    },
  };
}

async function pending(w: Workspace, text: string): Promise<string> {
  const answer = await w.review.act('edit', [put('a.md', text)]);
  if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
  return answer.action;
}

/** Every file with its text; what lies in work folders counts. */
function textsOf(w: Workspace): Record<string, string> {
  return Object.fromEntries(
    readdirSync(w.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.gitignore')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(w.root.length + 1), readFileSync(path, 'utf8')]),
  );
}
