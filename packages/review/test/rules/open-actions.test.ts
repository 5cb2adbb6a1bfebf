/** Agents that write by themselves: begin captures, commit records, cancel ends; and what becomes of those that never do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rebuildIndex } from '@verbatim/ledger';
import { manualClock } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import { action, file, put, sha256, type Workspace } from '../workspace.js';
import {
  begun,
  bracket,
  copiesOf,
  discarded,
  edited,
  inBothOrders,
  statusOf,
  workspaceForEach,
} from './each-workspace.js';

inBothOrders((here) => {
  it('what an agent wrote between begin and commit is discarded byte for byte', async () => {
    const { w } = here;
    w.write('edited.md', 'e0');
    w.write('deleted.md', 'd0');
    w.write('untouched.md', 'u0');
    const answer = await w.review.begin(['edited.md', 'deleted.md', 'untouched.md', 'sub/created.md']);
    expect(answer).toMatchObject({
      outcome: 'open',
      files: [
        { path: 'edited.md', sha256: { before: sha256('e0'), after: null, now: sha256('e0') }, did: 'nothing' },
        { path: 'deleted.md' },
        { path: 'untouched.md' },
        { path: 'sub/created.md', sha256: { before: null, after: null, now: null } },
      ],
    });
    const id = answer.outcome === 'open' ? answer.action : '';
    // The copies are durable before the agent's first write.
    expect(copiesOf(w)).toEqual(['d0', 'e0', 'u0'].map(sha256).sort());
    expect((await w.review.status()).actions).toMatchObject([
      { id, status: 'open', files: [{ kind: 'edited' }, { kind: 'edited' }, { kind: 'edited' }, { kind: 'created' }] },
    ]);
    writeFileSync(w.at('edited.md'), 'e1');
    rmSync(w.at('deleted.md'));
    mkdirSync(w.at('sub'));
    writeFileSync(w.at('sub/created.md'), 'c1');
    expect(await w.review.commit(id)).toMatchObject({
      outcome: 'pending',
      action: id,
      files: [{ path: 'edited.md' }, { path: 'deleted.md' }, { path: 'sub/created.md' }],
    });
    expect((await w.review.status()).actions).toMatchObject([
      { id, files: [{ kind: 'edited' }, { kind: 'deleted' }, { kind: 'created' }] },
    ]);
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'edited.md': 'e0', 'deleted.md': 'd0', 'untouched.md': 'u0', 'sub/': '' });
  });
});

describe('while an action is open', () => {
  const here = workspaceForEach();
  const openOn = async (w: Workspace): Promise<string> => {
    w.write('a.md', '0');
    return begun(w, ['a.md']);
  };

  it('a second begin and an edit of the file are refused with its id', async () => {
    const { w } = here;
    const id = await openOn(w);
    w.write('b.md', 'b');
    const busy = {
      outcome: 'refused',
      code: 'FILE_BUSY',
      message: expect.stringContaining(id),
      files: [{ path: 'a.md' }],
      next: expect.stringContaining(`verbatim commit ${id}`),
    };
    expect(await w.review.begin(['a.md'])).toMatchObject(busy);
    expect(await w.review.begin(['b.md', 'a.md'])).toMatchObject(busy);
    expect(await w.review.act('edit', [put('a.md', 'other')])).toMatchObject(busy);
    expect(await w.review.act('edit', [put('b.md', 'other'), { op: 'delete', path: 'a.md' }])).toMatchObject(busy);
    expect(w.files()).toEqual({ 'a.md': '0', 'b.md': 'b' });
    await w.review.cancel(id);
    await edited(w, put('a.md', 'other'));
  });

  it('nothing is put back under the agent', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const earlier = await edited(w, put('a.md', '1'));
    const id = await begun(w, ['a.md']);
    expect(await w.review.discard([action(earlier)])).toMatchObject({ outcome: 'refused', code: 'FILE_BUSY' });
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'ACTION_OPEN' });
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'refused', code: 'ACTION_OPEN' });
    expect(await w.review.keep([action(id)])).toMatchObject({ outcome: 'refused', code: 'ACTION_OPEN' });
    expect(w.files()).toEqual({ 'a.md': '1' });
    writeFileSync(w.at('a.md'), '2');
    await w.review.commit(id);
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded', actions: [earlier, id] });
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('it outlives the process that opened the ledger', async () => {
    const { w } = here;
    const id = await openOn(w);
    await w.reopen();
    expect(await w.review.recover()).toEqual([]);
    expect(await statusOf(w, id)).toBe('open');
    writeFileSync(w.at('a.md'), '1');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'pending' });
  });

  it('cancel of unchanged files leaves nothing', async () => {
    const { w } = here;
    const id = await openOn(w);
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'cancelled', action: id });
    expect((await w.review.status()).actions).toEqual([]);
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'refused', code: 'ACTION_SETTLED' });
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'refused', code: 'ACTION_SETTLED' });
  });

  it('cancel of changed files leaves what the agent wrote, and can still be committed', async () => {
    const { w } = here;
    const id = await openOn(w);
    writeFileSync(w.at('a.md'), '1');
    expect(await w.review.cancel(id)).toMatchObject({
      outcome: 'interrupted',
      files: [{ sha256: { before: sha256('0'), after: null, now: sha256('1') } }],
    });
    expect(w.files()).toEqual({ 'a.md': '1' });
    expect(await statusOf(w, id)).toBe('interrupted');
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'ACTION_INTERRUPTED' });
    expect(await w.review.keep([action(id)])).toMatchObject({ outcome: 'refused', code: 'ACTION_INTERRUPTED' });
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'pending', action: id });
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('that is not committed, since it was overtaken, leaves no copy of what lies there now', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    const id = await begun(w, ['a.md']);
    w.write('a.md', 'half');
    await w.review.cancel(id);
    await w.review.keep([action(await edited(w, put('a.md', 'later')))]);
    w.write('a.md', 'a secret');
    expect(await w.review.commit(id)).toMatchObject({ code: 'FILE_BUSY' });
    w.ledger.freeReleased();
    expect(copiesOf(w)).not.toContain(sha256('a secret'));
  });

  it('told under its key again, “you may write now” is true: what somebody typed in between is in the ledger first', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    const context = { agent: 'x', key: 'k' };
    const first = await w.review.begin(['a.md'], context);
    const id = first.outcome === 'open' ? first.action : '';
    expect(await w.review.begin(['a.md'], context)).toMatchObject({ action: id, replayed: true });
    w.write('a.md', 'mine, and more');
    expect(await w.review.begin(['a.md'], context)).toMatchObject({ outcome: 'refused', code: 'FILE_BUSY' });
    expect(await w.review.begun(['a.md'], context)).toMatchObject({ outcome: 'open', action: id });
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'interrupted' });
    const second = await w.review.begin(['a.md'], context);
    expect(second).not.toHaveProperty('replayed');
    expect(second).toMatchObject({ outcome: 'open', files: [{ sha256: { now: sha256('mine, and more') } }] });
    w.write('a.md', 'agent');
    expect(await w.review.commit(second.outcome === 'open' ? second.action : '')).toMatchObject({ outcome: 'pending' });
    await discarded(w, file('a.md'));
    expect(w.read('a.md')).toBe('mine, and more');
  });

  it('begun under a key that was used for one that has ended is captured anew', async () => {
    const { w } = here;
    w.write('a.md', '1');
    const context = { key: 'call_0' };
    const first = await w.review.begin(['a.md'], context);
    w.write('a.md', '2');
    await w.review.commit(first.outcome === 'open' ? first.action : '');
    const second = await w.review.begin(['a.md'], context);
    expect(second).toMatchObject({ outcome: 'open', files: [{ sha256: { before: sha256('2') } }] });
    expect(second).not.toHaveProperty('replayed');
    expect(await w.review.begun(['a.md'], context)).toMatchObject({ action: 'action' in second ? second.action : '' });
    expect(await w.review.begun(['a.md'], { key: 'other' })).toMatchObject({ code: 'ACTION_UNKNOWN' });
    expect(await w.review.begun(['b.md'], context)).toMatchObject({ code: 'KEY_REUSED' });
  });

  it('an interrupted action no longer holds its file, and is not committed over what came after it', async () => {
    const { w } = here;
    const id = await openOn(w);
    writeFileSync(w.at('a.md'), '1');
    await w.review.cancel(id);
    const later = await edited(w, put('a.md', '2'));
    expect(await w.review.commit(id)).toMatchObject({
      outcome: 'refused',
      code: 'FILE_BUSY',
      message: expect.stringContaining(later),
    });
    await discarded(w, action(later));
    expect(w.files()).toEqual({ 'a.md': '1' });
  });

  it('a file named twice, or by two paths, is captured once', async () => {
    const { w } = here;
    w.write('sub/a.md', '0');
    const answer = await w.review.begin(['sub/a.md', './sub/a.md', 'sub/../sub/a.md', w.at('sub/a.md')]);
    expect(answer).toMatchObject({ outcome: 'open', files: [{ path: 'sub/a.md' }] });
    expect(answer.files).toHaveLength(1);
  });

  it('nothing to capture, an unknown action or a process that is not there is refused', async () => {
    const { w } = here;
    w.write('a.md', '0');
    expect(await w.review.begin([])).toMatchObject({ outcome: 'refused', code: 'INPUT_INVALID' });
    expect(await w.review.begin(['a.md'], { pid: 999_999_999 })).toMatchObject({
      outcome: 'refused',
      code: 'INPUT_INVALID',
    });
    expect(await w.review.commit('a000000none')).toMatchObject({ outcome: 'refused', code: 'ACTION_UNKNOWN' });
    expect(await w.review.cancel('a000000none')).toMatchObject({ outcome: 'refused', code: 'ACTION_UNKNOWN' });
  });
});

describe('an agent that is gone', () => {
  const clock = manualClock();
  const here = workspaceForEach({ ledger: { clock } });
  const day = 86_400_000;

  it('left an interrupted action when the process it named has died', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const agent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(agent, 'spawn');
    const id = await begun(w, ['a.md'], agent.pid);
    writeFileSync(w.at('a.md'), '1');
    expect(await statusOf(w, id)).toBe('open');
    await w.review.recover();
    expect(await statusOf(w, id)).toBe('open');

    agent.kill('SIGKILL');
    await once(agent, 'exit');
    expect(await statusOf(w, id)).toBe('interrupted');
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'refused',
      code: 'ACTION_INTERRUPTED',
      next: expect.stringContaining(`verbatim commit ${id}`),
    });
    expect(await w.review.recover()).toEqual([expect.stringContaining(`${id} was never committed`)]);
    expect(await w.review.recover()).toEqual([]);
    expect(w.files()).toEqual({ 'a.md': '1' });
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'pending' });
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('left an interrupted action when a day has passed', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const id = await begun(w, ['a.md']);
    writeFileSync(w.at('a.md'), '1');
    clock.move(day);
    expect(await statusOf(w, id)).toBe('open');
    expect(await w.review.recover()).toEqual([]);
    clock.move(1);
    expect(await statusOf(w, id)).toBe('interrupted');
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'ACTION_INTERRUPTED' });
    await w.review.recover();
    await w.reopen({ clock });
    expect(await statusOf(w, id)).toBe('interrupted');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'pending' });
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('no longer holds its file, once its action is seen to be interrupted', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const id = await begun(w, ['a.md']);
    clock.move(day + 1);
    await w.review.recover();
    const later = await edited(w, put('a.md', '1'));
    expect(await statusOf(w, id)).toBe('interrupted');
    await discarded(w, action(later));
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('no longer holds its file, even before anybody recovered', async () => {
    const { w } = here;
    w.write('a.md', '0');
    await begun(w, ['a.md']);
    clock.move(day + 1);
    const later = await edited(w, put('a.md', '1'));
    await discarded(w, action(later));
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('is judged by the clock also when it was set back', async () => {
    const { w } = here;
    w.write('a.md', '0');
    w.write('b.md', '0');
    const first = await edited(w, put('a.md', '1'));
    clock.move(-2 * day);
    const id = await begun(w, ['b.md']);
    const second = await edited(w, put('a.md', '2'));
    expect((await w.review.status()).actions.map((found) => found.id)).toEqual([first, id, second]);
    expect(await statusOf(w, id)).toBe('open');
    expect(await w.review.discard([file('a.md')])).toMatchObject({ actions: [first, second] });
  });
});

describe('a commit', () => {
  const here = workspaceForEach();

  it('of a change of the bytes there and back is no action', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const id = await begun(w, ['a.md']);
    writeFileSync(w.at('a.md'), '1');
    writeFileSync(w.at('a.md'), '0');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'unchanged' });
  });

  it('records what is on disk, so a person’s edit during the bracket is the agent’s to the ledger', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const id = await bracket(w, ['a.md'], () => {
      writeFileSync(w.at('a.md'), 'agent');
      writeFileSync(w.at('a.md'), 'agent and I');
    });
    expect((await discarded(w, action(id))).files).toMatchObject([{ sha256: { after: sha256('agent and I') } }]);
  });
});

describe('the manifest of an action that an agent writes by itself', () => {
  const here = workspaceForEach();
  const manifests = (): string[] => readdirSync(join(here.w.ledgerDir, 'manifests'));
  const textOf = (id: string): string => readFileSync(join(here.w.ledgerDir, 'manifests', `${id}.json`), 'utf8');

  it('brings back what was there before, where the index is lost while the agent writes', async () => {
    const { w } = here;
    w.write('a.md', 'all my work');
    const id = await begun(w, ['a.md']);
    w.write('a.md', 'agent');
    w.review.close();
    await w.ledger.close();
    rmSync(join(w.ledgerDir, 'data.mdb'));
    await rebuildIndex({ dir: w.ledgerDir });
    await w.reopen();
    expect(await w.review.history(file('a.md'))).toMatchObject({
      copies: [{ hash: sha256('all my work'), action: id }],
    });
    expect(w.ledger.verify().problems).toEqual([]);
  });

  it('says what the agent left once it is committed, also where nobody could write it then', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    const id = await begun(w, ['a.md', 'b.md']);
    expect(textOf(id)).not.toContain(sha256('agent'));
    w.write('a.md', 'agent');
    const { ledger } = w;
    ledger.writeManifest = () => {};
    await w.review.commit(id);
    expect(textOf(id)).not.toContain(sha256('agent'));
    expect(ledger.verify().problems).toEqual([]);
    for (let n = 0; n < 70; n++) ledger.lease('test', (tx) => tx.putManifestDue(`a${String(n).padStart(10, '0')}`));
    await w.reopen();
    await w.review.recover();
    expect(textOf(id)).toContain(sha256('agent'));
    expect(textOf(id)).not.toContain('b.md');
  });

  it('goes with an action that is cancelled, or that changed nothing', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    await w.review.cancel(await begun(w, ['a.md']));
    expect(manifests()).toEqual([]);
    await w.review.commit(await begun(w, ['a.md']));
    expect(manifests()).toEqual([]);
  });
});
