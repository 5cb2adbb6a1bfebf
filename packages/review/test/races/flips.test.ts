/** A link swapped in during the call: 20,000 flips by another process while reading and while editing, 0 escapes. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RefusalError } from '@verbatim/core';
import { describe, expect, it } from 'vitest';
import { file, openWorkspace, put, swapOrders, type Workspace } from '../workspace.js';
import { isLong } from './form.js';
import { next, processes } from './processes.js';
import type { Flipped, Flipping, FlipWish } from './roles/flipper.js';

const flipsMin = 20_000;
const { start } = processes();

/** A folder `sub` in the workspace, a link beside it that is exchanged for it, and what must not be reached. */
function setUp(w: Workspace): { outside: string; folder: string; link: string } {
  const outside = join(w.base, 'outside');
  mkdirSync(outside);
  for (const name of ['a.md', 'b.md']) {
    writeFileSync(join(outside, name), 'SECRET');
    w.write(`sub/${name}`, 'inside');
  }
  symlinkSync(outside, w.at('link'));
  return { outside, folder: w.at('sub'), link: w.at('link') };
}

/** Runs `again` until there were enough flips and enough rounds; answers how many of both. */
async function whileFlipping(
  options: Flipping,
  roundsMin: number,
  again: (round: number, ask: (wish: FlipWish) => Promise<number>) => Promise<void>,
): Promise<{ flips: number; rounds: number }> {
  const flipper = start('flip', options);
  await next(flipper);
  const ask = async (wish: FlipWish): Promise<number> => {
    const told = next<Flipped>(flipper);
    flipper.send(wish);
    return (await told).flips;
  };
  let rounds = 0;
  while ((await ask('tell')) < flipsMin || rounds < roundsMin) {
    for (let n = 0; n < 20; n++) await again(++rounds, ask);
  }
  return { flips: await ask('stop'), rounds };
}

describe.runIf(process.platform === 'linux')('while a folder is turned into a link that leads out', () => {
  it('no read escapes', async () => {
    const w = await openWorkspace();
    try {
      const tree = w.disk.openTree(w.root);
      const told = { inside: 0, refused: 0, escaped: 0 };
      const { folder, link } = setUp(w);
      const { flips, rounds } = await whileFlipping(
        { folder, link, folderMax: 20, linkMax: 20 },
        isLong ? 20_000 : 4_000,
        async () => {
          try {
            const chunks: Buffer[] = [];
            tree.look('sub/a.md', (chunk) => chunks.push(Buffer.from(chunk)));
            const text = Buffer.concat(chunks).toString() + String(Buffer.from(tree.read('sub/b.md') ?? []));
            if (text === 'insideinside') told.inside++;
            else told.escaped++;
          } catch (error) {
            if (!(error instanceof RefusalError)) throw error;
            told.refused++;
          }
        },
      );
      tree.close();
      console.log(`reading: ${flips} flips, ${rounds} reads: ${JSON.stringify(told)}`);
      expect(told.escaped).toBe(0);
      expect(Math.min(told.inside, told.refused)).toBeGreaterThan(0);
    } finally {
      await w.close();
    }
  });

  it.each(swapOrders)('no edit and no Discard escapes, in the %s order', async (order) => {
    const w = await openWorkspace({ order });
    try {
      const { outside, folder, link } = setUp(w);
      const told: Record<string, number> = {};
      const tell = (what: string): void => void (told[what] = (told[what] ?? 0) + 1);
      const attempt = async (
        run: () => Promise<{ outcome: string; code?: string }>,
        ask: (wish: FlipWish) => Promise<number>,
      ): Promise<void> => {
        let code: string | undefined;
        try {
          const answer = await run();
          code = answer.code;
          tell(code ?? answer.outcome);
        } catch (error) {
          code = (error as { code?: string }).code;
          tell(code ?? String(error));
        }
        expect(readdirSync(outside).sort()).toEqual(['a.md', 'b.md']);
        if (code !== 'VERBATIM_PUT_BACK_FAILED') return;
        // The next command finds the folder again, and settles what could not be put back while it was a link.
        await ask('rest');
        expect((await w.review.recover()).join()).toContain('were put back');
        expect(w.ledger.read((view) => view.journal()).filter(({ state }) => state === 'intended')).toEqual([]);
        await ask('go on');
      };
      const { flips, rounds } = await whileFlipping(
        { folder, link, folderMax: isLong ? 3_000 : 300, linkMax: 30 },
        isLong ? 2_000 : 60,
        async (round, ask) => {
          const runs = [
            () => w.review.act('edit', [put('sub/a.md', `agent ${round}`)]),
            () => w.review.act('edit', [put('sub/new.md', `agent ${round}`), put('sub/b.md', `b ${round}`)]),
            () => w.review.discard([file('sub/a.md')]),
            () => w.review.discardAll(),
          ];
          for (const run of runs) await attempt(run, ask);
        },
      );
      console.log(`editing, ${order} order: ${flips} flips, ${rounds} rounds: ${JSON.stringify(told)}`);
      for (const name of ['a.md', 'b.md']) expect(readFileSync(join(outside, name), 'utf8')).toBe('SECRET');

      // The folder is itself again: what was cut short is put back, and everything can be undone.
      await w.review.recover();
      const { notes } = await w.review.status();
      expect(notes).toEqual([]);
      await w.review.discardAll({ acceptReplaced: true });
      expect(w.files()).toEqual({ 'sub/': '', 'sub/a.md': 'inside', 'sub/b.md': 'inside' });
    } finally {
      await w.close();
    }
  });
});
