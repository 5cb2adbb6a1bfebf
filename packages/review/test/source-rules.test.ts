/** The rules of the source text, under their own names, in both swap orders, on the real disk with the real LMDB. */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActAnswer } from '../src/index.js';
import { action, file, openWorkspace, put, replace, sha256, swapOrders, type Workspace } from './workspace.js';

describe.each(swapOrders)('in the %s order', (order) => {
  let w: Workspace;
  beforeEach(async () => {
    w = await openWorkspace({ order });
  });
  afterEach(async () => {
    expect(Object.keys(w.files()).filter((path) => path.includes('.verbatim-'))).toEqual([]);
    await w.close();
  });

  const edited = async (...edits: Parameters<Workspace['review']['act']>[1]): Promise<string> => {
    const answer: ActAnswer = await w.review.act('edit', edits);
    if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
    return answer.action;
  };

  it('reverts_agent_action_when_current_file_matches_after_state', async () => {
    w.write('paper.md', 'The result is preliminary.\n');
    const id = await edited(
      replace('paper.md', 'The result is preliminary.', 'The validated result is ready for review.'),
    );
    expect(w.read('paper.md')).toBe('The validated result is ready for review.\n');
    const answer = await w.review.discard([file('paper.md')]);
    const before = sha256('The result is preliminary.\n');
    const after = sha256('The validated result is ready for review.\n');
    expect(answer).toMatchObject({
      outcome: 'discarded',
      actions: [id],
      files: [{ path: 'paper.md', sha256: { before, after, now: before }, did: 'restored' }],
    });
    expect(w.read('paper.md')).toBe('The result is preliminary.\n');
    expect((await w.review.status()).actions).toEqual([]);
  });

  it('keeps the edit on Keep', async () => {
    w.write('paper.md', 'old');
    await edited(put('paper.md', 'new'));
    expect(await w.review.keep([file('paper.md')])).toMatchObject({
      outcome: 'kept',
      files: [{ sha256: { before: sha256('old'), now: sha256('new') } }],
    });
    expect(w.read('paper.md')).toBe('new');
  });

  it('an edit that scribbles over the bytes it was given does not reach the captured ones', async () => {
    w.write('paper.md', 'old');
    const scribble = {
      op: 'change',
      path: 'paper.md',
      about: 'scribble',
      change: (bytes: Uint8Array) => ({ bytes: bytes.fill(120) }),
    } as const;
    await edited(scribble);
    expect(w.read('paper.md')).toBe('xxx');
    expect(await w.review.discard([file('paper.md')])).toMatchObject({ outcome: 'discarded' });
    expect(w.read('paper.md')).toBe('old');
  });

  it('refuses_agent_revert_after_a_human_edit', async () => {
    w.write('paper.md', 'old');
    const id = await edited(put('paper.md', 'agent'));
    writeFileSync(w.at('paper.md'), 'agent and I');
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
      message:
        'This file changed after the reviewed agent edit. Its review remains pending so newer work is not overwritten.',
      files: [{ path: 'paper.md' }],
    });
    expect(w.read('paper.md')).toBe('agent and I');
    expect((await w.review.status()).actions).toMatchObject([{ id, status: 'pending' }]);
  });

  it('multi_file_revert_checks_every_file_before_changing_any_file', async () => {
    w.write('one.md', '1');
    w.write('two.md', '2');
    const id = await edited(put('one.md', 'a1'), put('two.md', 'a2'));
    writeFileSync(w.at('two.md'), 'mine');
    const inode = statSync(w.at('one.md')).ino;
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
      files: [{ path: 'two.md' }],
    });
    expect(w.files()).toEqual({ 'one.md': 'a1', 'two.md': 'mine' });
    expect(statSync(w.at('one.md')).ino).toBe(inode);
  });

  it('reverts_a_chain_of_agent_actions_in_reverse_order', async () => {
    w.write('a.md', '0');
    await edited(put('a.md', '1'));
    await edited(put('a.md', '2'));
    const third = await edited(put('a.md', '3'));
    expect(await w.review.discard([action(third)])).toMatchObject({ outcome: 'discarded', actions: [third] });
    expect(w.read('a.md')).toBe('2');
    expect(await w.review.discard([file('a.md')])).toMatchObject({
      outcome: 'discarded',
      files: [{ sha256: { before: sha256('0'), after: sha256('2'), now: sha256('0') } }],
    });
    expect(w.read('a.md')).toBe('0');
  });

  it('reverts a chain over two files only when both are named', async () => {
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    const first = await edited(put('a.md', 'a1'));
    const second = await edited(put('a.md', 'a2'), put('b.md', 'b2'));
    expect(await w.review.discard([file('a.md')])).toMatchObject({
      outcome: 'refused',
      code: 'SCOPE_WIDER',
      next: `To discard all of it: verbatim discard action:${first} action:${second}`,
    });
    expect(await w.review.discard([action(first)])).toMatchObject({ outcome: 'refused', code: 'SCOPE_WIDER' });
    expect(await w.review.discard([file('a.md'), file('b.md')])).toMatchObject({
      outcome: 'discarded',
      actions: [first, second],
    });
    expect(w.files()).toEqual({ 'a.md': 'a0', 'b.md': 'b0' });
  });

  it('rejecting_a_created_file_removes_only_the_matching_agent_result', async () => {
    const id = await edited(put('new.md', 'agent'));
    writeFileSync(w.at('new.md'), 'agent and I');
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
    expect(w.read('new.md')).toBe('agent and I');
    writeFileSync(w.at('new.md'), 'agent');
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'discarded',
      files: [{ sha256: { before: null, now: null }, did: 'removed' }],
    });
    expect(w.read('new.md')).toBeNull();
  });

  it('rejecting_a_deleted_file_restores_its_bytes', async () => {
    w.write('old.bin', Buffer.from([0, 255, 13, 10, 0xef]));
    const id = await edited({ op: 'delete', path: 'old.bin' });
    expect(w.read('old.bin')).toBeNull();
    expect(readdirSync(join(w.trash, 'files'))).toEqual(['old.bin']);
    writeFileSync(w.at('old.bin'), 'in the way');
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
    rmSync(w.at('old.bin'));
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'discarded', files: [{ did: 'restored' }] });
    expect(w.files()['old.bin']).toBe('\0\xff\r\n\xef');
  });

  it('incomplete_agent_snapshot_pair_fails_closed', async () => {
    w.write('a.md', 'old');
    const id = await edited(put('a.md', 'new'));
    const pair = w.ledger.read((view) => view.pairs(id)[0]);
    w.isDamaged = true;
    w.ledger.lease('test', (tx) => tx.removeSnapshot(pair?.before ?? ''));
    const answer = await w.review.discard([action(id)]);
    expect(answer).toMatchObject({ outcome: 'refused', code: 'PAIR_INCOMPLETE' });
    expect('message' in answer && answer.message.endsWith('The edit was not rejected.')).toBe(true);
    expect(w.read('a.md')).toBe('new');
    w.isDamaged = true;
    w.ledger.lease('test', (tx) => tx.removePairs(id));
    const counted = await w.review.discard([action(id)]);
    expect(counted).toMatchObject({ outcome: 'refused', code: 'FILE_COUNT_MISMATCH' });
    expect('message' in counted && counted.message.endsWith('The edit was not rejected.')).toBe(true);
  });

  it.each(['before', 'after'])('corrupted_snapshot_is_not_loaded_or_restored (%s)', async (half) => {
    w.write('a.md', 'old');
    const id = await edited(put('a.md', 'new'));
    w.isDamaged = true;
    writeFileSync(join(w.ledgerDir, 'copies', sha256(half === 'before' ? 'old' : 'new')), 'bad');
    const answer = await w.review.discard([action(id)]);
    expect(answer).toMatchObject({ outcome: 'refused', code: 'COPY_CORRUPT', files: [{ path: 'a.md' }] });
    expect('message' in answer && answer.message.endsWith('The edit was not rejected.')).toBe(true);
    expect(w.files()).toEqual({ 'a.md': 'new' });
    expect((await w.review.status()).actions).toHaveLength(1);
  });
});
