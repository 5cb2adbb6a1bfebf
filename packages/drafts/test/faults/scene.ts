/** The drafts that faults strike: an app with some history and a turn, and another app that shares bytes with it. */
import { isVerbatimError } from '@verbatim/core';
import type { AppDraft, AppPolicy } from '../../src/index.js';
import { type FaultyDrafts, openFaulty } from '../faulty.js';
import { bytes, files, must, textsOf } from '../values.js';

export interface Scene extends FaultyDrafts {
  readonly app: AppDraft;
}

/** Few revisions are kept, so that each write lets one go, and its copies. */
const policy: Partial<AppPolicy> = {
  revisionsMax: 3,
  generators: [{ owns: ['platform.json'], generate: () => files({ 'platform.json': '{"version":2}\n' }) }],
};

export async function openScene(dir: string): Promise<Scene> {
  const opened = await openFaulty({ dir, policy: () => policy });
  return { ...opened, app: opened.drafts.app('groceries') };
}

/** What every operation starts from. */
export async function prepareScene(dir: string): Promise<void> {
  const { drafts, app } = await openScene(dir);
  await drafts.app('other').save(files({ shared: '0\n' }));
  await app.save(files({ 'app.js': '0\n', 'styles.css': 'body {}\n', 'only-here.txt': 'goes\n' }));
  await app.startTurn('t1');
  for (const content of ['1\n', '2\n', '3\n']) await app.write('app.js', bytes(content), { turn: 't1' });
  await app.startTurn('t2');
  await app.write('app.js', bytes('4\n'), { turn: 't2' });
  await app.recordCheck(5, { ok: true });
  await app.startTurn('t3');
  // Lets copies go, which the next commit removes, whatever it is.
  await app.delete('only-here.txt', { turn: 't3' });
  await drafts.close();
}

/** All that can be seen of the drafts, every byte read. */
export async function observed({ drafts, app }: Scene): Promise<Record<string, unknown>> {
  const { revisions } = must(await app.history(), 'history');
  const texts: Record<string, unknown> = {};
  for (const { revision } of revisions) texts[`r${revision}`] = await textsOf(app, revision);
  const { publish, publishing, ...standing } = await app.standing();
  return { revisions, texts, standing, publish, publishing, other: await textsOf(drafts.app('other')) };
}

export type Told =
  | { readonly kind: 'answer'; readonly outcome: string }
  | { readonly kind: 'fault'; readonly code: string };

export async function tell(run: () => Promise<{ readonly outcome: string }>): Promise<Told> {
  try {
    return { kind: 'answer', outcome: (await run()).outcome };
  } catch (error) {
    if (!isVerbatimError(error)) throw error;
    return { kind: 'fault', code: error.code };
  }
}
