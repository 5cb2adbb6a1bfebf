import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { action, file, put, replace, sha256 } from '../workspace.js';
import { bracket, discarded, edited, inBothOrders, saveByRename, statusOf } from './each-workspace.js';

inBothOrders((here) => {
  it('a person’s edit in between makes two chains, and only the top one discards', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const lower = await edited(w, put('a.md', '1'));
    writeFileSync(w.at('a.md'), '1 and mine');
    const upper = await edited(w, replace('a.md', 'mine', 'agent'));
    const top = await edited(w, replace('a.md', 'agent', 'again'));
    expect((await w.review.status()).actions).toMatchObject([
      { id: lower, files: [{ blocked: 'edited-since' }] },
      { id: upper, files: [{}] },
      { id: top, files: [{}] },
    ]);
    for (const { id, files } of (await w.review.status()).actions)
      expect(files[0]?.blocked).toBe(id === lower ? 'edited-since' : undefined);

    expect(await w.review.discard([file('a.md')])).toMatchObject({
      outcome: 'discarded',
      actions: [upper, top],
      files: [{ sha256: { before: sha256('1 and mine'), now: sha256('1 and mine') } }],
    });
    expect(w.files()).toEqual({ 'a.md': '1 and mine' });
    expect((await w.review.status()).actions).toMatchObject([{ id: lower, files: [{ blocked: 'edited-since' }] }]);
    expect(await w.review.discard([action(lower)])).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
    expect(w.files()).toEqual({ 'a.md': '1 and mine' });
  });

  it('no Discard goes through a person’s edit, even when all actions are named', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const lower = await edited(w, put('a.md', '1'));
    writeFileSync(w.at('a.md'), 'mine');
    const upper = await edited(w, put('a.md', '2'));
    expect(await w.review.discard([action(lower)])).toMatchObject({ outcome: 'refused', code: 'SCOPE_WIDER' });
    expect(await w.review.discard([action(lower), action(upper)])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
    });
    expect(await w.review.discardAll()).toMatchObject({ outcome: 'refused' });
    expect(w.files()).toEqual({ 'a.md': '2' });
  });

  it('Keep never crosses a person’s edit', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const lower = await edited(w, put('a.md', '1'));
    writeFileSync(w.at('a.md'), 'mine');
    const upper = await edited(w, put('a.md', '2'));
    expect(await w.review.keep([file('a.md')])).toMatchObject({ outcome: 'kept', actions: [upper] });
    expect(await statusOf(w, lower)).toBe('pending');
    expect(await w.review.keep([file('a.md')])).toMatchObject({ outcome: 'kept', actions: [lower] });
    expect((await w.review.status()).actions).toEqual([]);
  });

  it('a person who takes their edit back can discard below it, once the replacement is accepted', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const lower = await edited(w, put('a.md', '1'));
    writeFileSync(w.at('a.md'), 'mine');
    const upper = await edited(w, put('a.md', '2'));
    await discarded(w, action(upper));
    writeFileSync(w.at('a.md'), '1');
    // The bytes are the agent's again, but in the file that our Discard made.
    const answer = await w.review.discard([action(lower)]);
    expect(answer).toMatchObject({ outcome: 'refused', code: 'FILE_REPLACED' });
    expect(await w.review.discard([action(lower)], { acceptReplaced: true })).toMatchObject({ outcome: 'discarded' });
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('a chain goes on over our own Discard, since that was no replacement', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const ids: string[] = [];
    for (const text of ['1', '2', '3', '4']) ids.push(await edited(w, put('a.md', text)));
    for (const [id, text] of ids.toReversed().map((id, n) => [id, String(3 - n)] as const)) {
      expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'discarded' });
      expect(w.files()).toEqual({ 'a.md': text });
    }
  });

  it('a chain may be made, deleted, made again and unwound to nothing', async () => {
    const { w } = here;
    await edited(w, put('a.md', '1'));
    await edited(w, { op: 'delete', path: 'a.md' });
    await edited(w, put('a.md', '2'));
    const last = await edited(w, put('a.md', '3'));
    await discarded(w, action(last));
    expect(w.files()).toEqual({ 'a.md': '2' });
    expect(await w.review.discard([file('a.md')])).toMatchObject({
      outcome: 'discarded',
      files: [{ sha256: { before: null, after: sha256('2'), now: null }, did: 'removed' }],
    });
    expect(w.files()).toEqual({});
  });

  it('a chain that came back to where it began is unwound without a write', async () => {
    const { w } = here;
    w.write('a.md', '0');
    await edited(w, put('a.md', '1'));
    await edited(w, put('a.md', '0'));
    expect(await w.review.discard([file('a.md')])).toMatchObject({
      outcome: 'discarded',
      files: [{ did: 'nothing', sha256: { before: sha256('0'), after: sha256('0'), now: sha256('0') } }],
    });
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('edits through the tool and agents that write by themselves make one chain', async () => {
    const { w } = here;
    w.write('a.md', '0');
    await edited(w, put('a.md', '1'));
    await bracket(w, ['a.md'], () => saveByRename(w, 'a.md', '2'));
    await bracket(w, ['a.md'], () => writeFileSync(w.at('a.md'), '3'));
    expect((await discarded(w, file('a.md'))).files).toMatchObject([{ sha256: { after: sha256('3') } }]);
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('several edits of one file in one act are one change', async () => {
    const { w } = here;
    w.write('a.md', 'one two');
    w.write('b.md', 'b0');
    const id = await edited(
      w,
      replace('a.md', 'one', 'two'),
      put('b.md', 'b1'),
      replace('a.md', 'two two', 'three'),
      { op: 'move', path: 'b.md', to: 'c.md' },
      replace('c.md', 'b1', 'c1'),
      put('d.md', 'd'),
      replace('d.md', 'd', 'dd'),
    );
    expect(w.files()).toEqual({ 'a.md': 'three', 'c.md': 'c1', 'd.md': 'dd' });
    expect((await w.review.status()).actions).toMatchObject([
      {
        id,
        files: [
          { path: 'a.md', kind: 'edited' },
          { path: 'b.md', kind: 'moved' },
          { path: 'c.md', kind: 'moved' },
          { path: 'd.md', kind: 'created' },
        ],
      },
    ]);
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'a.md': 'one two', 'b.md': 'b0' });
  });
});
