/** A process is killed in the middle of an operation, and a person goes on with the file before anybody recovers (P7). */
import { appendFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { swapOrders, type Workspace } from '../workspace.js';
import { children } from './children.js';
import { operationNamed } from './operations.js';
import { openScene } from './scene.js';

const { run } = children();
const original = 'The result is preliminary.\r\n';

const persons: readonly (readonly [string, (w: Workspace) => void])[] = [
  ['writes on in the file', (w) => appendFileSync(w.at('paper.md'), 'and my own words\n')],
  [
    'saves by renaming',
    (w) => {
      writeFileSync(join(w.base, 'editor'), 'and my own words\n');
      renameSync(join(w.base, 'editor'), w.at('paper.md'));
    },
  ],
  [
    'writes on, and clears the work folder away',
    (w) => {
      appendFileSync(w.at('paper.md'), 'and my own words\n');
      for (const name of readdirSync(w.root))
        if (name.startsWith('.verbatim-')) rmSync(w.at(name), { recursive: true });
    },
  ],
];

describe.each(swapOrders)('in the %s order, a process was killed after the swap, and a person', (order) => {
  it.each(persons)('%s: their words stay, and what was there before is in the history', async (_how, goOn) => {
    const { workspace: w } = await openScene(order);
    try {
      const operation = operationNamed('edit of one file');
      const ids = await operation.prepare(w);
      const killed = run({
        base: w.base,
        order,
        run: { operation: operation.name, ids },
        commit: { at: 2, outcome: 'kill-before' },
      });
      expect(killed.kind).toBe('nothing');
      goOn(w);
      const theirs = w.read('paper.md');
      expect(theirs).toContain('and my own words');
      await w.reopen();
      const told = await w.review.recover();
      expect(told.join('\n')).toContain('paper.md was changed since, so it stays as it is');
      expect(told.join('\n')).not.toContain('put back: paper.md');
      expect(w.read('paper.md')).toBe(theirs);
      // Later operations free what nobody needs.
      for (const name of ['x.md', 'y.md', 'z.md'])
        await w.review.act('write', [{ op: 'write', path: name, bytes: Buffer.from(name) }]);
      const shown = await w.review.history({ kind: 'file', path: 'paper.md' });
      if (shown.outcome !== 'shown') throw new Error(shown.outcome);
      const copy = shown.copies.find(({ label }) => label === 'Before agent edit');
      expect(await w.review.restore('paper.md', copy?.id ?? '')).toMatchObject({ outcome: 'restored' });
      expect(w.read('paper.md')).toBe(original);
    } finally {
      await w.close();
    }
  });
});
