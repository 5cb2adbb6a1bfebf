/** A ledger that is worth damaging: pending, kept and discarded actions, a chain, a restore point, their manifests. */
import { writeFileSync } from 'node:fs';
import type { ActAnswer } from '../../src/index.js';
import { action, openWorkspace, put, sha256 } from '../workspace.js';

export const factsFile = 'facts.json';

/** What is true of the undamaged ledger. Hashes; null where there is no file. */
export interface Facts {
  /** The pending actions, in the order in which they can be discarded. */
  readonly actions: readonly {
    readonly id: string;
    readonly files: readonly { readonly path: string; readonly before: string | null; readonly after: string }[];
  }[];
  /** A copy of a file about which nothing waits. */
  readonly restorable: { readonly path: string; readonly copy: string; readonly hash: string; readonly now: string };
}

/** What a process found in a ledger, and was told. */
export interface Found {
  /** `ok`, or the code with which opening failed. */
  readonly opened: string;
  /** The codes of the problems that verify names. */
  readonly verify: readonly string[];
  /** By the id of the action: what became of discarding it. */
  readonly told: Readonly<Record<string, string>>;
  readonly restored: { readonly outcome: string; readonly now: string | null } | undefined;
}

export async function makeRotScene(base: string): Promise<Facts> {
  const w = await openWorkspace({ base });
  const text = (name: string): string => `${name}\n${'some text that is long enough to be hit, '.repeat(40)}\n`;
  const actions: Facts['actions'][number][] = [];
  const edit = async (...paths: readonly string[]): Promise<void> => {
    const files = paths.map((path) => {
      const before = w.read(path);
      const after = `${before ?? ''}${text(`the agent's ${path}`)}`;
      return { path, before: before === null ? null : sha256(before), after };
    });
    const answer = await w.review.act(
      'apply',
      files.map(({ path, after }) => put(path, after)),
    );
    const hashed = files.map(({ path, before, after }) => ({ path, before, after: sha256(after) }));
    actions.unshift({ id: idOf(answer), files: hashed });
  };
  for (const name of ['a', 'b', 'c', 'd', 'one', 'two', 'chain', 'kept', 'discarded', 'saved'])
    w.write(`${name}.md`, text(`the person's ${name}`));
  for (const name of ['a', 'b', 'c', 'd', 'new']) await edit(`${name}.md`);
  await edit('one.md', 'two.md', 'three.md');
  await edit('chain.md');
  await edit('chain.md');

  await w.review.keep([action(idOf(await w.review.act('edit', [put('kept.md', text('kept'))])))]);
  await w.review.discard([action(idOf(await w.review.act('edit', [put('discarded.md', text('discarded'))])))]);
  const saved = await w.review.save('saved.md');
  if (saved.outcome === 'refused') throw new Error(saved.message);
  const hash = sha256(w.read('saved.md') as string);
  w.write('saved.md', text('the newer version'));
  const now = sha256(w.read('saved.md') as string);
  // As when all of them have been flushed since.
  w.ledger.lease('scene', (transaction) => {
    for (const id of transaction.manifestsDue()) transaction.removeManifestDue(id);
  });
  w.isKept = true;
  await w.close();
  const facts: Facts = { actions, restorable: { path: 'saved.md', copy: saved.copy, hash, now } };
  writeFileSync(`${base}/${factsFile}`, JSON.stringify(facts));
  return facts;
}

function idOf(answer: ActAnswer): string {
  if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
  return answer.action;
}
