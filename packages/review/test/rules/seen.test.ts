/** What was seen of one action: a decision on it is refused when that moved, and not when something else did (P16). */
import { expect, it } from 'vitest';
import { idOf, lineFormats } from '../line-formats.js';
import { action, file, put, sha256 } from '../workspace.js';
import { begun, edited, workspaceForEach } from './each-workspace.js';

const here = workspaceForEach({ review: { formats: lineFormats } });

async function seenOf(id: string): Promise<string> {
  const { actions } = await here.w.review.status();
  return actions.find((one) => one.id === id)?.seen ?? 'not waiting';
}

const moved = { outcome: 'refused', code: 'SEEN_MOVED' };

it('status tells of each action what inspect tells of it alone', async () => {
  const { w } = here;
  w.write('a.txt', 'one\ntwo\n');
  const first = await edited(w, put('a.txt', 'ONE\nTWO\n'));
  const second = await edited(w, put('b.txt', 'b'), put('c.txt', 'c'));
  await w.review.accept('a.txt', [idOf(0)]);
  for (const id of [first, second]) {
    expect(await w.review.inspect(action(id))).toMatchObject({ outcome: 'shown', seen: await seenOf(id) });
  }
  const { seen, actions } = await w.review.status();
  expect(new Set([seen, ...actions.map((one) => one.seen)]).size).toBe(3);
});

it.each(['keep', 'discard'] as const)('%s goes on while other actions come, go and move', async (verdict) => {
  const { w } = here;
  w.write('a.txt', 'one\n');
  w.write('b.txt', 'one\ntwo\n');
  const id = await edited(w, put('a.txt', 'ONE\n'));
  const other = await edited(w, put('b.txt', 'ONE\nTWO\n'));
  const seen = await seenOf(id);
  await w.review.accept('b.txt', [idOf(0)]);
  await edited(w, put('c.txt', 'new'));
  await w.review.keep([action(other)]);
  expect(await w.review[verdict]([action(id)], { seen })).not.toMatchObject({ outcome: 'refused' });
});

it('what was seen of several actions is the hash of what was seen of each, in their order', async () => {
  const { w } = here;
  const [one, two] = [await edited(w, put('a.txt', 'a')), await edited(w, put('b.txt', 'b'))];
  const both = sha256(JSON.stringify([await seenOf(one), await seenOf(two)])).slice(0, 16);
  expect((await w.review.status()).seen).toBe(both);
  await edited(w, put('c.txt', 'new'));
  expect(await w.review.keep([action(two), action(one)], { seen: both })).toMatchObject({ outcome: 'kept' });
});

it('discard is refused when the agent has edited the file again', async () => {
  const { w } = here;
  w.write('a.txt', 'one\n');
  const first = await edited(w, put('a.txt', 'ONE\n'));
  const seen = await seenOf(first);
  const second = await edited(w, put('a.txt', 'Uno\n'));
  expect(await w.review.discard([file('a.txt')], { seen })).toMatchObject(moved);
  expect(await w.review.discard([action(first), action(second)], { seen })).toMatchObject(moved);
  expect(w.files()).toEqual({ 'a.txt': 'Uno\n' });
});

it.each(['keep', 'discard'] as const)('%s is refused when a change was decided elsewhere', async (verdict) => {
  const { w } = here;
  w.write('a.txt', 'one\ntwo\n');
  const id = await edited(w, put('a.txt', 'ONE\nTWO\n'));
  const seen = await seenOf(id);
  await w.review.reject('a.txt', [idOf(0)]);
  expect(await w.review[verdict]([action(id)], { seen })).toMatchObject(moved);
  expect(await w.review.accept('a.txt', [idOf(1)], { seen })).toMatchObject(moved);
  expect(w.files()).toEqual({ 'a.txt': 'one\nTWO\n' });
  expect(await w.review[verdict]([action(id)], { seen: await seenOf(id) })).toMatchObject({ decision: /^d/ });
});

it('a decision is refused when what was decided in part was edited again by the agent', async () => {
  const { w } = here;
  w.write('a.txt', 'one\ntwo\n');
  await edited(w, put('a.txt', 'ONE\nTWO\n'));
  await w.review.accept('a.txt', [idOf(0)]);
  const [old] = (await w.review.status()).actions;
  await edited(w, put('a.txt', 'ONE\nZWEI\n'));
  expect(await w.review.keep([file('a.txt')], { seen: old?.seen ?? '' })).toMatchObject(moved);
});

it('a decision is refused when the action was still being written as it was seen', async () => {
  const { w } = here;
  w.write('a.txt', 'one\n');
  const id = await begun(w, ['a.txt']);
  const seen = await seenOf(id);
  w.write('a.txt', 'ONE\n');
  await w.review.commit(id);
  expect(await w.review.discard([action(id)], { seen })).toMatchObject(moved);
});

it('a person’s edit moves nothing of it: keep goes on, discard refuses for that edit', async () => {
  const { w } = here;
  w.write('a.txt', 'one\n');
  const id = await edited(w, put('a.txt', 'ONE\n'));
  const seen = await seenOf(id);
  w.write('a.txt', 'mine\n');
  expect(await seenOf(id)).toBe(seen);
  expect(await w.review.discard([action(id)], { seen })).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
  expect(await w.review.keep([action(id)], { seen })).toMatchObject({ outcome: 'kept' });
  expect(w.files()).toEqual({ 'a.txt': 'mine\n' });
});

it('an undo is refused when something waits that was not shown', async () => {
  const { w } = here;
  w.write('a.txt', 'one\n');
  const id = await edited(w, put('a.txt', 'ONE\n'));
  const kept = await w.review.keep([action(id)]);
  const decision = 'decision' in kept ? kept.decision : '';
  const { seen } = await w.review.status();
  await edited(w, put('b.txt', 'new\n'));
  expect(await w.review.undo(decision, { seen })).toMatchObject(moved);
  expect(await w.review.undo(decision, { seen: (await w.review.status()).seen })).toMatchObject({
    outcome: 'restored',
  });
});
