/** History: restore points, restore, undo of every decision, retention, pins, purge, renames. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { rebuildIndex } from '@verbatim/ledger';
import { manualClock } from '@verbatim/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../src/index.js';
import { idOf, lineFormats } from './line-formats.js';
import { action, file, openWorkspace, put, sha256, swapOrders, type Workspace } from './workspace.js';

describe.each(swapOrders)('history, %s order', (order) => {
  let w: Workspace;
  beforeEach(async () => {
    w = await openWorkspace({ order });
  });
  afterEach(() => w.close());

  const edit = async (text: string, path = 'a.md'): Promise<string> => {
    const answer = await w.review.act('edit', [put(path, text)]);
    if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
    return answer.action;
  };
  const decided = async (answer: Promise<{ outcome: string; decision?: string }>): Promise<string> => {
    const { outcome, decision } = await answer;
    if (decision === undefined) throw new Error(outcome);
    return decision;
  };
  const entries = async (path = 'a.md', options = {}): Promise<readonly HistoryEntry[]> => {
    const answer = await w.review.history(file(path), options);
    if (answer.outcome === 'refused') throw new Error(answer.message);
    return answer.copies;
  };
  const statusOf = (id: string): string => w.ledger.read((view) => view.mustAction(id).status);
  const copyFiles = (): string[] => readdirSync(join(w.ledgerDir, 'copies')).sort();

  describe('of a file', () => {
    it('lists its copies newest first, with who, what and whether they can be restored, and no bodies', async () => {
      w.write('a.md', 'one');
      const answer = await w.review.act('edit', [put('a.md', 'two')], { agent: 'writer', request: 'r1' });
      await w.review.save('a.md', { note: 'before lunch' });
      const copies = await entries();
      expect(copies.map(({ label }) => label)).toEqual(['Restore point', 'Agent edit', 'Before agent edit']);
      expect(copies[0]).toMatchObject({ note: 'before lunch', pinned: false, restorable: true, size: 3 });
      expect(copies[1]).toMatchObject({ hash: sha256('two'), agent: 'writer', request: 'r1', status: 'pending' });
      expect(copies[1]?.action).toBe((answer as { action: string }).action);
      expect(JSON.stringify(copies)).not.toContain('"bytes"');
    });

    it('comes in pages that join without a gap', async () => {
      w.write('a.md', '0');
      for (let n = 1; n <= 7; n++) await edit(String(n));
      const all = (await entries('a.md', { count: 100 })).map(({ id }) => id);
      const paged: string[] = [];
      for (let below: number | undefined, done = false; !done; ) {
        const answer = await w.review.history(file('a.md'), { count: 3, ...(below === undefined ? {} : { below }) });
        if (answer.outcome === 'refused') throw new Error(answer.message);
        paged.push(...answer.copies.map(({ id }) => id));
        below = answer.next;
        done = below === undefined;
      }
      expect(paged).toEqual(all);
    });

    it('follows a rename, and restores a copy from before it', async () => {
      w.write('a.md', 'one');
      await edit('two');
      await w.review.act('move', [{ op: 'move', path: 'a.md', to: 'b.md' }]);
      await edit('three', 'b.md');
      const copies = await entries('b.md');
      expect(copies.map(({ path, hash }) => [path, hash])).toEqual([
        ['b.md', sha256('three')],
        ['b.md', sha256('two')],
        ['b.md', sha256('two')],
        ['b.md', null],
        ['a.md', sha256('two')],
        ['a.md', sha256('one')],
      ]);
      expect(await w.review.restore('b.md', copies.at(-1)?.id as string)).toMatchObject({ outcome: 'restored' });
      expect(w.read('b.md')).toBe('one');
    });

    it('of a name where a link lies now is its own, and never another file’s', async () => {
      for (const name of ['a.md', 'b.md']) {
        w.write(name, name);
        await w.review.save(name);
      }
      const [copy] = await entries();
      rmSync(w.at('a.md'));
      symlinkSync('b.md', w.at('a.md'));
      expect(await entries()).toEqual([copy]);
      const id = copy?.id as string;
      expect(await w.review.pin('a.md', id)).toMatchObject({ outcome: 'pinned' });
      expect(await w.review.preview('a.md', id).catch((error) => error.refusal)).toMatchObject({
        code: 'PATH_IS_LINK',
      });
      expect(await w.review.restore('a.md', id)).toMatchObject({ code: 'PATH_IS_LINK' });
      expect(w.read('b.md')).toBe('b.md');
    });

    it('says of a damaged copy that it is unusable, and of no other', async () => {
      w.write('a.md', 'one');
      await edit('two');
      await edit('three');
      writeFileSync(join(w.ledgerDir, 'copies', sha256('two')), 'twO');
      const copies = await entries();
      expect(copies.map(({ restorable }) => restorable)).toEqual([true, false, false, true]);
      expect(await w.review.restore('a.md', copies[1]?.id as string)).toMatchObject({ code: 'COPY_CORRUPT' });
      expect(await w.review.restore('a.md', copies[3]?.id as string)).toMatchObject({ outcome: 'restored' });
      expect(w.ledger.verify({}).problems.map(({ code, path }) => [code, path])).toEqual([['COPY_CORRUPT', 'a.md']]);
      w.isDamaged = true;
    });
  });

  it('of a folder tells what happened in it, of an action its copies and whether it is revertible', async () => {
    mkdirSync(w.at('in'));
    w.write('in/a.md', 'one');
    w.write('out.md', 'x');
    const inside = await edit('two', 'in/a.md');
    await edit('y', 'out.md');
    expect((await entries('in')).map(({ path }) => path)).toEqual(['in/a.md', 'in/a.md']);
    expect((await entries('.')).length).toBe(4);
    expect(await w.review.history(action(inside))).toMatchObject({
      action: { id: inside, status: 'pending', revertible: true, files: ['in/a.md'] },
    });
  });

  describe('restore points', () => {
    it('are not made twice of an unchanged file, and that is said', async () => {
      w.write('a.md', 'one');
      const first = await w.review.save('a.md');
      expect(first).toMatchObject({ outcome: 'saved' });
      expect(await w.review.save('a.md')).toMatchObject({
        outcome: 'unchanged',
        copy: (first as { copy: string }).copy,
      });
      expect(await entries()).toHaveLength(1);
      expect(await w.review.save('none.md')).toMatchObject({ code: 'FILE_ABSENT' });
    });
  });

  describe('restore', () => {
    it('works where the file is missing now, and takes a file away for a copy that says there was none', async () => {
      const id = await edit('new');
      await w.review.keep([action(id)]);
      const [after, before] = await entries();
      expect(await w.review.restore('a.md', before?.id as string)).toMatchObject({
        outcome: 'restored',
        files: [{ did: 'removed' }],
      });
      expect(w.read('a.md')).toBeNull();
      expect(readdirSync(join(w.trash, 'files'))).toEqual(['a.md']);
      expect(await w.review.restore('a.md', after?.id as string)).toMatchObject({ outcome: 'restored' });
      expect(w.read('a.md')).toBe('new');
    });

    it('puts a whole request back, all files or none', async () => {
      w.write('a.md', 'one');
      w.write('b.md', 'uno');
      const answer = await w.review.act('apply', [put('a.md', 'two'), put('b.md', 'due')]);
      if (answer.outcome !== 'pending') throw new Error('not pending');
      await w.review.keep([action(answer.action)]);
      w.write('a.md', 'mine');
      writeFileSync(join(w.ledgerDir, 'copies', sha256('uno')), 'unO');
      expect(await w.review.restoreAction(answer.action)).toMatchObject({ code: 'COPY_CORRUPT' });
      expect([w.read('a.md'), w.read('b.md')]).toEqual(['mine', 'due']);
      writeFileSync(join(w.ledgerDir, 'copies', sha256('uno')), 'uno');
      expect(await w.review.restoreAction(answer.action)).toMatchObject({ outcome: 'restored' });
      expect([w.read('a.md'), w.read('b.md')]).toEqual(['one', 'uno']);
      expect((await entries())[1]).toMatchObject({ label: 'Before restore', hash: sha256('mine') });
    });

    it('over a pending review leaves it pending and blocked; undo of the restore unblocks it', async () => {
      w.write('a.md', 'one');
      const id = await edit('two');
      w.write('a.md', 'two');
      const [, before] = await entries();
      await edit('three');
      const restored = await decided(w.review.restore('a.md', before?.id as string));
      expect(statusOf(id)).toBe('pending');
      expect((await w.review.status()).actions.at(-1)?.files[0]?.blocked).toBe('edited-since');
      expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'refused' });
      expect(await w.review.undo(restored)).toMatchObject({ outcome: 'restored', undid: 'restore' });
      expect(w.read('a.md')).toBe('three');
      expect((await w.review.status()).actions.at(-1)?.files[0]).not.toHaveProperty('blocked');
      expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded' });
      expect(w.read('a.md')).toBe('one');
    });
  });

  describe('undo', () => {
    it('of Discard brings the agent’s result and its review back, and that can be undone too', async () => {
      w.write('a.md', 'one');
      const id = await edit('two');
      const discarded = await decided(w.review.discard([file('a.md')]));
      const undone = await decided(w.review.undo(discarded));
      expect([w.read('a.md'), statusOf(id)]).toEqual(['two', 'pending']);
      expect(await w.review.undo(discarded)).toMatchObject({ code: 'UNDO_OVERTAKEN' });
      await w.review.undo(undone);
      expect([w.read('a.md'), statusOf(id)]).toEqual(['one', 'discarded']);
      expect((await entries()).map(({ label }) => label).slice(0, 4)).toEqual([
        'Restored',
        'Before restore',
        'Restored',
        'Before restore',
      ]);
    });

    it('of Discard refuses where the file was edited since, and their work stays', async () => {
      w.write('a.md', 'one');
      await edit('two');
      const discarded = await decided(w.review.discard([file('a.md')]));
      w.write('a.md', 'mine');
      expect(await w.review.undo(discarded)).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
      expect(w.read('a.md')).toBe('mine');
    });

    it('of Keep opens the review again, also when the file changed', async () => {
      w.write('a.md', 'one');
      const id = await edit('two');
      const kept = await decided(w.review.keep([file('a.md')]));
      expect(await w.review.undo(kept)).toMatchObject({ outcome: 'restored', undid: 'keep' });
      expect(statusOf(id)).toBe('pending');
      expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded' });
      expect(w.read('a.md')).toBe('one');
    });

    it('of Discard of a created and of a deleted file puts both back as the agent left them', async () => {
      w.write('old.md', 'old');
      const answer = await w.review.act('apply', [put('new.md', 'new'), { op: 'delete', path: 'old.md' }]);
      if (answer.outcome !== 'pending') throw new Error('not pending');
      const discarded = await decided(w.review.discard([action(answer.action)]));
      expect([w.read('new.md'), w.read('old.md')]).toEqual([null, 'old']);
      await w.review.undo(discarded);
      expect([w.read('new.md'), w.read('old.md')]).toEqual(['new', null]);
      await w.review.discard([action(answer.action)]);
      expect([w.read('new.md'), w.read('old.md')]).toEqual([null, 'old']);
    });

    it('of what nobody decided is refused', async () => {
      expect(await w.review.undo('d0000000000')).toMatchObject({ code: 'DECISION_UNKNOWN' });
    });
  });

  describe('retention', () => {
    beforeEach(async () => {
      await w.close();
      w = await openWorkspace({ order, review: { limits: { snapshotsPerFileMax: 10 } } });
    });
    const editAndKeep = async (text: string): Promise<string> => {
      const id = await edit(text);
      await w.review.keep([action(id)]);
      return id;
    };

    it('keeps the newest copies of a file; pairs go as one, and their bytes with them', async () => {
      w.write('a.md', 'v0');
      const ids: string[] = [];
      for (let n = 1; n <= 20; n++) ids.push(await editAndKeep(`v${n}`));
      await w.review.act('edit', [put('b.md', 'x')]);
      const copies = await entries('a.md', { count: 100 });
      expect(copies).toHaveLength(10);
      expect(copies.map(({ hash }) => hash)).toEqual(
        [20, 19, 19, 18, 18, 17, 17, 16, 16, 15].map((n) => sha256(`v${n}`)),
      );
      expect(copyFiles()).toEqual(
        [15, 16, 17, 18, 19, 20]
          .map((n) => sha256(`v${n}`))
          .concat(sha256('x'))
          .sort(),
      );
      expect(await w.review.history(action(ids[0] as string))).toMatchObject({ action: { revertible: false } });
      expect(await w.review.discard([action(ids[0] as string)])).toMatchObject({ code: 'COPIES_PRUNED' });
      expect(await w.review.restoreAction(ids[0] as string)).toMatchObject({ code: 'COPIES_PRUNED' });
    });

    it('never takes a pending pair, and counts it on top', async () => {
      w.write('a.md', 'v0');
      for (let n = 1; n <= 8; n++) await edit(`v${n}`);
      expect(await entries('a.md', { count: 100 })).toHaveLength(16);
      await w.review.discard([file('a.md')]);
      expect(w.read('a.md')).toBe('v0');
    });

    it('takes routine copies before restore points, and leaves what is pinned', async () => {
      w.write('a.md', 'v0');
      await w.review.save('a.md');
      await editAndKeep('v1');
      const pinned = (await entries())[0]?.id as string;
      expect(await w.review.pin('a.md', pinned)).toMatchObject({ outcome: 'pinned' });
      for (let n = 2; n <= 12; n++) await editAndKeep(`v${n}`);
      const copies = await entries('a.md', { count: 100 });
      // The pinned half keeps its pair.
      expect(copies.slice(-3).map(({ label }) => label)).toEqual(['Agent edit', 'Before agent edit', 'Restore point']);
      expect(copies.at(-3)).toMatchObject({ id: pinned, pinned: true });
      expect(await w.review.unpin('a.md', pinned)).toMatchObject({ outcome: 'unpinned' });
    });

    it('keeps the newest decided pair, Before restore and Restored until a newer one exists', async () => {
      w.write('a.md', 'v0');
      await editAndKeep('v1');
      const [, before] = await entries();
      await w.review.restore('a.md', before?.id as string);
      for (let n = 0; n < 6; n++) {
        w.write('a.md', `point ${n}`);
        expect(await w.review.save('a.md')).toMatchObject({ outcome: 'saved' });
      }
      w.write('a.md', 'one too many');
      const refused = await w.review.save('a.md');
      expect(refused).toMatchObject({ outcome: 'refused', code: 'HISTORY_FULL' });
      const labels = (await entries('a.md', { count: 100 })).map(({ label }) => label);
      expect(new Set(labels)).toEqual(
        new Set(['Restore point', 'Restored', 'Before restore', 'Agent edit', 'Before agent edit']),
      );
    });

    it('shows what goes next before it goes', async () => {
      w.write('a.md', 'v0');
      const ids: string[] = [];
      for (let n = 1; n <= 5; n++) ids.push(await editAndKeep(`v${n}`));
      const shown = await w.review.history(file('a.md'), { prunePreview: true });
      if (shown.outcome === 'refused') throw new Error(shown.message);
      expect(shown.pruneNext?.map(({ action: id }) => id)).toEqual(ids.slice(0, 4));
      await editAndKeep('v6');
      expect(await w.review.history(action(ids[0] as string))).toMatchObject({ action: { revertible: false } });
      expect(await w.review.history(action(ids[1] as string))).toMatchObject({ action: { revertible: true } });
    });

    it('keeps to a budget of bytes over all files, oldest first', async () => {
      await w.close();
      w = await openWorkspace({ order, review: { limits: { ledgerBytesMax: 3_000 } } });
      for (let n = 0; n < 12; n++) {
        const path = `${n % 3}.md`;
        const id = await edit(`${n}`.repeat(500).slice(0, 500), path);
        await w.review.keep([action(id)]);
      }
      expect(w.ledger.read((view) => view.heldBytes())).toBeLessThanOrEqual(3_000);
      w.ledger.freeReleased();
      const bytes = copyFiles().reduce((sum, name) => sum + statSync(join(w.ledgerDir, 'copies', name)).size, 0);
      expect(bytes).toBeLessThanOrEqual(3_000);
    });

    it('frees a copy only when no file needs it', async () => {
      w.write('b.md', 'v0');
      w.write('a.md', 'v0');
      await edit('other', 'b.md');
      for (let n = 1; n <= 12; n++) await editAndKeep(`v${n}`);
      expect(existsSync(join(w.ledgerDir, 'copies', sha256('v0')))).toBe(true);
      await w.review.discard([file('b.md')]);
      expect(w.read('b.md')).toBe('v0');
    });
  });

  describe('purge', () => {
    it.each([
      ['a restore', (id: string) => w.review.restoreAction(id)],
      ['hand', async () => renameSync(w.at('b.md'), w.at('a.md'))],
    ])('of a name that a file had for a while, taken back by %s, leaves its history alone', async (_what, takeBack) => {
      w.write('a.md', 'mine');
      await w.review.save('a.md');
      const moved = await w.review.act('move', [{ op: 'move', path: 'a.md', to: 'b.md' }]);
      const id = 'action' in moved ? moved.action : '';
      await w.review.keep([action(id)]);
      await takeBack(id);
      expect(w.files()).toEqual({ 'a.md': 'mine' });
      const before = await entries();
      await w.review.purge('b.md', { confirmed: true });
      expect(await entries('b.md')).toEqual([]);
      expect(await entries()).toEqual(before);
    });

    it('of a name that a file had for a while leaves its history alone also where the file is gone by now', async () => {
      w.write('a.md', 'mine');
      await w.review.save('a.md');
      const moved = await w.review.act('move', [{ op: 'move', path: 'a.md', to: 'b.md' }]);
      const id = 'action' in moved ? moved.action : '';
      await w.review.keep([action(id)]);
      await w.review.restoreAction(id);
      rmSync(w.at('a.md'));
      const before = await entries();
      await w.review.purge('b.md', { confirmed: true });
      expect(await entries()).toEqual(before);
    });

    it('leaves the copies of a former name where a file lies now, and says so', async () => {
      w.write('a.md', 'secret');
      const moved = await w.review.act('move', [{ op: 'move', path: 'a.md', to: 'b.md' }]);
      await w.review.keep([action('action' in moved ? moved.action : '')]);
      w.write('a.md', 'new');
      const notes = [expect.stringContaining('verbatim purge ./a.md')];
      expect(await w.review.purge('b.md', { confirmed: true })).toMatchObject({ outcome: 'purged', notes });
      expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({ outcome: 'purged' });
      expect(copyFiles()).toEqual([]);
    });

    it('of a link leaves the history of the file that it points to alone', async () => {
      for (const name of ['a.md', 'b.md']) {
        w.write(name, name);
        await w.review.save(name);
      }
      rmSync(w.at('a.md'));
      symlinkSync('b.md', w.at('a.md'));
      const others = await entries('b.md');
      expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({ outcome: 'purged', path: 'a.md' });
      expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({
        code: 'PATH_IS_LINK',
        next: expect.stringContaining('verbatim purge ./b.md'),
      });
      expect(await entries('b.md')).toEqual(others);
    });

    it('tells first, then removes a file’s history for good, and nothing of other files', async () => {
      w.write('a.md', 'secret');
      w.write('b.md', 'secret too');
      const id = await edit('public');
      await edit('b', 'b.md');
      expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({ code: 'REVIEW_PENDING' });
      await w.review.keep([action(id)]);
      expect(await w.review.purge('a.md')).toMatchObject({ outcome: 'preview', bytes: 12 });
      expect(await entries()).toHaveLength(2);
      expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({ outcome: 'purged' });
      expect(await entries()).toEqual([]);
      expect(copyFiles()).toEqual([sha256('b'), sha256('secret too')].sort());
      expect(w.read('a.md')).toBe('public');
      expect(await w.review.discard([action(id)])).toMatchObject({ code: 'COPIES_PRUNED' });
      expect(readFileSync(join(w.ledgerDir, 'data.mdb')).includes('secret')).toBe(false);
    });

    it('leaves no bytes behind for an undo either', async () => {
      w.write('a.md', 'secret');
      await w.review.discard([action(await edit('public'))]);
      w.write('a.md', 'mine');
      const [, before] = await entries();
      await w.review.restore('a.md', before?.id as string);
      await w.review.purge('a.md', { confirmed: true });
      expect(copyFiles()).toEqual([]);
      const shown = await w.review.history({ kind: 'file', path: 'a.md' });
      expect(shown).toMatchObject({ copies: [], decisions: [] });
    });

    it('leaves no bytes of a copy that was damaged and stored anew', async () => {
      w.write('a.md', 'a very long secret');
      const id = await edit('public');
      writeFileSync(join(w.ledgerDir, 'copies', sha256('a very long secret')), 'a very long secre?');
      w.write('b.md', 'a very long secret');
      await w.review.save('b.md');
      await w.review.keep([action(id)]);
      const inLedger = (): string[] =>
        readdirSync(w.ledgerDir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'data.mdb' && entry.name !== 'lock.mdb')
          .filter((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes('very long'))
          .map(({ parentPath }) => basename(parentPath));
      expect(inLedger().sort()).toEqual(['copies', 'quarantine']);
      await w.review.purge('b.md', { confirmed: true });
      expect(inLedger().sort()).toEqual(['copies', 'quarantine']);
      await w.review.purge('a.md', { confirmed: true });
      expect(inLedger()).toEqual([]);
    });

    it('leaves nothing that brings it back when the index is lost, and no note', async () => {
      w.write('a.md', 'password');
      w.write('b.md', 'password');
      const both = await w.review.act('apply', [put('a.md', 'x'), put('b.md', 'y')]);
      await w.review.keep([action('action' in both ? both.action : '')]);
      await w.review.save('a.md', { note: 'the PIN is 4711' });
      await w.review.purge('a.md', { confirmed: true });
      expect(w.ledger.verify().problems).toEqual([]);
      const manifests = join(w.ledgerDir, 'manifests');
      const texts = readdirSync(manifests).map((name) => readFileSync(join(manifests, name), 'utf8'));
      expect(texts).toHaveLength(1);
      expect(texts.join()).not.toContain('4711');
      const [{ files }] = texts.map(
        (text) => JSON.parse(text) as { files: { path: string; before: unknown; after: unknown }[] },
      ) as [{ files: { path: string; before: unknown; after: unknown }[] }];
      expect(files).toMatchObject([
        { path: 'a.md', before: null, after: null },
        { path: 'b.md', before: { hash: sha256('password') }, after: { hash: sha256('y') } },
      ]);
      await w.ledger.close();
      rmSync(join(w.ledgerDir, 'data.mdb'));
      await rebuildIndex({ dir: w.ledgerDir });
      await w.reopen();
      expect(await w.review.history({ kind: 'file', path: 'a.md' })).toMatchObject({ copies: [] });
      expect(await w.review.history({ kind: 'file', path: 'b.md' })).toMatchObject({ copies: [{}, {}] });
    });

    it('that is cut short when everything is removed leaves no hash and no note behind either', async () => {
      w.write('a.md', 'password');
      await w.review.keep([action(await edit('x'))]);
      await w.review.save('a.md', { note: 'the PIN is 4711' });
      w.ledger.writeManifest = () => {
        throw new Error('cut short');
      };
      await expect(w.review.purge('a.md', { confirmed: true })).rejects.toThrow('cut short');
      await w.reopen();
      await w.review.recover();
      expect(w.ledger.verify().problems).toEqual([]);
      const manifests = join(w.ledgerDir, 'manifests');
      const texts = readdirSync(manifests).map((name) => readFileSync(join(manifests, name), 'utf8'));
      expect(texts).toHaveLength(1);
      expect(texts.join()).not.toContain('4711');
      expect(texts.join()).not.toContain(sha256('password'));
    });

    it('removes single copies with the other half of their pair', async () => {
      w.write('a.md', 'one');
      await w.review.keep([action(await edit('two'))]);
      await w.review.save('a.md');
      const [point] = await entries();
      expect(await w.review.purge('a.md', { copies: [point?.id as string], confirmed: true })).toMatchObject({
        copies: [point?.id],
      });
      expect(await entries()).toHaveLength(2);
    });
  });
});

describe('where the clock goes back', () => {
  it('history since a time shows what was saved before that, and its pages join', async () => {
    const clock = manualClock();
    const w = await openWorkspace({ ledger: { clock } });
    const save = async (text: string): Promise<string> => {
      w.write('a.md', text);
      const answer = await w.review.save('a.md');
      return 'copy' in answer ? answer.copy : '';
    };
    try {
      const [first, second] = [await save('1'), await save('2')];
      const since = new Date(clock.now() - 1).toISOString();
      clock.move(-3_600_000);
      await save('3');
      expect(await w.review.history(file('a.md'), { since })).toMatchObject({
        copies: [{ id: second }, { id: first }],
      });
      const page = await w.review.history(file('a.md'), { since, count: 1 });
      const below = 'next' in page ? (page.next as number) : 0;
      expect(page).toMatchObject({ copies: [{ id: second }] });
      const last = await w.review.history(file('a.md'), { since, count: 1, below });
      expect(last).toMatchObject({ copies: [{ id: first }] });
      expect(last).not.toHaveProperty('next');
    } finally {
      await w.close();
    }
  });
});

describe('a rename that was discarded with others', () => {
  it('led nowhere, also where a change of another file had been accepted', async () => {
    const w = await openWorkspace({ review: { formats: lineFormats } });
    try {
      w.write('a.md', 'mine');
      w.write('c.md', 'one\ntwo\n');
      await w.review.save('a.md');
      const edits = [{ op: 'move', path: 'a.md', to: 'b.md' }, put('c.md', 'ONE\nTWO\n')] as const;
      const answer = await w.review.act('apply', edits);
      const id = 'action' in answer ? answer.action : '';
      expect(await w.review.accept('c.md', [idOf(0)])).toMatchObject({ outcome: 'kept' });
      expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'mixed' });
      rmSync(w.at('a.md'));
      await w.review.purge('b.md', { confirmed: true });
      expect(await w.review.history(file('a.md'))).toMatchObject({ copies: [{}, {}, { label: 'Restore point' }] });
    } finally {
      await w.close();
    }
  });
});

describe('a restore point that is refused', () => {
  it('leaves no copy behind that purge would not find', async () => {
    const w = await openWorkspace({ review: { limits: { snapshotsPerFileMax: 6 } } });
    try {
      for (const text of ['1', '2']) {
        w.write('a.md', text);
        await w.review.save('a.md');
      }
      w.write('a.md', 'a secret');
      expect(await w.review.save('a.md')).toMatchObject({ code: 'HISTORY_FULL' });
      await w.review.purge('a.md', { confirmed: true });
      expect(readdirSync(join(w.ledgerDir, 'copies'))).toEqual([]);
    } finally {
      await w.close();
    }
  });
});
