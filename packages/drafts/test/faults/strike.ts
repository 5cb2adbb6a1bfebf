/** One strike: a scene, an operation that something happens to, and what has to be true afterwards whatever that was. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scratch } from '../open.js';
import type { Operation } from './operations.js';
import { observed, openScene, prepareScene, type Scene, type Told, tell } from './scene.js';

export type Side = 'before' | 'after' | 'unconfirmed';

/** Scenes from one that is made once a test file. */
export interface Stage {
  /** Lets `act` happen to a fresh scene; answers on which side everything was after it was opened again. */
  strike(operation: Operation, act: (dir: string) => Promise<Told | undefined>): Promise<Side>;
  /** The calls of the operation, and how many records each of its commits writes. */
  rehearse(operation: Operation): Promise<{ calls: readonly string[]; records: readonly number[] }>;
}

export async function openStage(): Promise<Stage> {
  const base = scratch();
  const origin = join(base, 'origin');
  await prepareScene(origin);
  let count = 0;
  const sides = new Map<string, { before: unknown; after: unknown }>();
  const fresh = (): string => {
    const dir = join(base, `${count++}`);
    cpSync(origin, dir, { recursive: true });
    return dir;
  };

  async function rehearse(operation: Operation): Promise<{ calls: readonly string[]; records: readonly number[] }> {
    const dir = fresh();
    return inScene(dir, async (scene) => {
      const before = await observed(scene);
      scene.faults.arm();
      scene.commits.arm();
      const told = await tell(() => operation.run(scene.app));
      scene.faults.disarm();
      const seen = { calls: [...scene.faults.trace], records: [...scene.commits.records] };
      expect(told).toEqual({ kind: 'answer', outcome: operation.outcome });
      sides.set(operation.name, { before, after: await observed(scene) });
      return seen;
    });
  }

  return {
    rehearse,
    async strike(operation, act) {
      if (!sides.has(operation.name)) await rehearse(operation);
      const known = sides.get(operation.name)!;
      const dir = fresh();
      const told = await act(dir);
      const side = await inScene(dir, async (scene) => sideOf(await observed(scene), known));
      // Who was told that it is done finds it done; who was told that it failed finds nothing done.
      const isSeen = JSON.stringify(known.before) !== JSON.stringify(known.after);
      if (isSeen && told?.kind === 'answer') expect(side).toBe('after');
      if (isSeen && told?.kind === 'fault' && told.code !== 'VERBATIM_OUTCOME_UNKNOWN') expect(side).not.toBe('after');
      // Once more under the same key, everything is as if it had gone well the first time.
      await inScene(dir, async (scene) => {
        expect(await tell(() => operation.run(scene.app))).toEqual({ kind: 'answer', outcome: operation.outcome });
        expect(await observed(scene)).toEqual(known.after);
        expect((await scene.drafts.verify()).problems).toEqual([]);
      });
      rmSync(dir, { recursive: true });
      return side;
    },
  };
}

async function inScene<T>(dir: string, body: (scene: Scene) => Promise<T>): Promise<T> {
  const scene = await openScene(dir);
  try {
    return await body(scene);
  } finally {
    await scene.drafts.close();
  }
}

function sideOf(found: Record<string, unknown>, { before, after }: { before: unknown; after: unknown }): Side {
  if (JSON.stringify(found) === JSON.stringify(before)) return 'before';
  if (JSON.stringify(found) === JSON.stringify(after)) return 'after';
  expect(found).toMatchObject({ publish: 'unconfirmed', publishing: 5 });
  return 'unconfirmed';
}
