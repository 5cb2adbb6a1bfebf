/**
 * An operation was killed, and before anybody recovers a person makes by hand what it was to make: by saving in place, or by
 * renaming. Recovery may put the files back, but what they made is whole on disk or in the ledger, and never half of it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { saveByRename } from '../rules/each-workspace.js';
import { put, type SwapOrder, sha256, swapOrders, type Workspace } from '../workspace.js';
import { children } from './children.js';
import { type Operation, operationNamed } from './operations.js';
import { openScene } from './scene.js';
import { strike } from './strike.js';
import { type Point, sweep } from './sweep.js';

const { run } = children();
const operations = ['edit of one file', 'discard of one file', 'write', 'move', 'edit of four files'].map(
  operationNamed,
);
const paths = ['paper.md', 'notes.txt', 'old.csv', 'figures/plot.bin', 'drawn/plot.bin', 'appendix/tables/new.md'];
const sample = 1;

describe.each(swapOrders)('in the %s order', (order) => {
  it.each(operations)('$name is killed, then done by hand', async (operation) => {
    const wanted = await outcomeOf(operation, order);
    const { calls } = await strike(operation, order, () => {});
    const points = calls.flatMap((call, index) =>
      (['in place', 'by renaming'] as const).map(
        (how): Point => ({
          name: `killed before call ${index + 1} (${call}), then done ${how}`,
          run: () => killedThenDone(operation, order, { at: index + 1, how, wanted }),
        }),
      ),
    );
    await sweep(`${order}, ${operation.name}, by hand`, points, sample);
  });
});

type Texts = Readonly<Record<string, string | null>>;

function textsOf(w: Workspace): Texts {
  return Object.fromEntries(paths.map((path) => [path, w.read(path) === null ? null : latin1(w, path)]));
}

function latin1(w: Workspace, path: string): string {
  return readFileSync(w.at(path), 'latin1');
}

async function outcomeOf(operation: Operation, order: SwapOrder): Promise<Texts> {
  const { workspace } = await openScene(order);
  try {
    await operation.run(workspace.review, await operation.prepare(workspace));
    return textsOf(workspace);
  } finally {
    await workspace.close();
  }
}

async function killedThenDone(
  operation: Operation,
  order: SwapOrder,
  { at, how, wanted }: { at: number; how: 'in place' | 'by renaming'; wanted: Texts },
): Promise<void> {
  const { workspace: w } = await openScene(order);
  try {
    const ids = await operation.prepare(w);
    const before = textsOf(w);
    const fault = { at, fault: { kind: 'kill', when: 'before' } } as const;
    const told = run({ base: w.base, order, run: { operation: operation.name, ids }, fault });
    expect(told.kind, 'it was killed').toBe('nothing');
    // Not what the operation had done by then: that is ours.
    const left = textsOf(w);
    const made = paths.filter((path) => wanted[path] !== left[path]);
    for (const path of made) byHand(w, path, wanted[path] ?? null, how);
    await w.reopen();
    await w.review.recover();
    // Later operations free what nobody needs.
    for (const name of ['x.md', 'y.md', 'z.md']) await w.review.act('write', [put(name, name)]);
    const now = textsOf(w);
    for (const path of paths) expect([before[path], wanted[path]], path).toContain(now[path]);
    const lost = made.filter((path) => {
      const text = wanted[path] ?? null;
      return text !== null && now[path] !== text && !w.ledger.copies.has(sha256(Buffer.from(text, 'latin1')));
    });
    expect(lost).toEqual([]);
    expect(w.ledger.verify().problems).toEqual([]);
  } finally {
    await w.close();
  }
}

function byHand(w: Workspace, path: string, text: string | null, how: 'in place' | 'by renaming'): void {
  if (text === null) return rmSync(w.at(path), { force: true });
  mkdirSync(dirname(w.at(path)), { recursive: true });
  const bytes = Buffer.from(text, 'latin1');
  if (how === 'in place') writeFileSync(w.at(path), bytes);
  else saveByRename(w, path, bytes);
}
