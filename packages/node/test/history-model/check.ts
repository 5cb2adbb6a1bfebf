import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@verbatim/ledger';
import { expect } from 'vitest';
import type { Verbatim } from '../../src/open-verbatim.js';
import { type Model, must, names } from './model.js';
import type { Copy, Text } from './records.js';

/** Disk, history, copies and actions are as the model has them, and the ledger is whole. */
export async function check({ ledger, review }: Verbatim, root: string, model: Model): Promise<void> {
  const onDisk = names.map((name) => [name, read(root, name)]);
  expect(onDisk).toEqual(names.map((name) => [name, model.text(name)]));
  const strange = readdirSync(root).filter((name) => !(names as readonly string[]).includes(name));
  if (!model.mayHaveLeftovers) expect(strange).toEqual([]);

  for (const name of names) {
    const found = ledger.read((view) => view.copiesOf(name));
    const expected = model.copiesOf(name);
    const shown = (copy: { label: string; pinned: boolean; action: string | null }, hash: string | null) =>
      `${copy.label} ${hash?.slice(0, 8) ?? 'none'} ${copy.action ?? ''} ${copy.pinned ? 'pinned' : ''}`;
    expect(found.map((copy) => shown(copy, copy.state.kind === 'present' ? copy.state.hash : null))).toEqual(
      expected.map((copy) => shown(copy, copy.text === null ? null : sha256(copy.text))),
    );
    found.forEach(({ id }, index) => {
      must(expected[index]).id = id;
    });
    await checkHistory(review, name, expected);
  }
  const waiting = (await review.status()).actions.map(({ id }) => id);
  const pending = model.actions.filter(({ status }) => status === 'pending').sort((a, b) => a.seq - b.seq);
  expect(waiting).toEqual(pending.map(({ id }) => id));
  for (const { id, status } of model.actions) {
    expect([id, ledger.read((view) => view.mustAction(id).status)]).toEqual([id, status]);
  }
  // The records of transitions that are done with go first; until then they name their copies.
  ledger.lease('settle', () => {});
  ledger.freeReleased();
  const hashes = [...model.held()].map((text) => sha256(text)).sort();
  const stored = readdirSync(join(ledger.dir, 'copies')).filter((name) => !name.startsWith('.tmp-'));
  // What was stored for a step that a fault stopped may lie there, and harms nobody.
  expect(model.hadFaults ? stored.filter((hash) => hashes.includes(hash)).sort() : stored.sort()).toEqual(hashes);
  expect(ledger.read((view) => view.heldBytes())).toBe(model.heldBytes());
  expect(ledger.verify().problems).toEqual([]);
}

/** Everything listed is restorable, in order, told once, and pages join without a gap. */
async function checkHistory(review: Verbatim['review'], name: string, own: readonly Copy[]): Promise<void> {
  const target = { kind: 'file', path: name } as const;
  const page = async (options: object) => {
    const answer = await review.history(target, options);
    if (answer.outcome === 'refused') throw new Error(answer.message);
    return answer;
  };
  const all = (await page({ count: 1_000 })).copies;
  expect(all.filter(({ restorable }) => !restorable)).toEqual([]);
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => own.some((copy) => copy.id === id))).toEqual(own.map(({ id }) => id));
  const joined: string[] = [];
  let below: number | undefined;
  do {
    const { copies, next } = await page({ count: 5, ...(below === undefined ? {} : { below }) });
    joined.push(...copies.map(({ id }) => id));
    below = next;
  } while (below !== undefined);
  expect(joined).toEqual(ids);
}

function read(root: string, name: string): Text {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch {
    return null;
  }
}
