/** Eight processes write to the same drafts at once: no revision is lost, and the head equals the count. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Drafts, openDrafts } from '../../src/index.js';
import type { Told, Write } from '../child.js';
import { must, scratch, textsOf } from '../open.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;
const processes = 8;

let child: Bundle;
beforeAll(async () => {
  child = await bundle(new URL('../child.ts', import.meta.url));
});
afterAll(() => child.remove());

it.each([
  ['one hot app', 1, isLong ? 100 : 8],
  ['50 apps', 50, isLong ? 500 : 25],
])('eight processes on %s lose no revision', { timeout: 600_000 }, async (_, apps, writes) => {
  const dir = join(scratch(), 'drafts');
  const told = await atOnce({ kind: 'write', dir, name: '', apps, writes });
  expect(told).toHaveLength(processes * writes);
  const drafts = await openDrafts({ dir });
  for (const id of await drafts.apps())
    await checkApp(
      drafts,
      id,
      told.filter(({ app }) => app === id),
    );
  const heads = await Promise.all((await drafts.apps()).map(async (id) => (await drafts.app(id).standing()).head));
  expect(heads.reduce((sum, head) => sum + head, 0)).toBe(processes * writes);
  expect(heads).toHaveLength(apps);
  expect((await drafts.verify()).problems).toEqual([]);
  await drafts.close();
});

/** Each revision is the one before it, and the one file whose writer was told that number. */
async function checkApp(drafts: Drafts, id: string, told: readonly Told[]): Promise<void> {
  const app = drafts.app(id);
  const inOrder = told.toSorted((a, b) => a.revision - b.revision);
  expect(inOrder.map(({ revision }) => revision)).toEqual(Array.from(told, (_, n) => n + 1));
  expect((await app.standing()).head).toBe(told.length);
  for (const { path, revision } of inOrder) {
    const { files } = must(await app.diff({ from: revision - 1, to: revision }), 'diff');
    expect(files).toMatchObject([{ path, kind: 'added' }]);
  }
  expect(Object.keys(await textsOf(app)).toSorted()).toEqual(told.map(({ path }) => path).toSorted());
}

async function atOnce(job: Write): Promise<Told[]> {
  const told: Told[] = [];
  const writers = Array.from({ length: processes }, (_, n) =>
    fork(child.path, [JSON.stringify({ ...job, name: 'p'.repeat(n + 1) })], { execArgv: [] }),
  );
  await Promise.all(writers.map(ready));
  for (const writer of writers) {
    writer.on('message', (message: Told | 'done') => message !== 'done' && told.push(message));
    writer.send('go');
  }
  const ends = await Promise.all(writers.map((writer) => once(writer, 'exit')));
  expect(ends.map(([code]) => code as number)).toEqual(writers.map(() => 0));
  return told;
}

/** Fails where the process ends before it is ready. */
async function ready(writer: ChildProcess): Promise<void> {
  const end = once(writer, 'exit').then(([code]) => Promise.reject(new Error(`a writer ended with ${String(code)}`)));
  await Promise.race([once(writer, 'message'), end]);
  end.catch(() => {});
}
