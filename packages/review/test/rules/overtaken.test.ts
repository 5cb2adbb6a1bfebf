/** Somebody is at a file between the look at it and what is recorded of it: no byte of theirs goes (P1, P7). */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manualClock, systemError } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import type { FormatPort } from '../../src/index.js';
import { idOf, lineFormats } from '../line-formats.js';
import { action, callsFor, file, openWorkspace, put, sha256 } from '../workspace.js';
import { begun, copiesOf, discarded, edited, inBothOrders, statusOf, workspaceForEach } from './each-workspace.js';

/** Around a person's edits line by line, where they left the number of lines alone. */
const aroundLines: FormatPort = {
  ...lineFormats,
  composeAround(_path, before, after, { wanted }, disk) {
    const [was, is] = [before, after].map((bytes) => Buffer.from(bytes).toString().split('\n'));
    const lines = Buffer.from(disk)
      .toString()
      .split('\n')
      .map((line, n) => (line === is?.[n] && wanted(idOf(n)) === 'reject' ? (was?.[n] ?? '') : line));
    return { bytes: Buffer.from(lines.join('\n')) };
  },
};

describe('while an agent that writes by itself is recorded', () => {
  /** Right before the look of that number, counted down. */
  const meanwhile: { act?: (() => void) | undefined; looks: number } = { looks: 0 };
  const here = workspaceForEach(() => ({
    calls: {
      ...callsFor('exchange'),
      lstat(path: string) {
        if (path.endsWith('/a.md') && --meanwhile.looks === 0) meanwhile.act?.();
        return callsFor('exchange').lstat(path);
      },
    },
  }));

  it('a person saves: what begin has is what lies there when it answers', async () => {
    const { w } = here;
    let opened = 0;
    // Whichever look it is that they come right after.
    for (let looks = 1; looks <= 8; looks++) {
      w.write('a.md', 'old text');
      meanwhile.looks = looks;
      meanwhile.act = () => w.write('a.md', `typed ${looks}`);
      const answer = await w.review.begin(['a.md']);
      meanwhile.looks = 0;
      if (answer.outcome !== 'open') continue;
      opened++;
      const there = w.read('a.md') ?? '';
      expect([looks, answer.files[0]?.sha256.before]).toEqual([looks, sha256(there)]);
      w.write('a.md', 'agent');
      await w.review.commit(answer.action);
      await discarded(w, action(answer.action));
      expect(w.read('a.md')).toBe(there);
    }
    expect(opened).toBeGreaterThan(4);
  });

  it('the agent writes while it is cancelled: the action is interrupted, and its copy stays', async () => {
    const { w } = here;
    let written = 0;
    for (let looks = 1; looks <= 8; looks++) {
      w.write('a.md', 'old text');
      const id = await begun(w, ['a.md']);
      meanwhile.looks = looks;
      meanwhile.act = () => w.write('a.md', `agent ${looks}`);
      const { outcome } = await w.review.cancel(id);
      meanwhile.looks = 0;
      if (w.read('a.md') === 'old text') continue;
      written++;
      expect([looks, outcome]).toEqual([looks, 'interrupted']);
      expect(await w.review.commit(id)).toMatchObject({ outcome: 'pending' });
      await discarded(w, action(id));
      expect(w.read('a.md')).toBe('old text');
    }
    expect(written).toBeGreaterThan(1);
  });

  it('a file that was unchanged is written while the action is given up: its copy stays, too', async () => {
    const { w } = here;
    let written = 0;
    for (let looks = 1; looks <= 8; looks++) {
      w.write('a.md', `old ${looks}`);
      w.write('b.md', 'old');
      const id = await begun(w, ['b.md', 'a.md']);
      w.write('b.md', 'agent');
      expect(await w.review.cancel(id)).toMatchObject({ outcome: 'interrupted' });
      meanwhile.looks = looks;
      meanwhile.act = () => w.write('a.md', `agent ${looks}`);
      expect(await w.review.cancel(id)).toMatchObject({ outcome: 'cancelled' });
      meanwhile.looks = 0;
      if (w.read('a.md') === `old ${looks}`) continue;
      written++;
      const shown = await w.review.history({ kind: 'file', path: 'a.md' });
      const hashes = shown.outcome === 'shown' ? shown.copies.map(({ hash }) => hash) : [];
      expect([looks, hashes.includes(sha256(`old ${looks}`))]).toEqual([looks, true]);
    }
    expect(written).toBeGreaterThan(1);
  });
});

describe('a decision on everything', () => {
  let isBroken = false;
  const here = workspaceForEach(() => ({
    calls: {
      ...callsFor('exchange'),
      lstat(path: string) {
        if (isBroken && path.endsWith('/middle.md')) throw systemError('EIO', 'lstat');
        return callsFor('exchange').lstat(path);
      },
    },
  }));

  it('that a fault stops tells what was decided before it, and goes on when it is repeated', async () => {
    const { w } = here;
    for (const name of ['first.md', 'middle.md', 'last.md']) {
      w.write(name, 'before');
      await edited(w, put(name, 'agent'));
    }
    isBroken = true;
    const answer = await w.review.discardAll({ key: 'k' });
    isBroken = false;
    expect(answer).toMatchObject({ decisions: [{ outcome: 'discarded' }], error: { code: 'VERBATIM_IO' } });
    expect(Object.values(w.files()).sort()).toEqual(['agent', 'agent', 'before']);
    const again = await w.review.discardAll({ key: 'k' });
    expect('decisions' in again ? again.decisions.map(({ outcome }) => outcome) : again).toEqual(
      Array(3).fill('discarded'),
    );
    expect(again).not.toHaveProperty('error');
    expect(Object.values(w.files())).toEqual(['before', 'before', 'before']);
  });
});

describe('an interrupted action', () => {
  const clock = manualClock();
  const here = workspaceForEach({ ledger: { clock } });
  const restorable = async (path: string): Promise<string | undefined> => {
    const shown = await here.w.review.history({ kind: 'file', path });
    return shown.outcome === 'shown' ? shown.copies.find(({ label }) => label === 'Before agent edit')?.id : undefined;
  };

  it('can be given up: the file stays, and what was there before it is in its history', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    const id = await begun(w, ['a.md']);
    w.write('a.md', 'agent');
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'interrupted' });
    const later = await edited(w, put('a.md', 'later'));
    await w.review.keep([action(later)]);
    expect(await w.review.commit(id)).toMatchObject({ code: 'FILE_BUSY' });
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'cancelled' });
    expect(await statusOf(w, id)).toBeUndefined();
    expect((await w.review.status()).actions).toEqual([]);
    expect(w.read('a.md')).toBe('later');
    const shown = await w.review.history({ kind: 'file', path: 'a.md' });
    const before = shown.outcome === 'shown' ? shown.copies.find(({ hash }) => hash === sha256('mine')) : undefined;
    expect(await w.review.restore('a.md', before?.id ?? '')).toMatchObject({ outcome: 'restored' });
    expect(w.read('a.md')).toBe('mine');
    expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({ outcome: 'purged' });
  });

  it('whose file became a link can be given up, too', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    w.write('b.md', 'theirs');
    const id = await begun(w, ['a.md']);
    rmSync(w.at('a.md'));
    symlinkSync('b.md', w.at('a.md'));
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'interrupted' });
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'cancelled' });
    rmSync(w.at('a.md'));
    expect(await w.review.restore('a.md', (await restorable('a.md')) ?? '')).toMatchObject({ outcome: 'restored' });
    expect(w.read('a.md')).toBe('mine');
  });

  it('is not committed with what a person decided since as the work of its agent', async () => {
    const { w } = here;
    w.write('a.md', 'O');
    await edited(w, put('a.md', 'X'));
    const id = await begun(w, ['a.md']);
    clock.move(86_400_001);
    await w.review.recover();
    await discarded(w, file('a.md'));
    expect(w.read('a.md')).toBe('O');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'refused', code: 'FILE_BUSY' });
    expect(await w.review.cancel(id)).toMatchObject({ outcome: 'cancelled' });
    expect(w.read('a.md')).toBe('O');
  });
});

it('another workspace comes into the place of the one that is open: neither is written', async () => {
  const w = await openWorkspace();
  w.write('a.md', 'original');
  await edited(w, put('a.md', 'agent'));
  renameSync(w.root, `${w.root}-moved`);
  for (const isThere of [false, true]) {
    if (isThere) mkdirSync(w.root);
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'refused', code: 'WORKSPACE_MOVED' });
  }
  expect(readFileSync(`${w.root}-moved/a.md`, 'utf8')).toBe('agent');
  expect(readdirSync(w.root)).toEqual([]);
  await w.close();
});

it('a delete that the trash refused leaves no copy', async () => {
  const w = await openWorkspace();
  w.write('a.md', 'a secret');
  writeFileSync(w.trash, 'no folder');
  expect(await w.review.act('delete', [{ op: 'delete', path: 'a.md' }])).toMatchObject({ code: 'TRASH_FAILED' });
  w.ledger.freeReleased();
  expect(copiesOf(w)).toEqual([]);
  await w.close();
});

describe('while the second of two files is swapped', () => {
  const meanwhile: { act?: (() => void) | undefined; swaps: number } = { swaps: 0 };
  const here = workspaceForEach(() => ({
    calls: {
      ...callsFor('exchange'),
      exchange(a: string, b: string) {
        if (--meanwhile.swaps === 0) meanwhile.act?.();
        callsFor('exchange').exchange(a, b);
      },
    },
  }));

  it('a person goes on with the first: it stays theirs, which the answer says, and its original is in the history', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    // Another file's copy of the same bytes may go with that file.
    w.write('template.md', 'a0');
    await w.review.save('template.md');
    Object.assign(meanwhile, {
      swaps: 2,
      act: () => {
        w.write('a.md', 'what the agent wrote, and mine');
        w.write('b.md', 'mine');
      },
    });
    const answer = await w.review.act('apply', [put('a.md', 'a1'), put('b.md', 'b1')]);
    expect(answer).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
      message: expect.stringMatching(/ a\.md was changed since, so it stays as it is; .* is in its history\.$/),
    });
    expect(w.files()).toMatchObject({ 'a.md': 'what the agent wrote, and mine', 'b.md': 'mine' });
    const history = await w.review.history(file('a.md'));
    expect(history).toMatchObject({ copies: [{ hash: sha256('a0') }] });
  });
});

inBothOrders(
  (here) => {
    it('a verdict around a person’s edits names no copy that is not there, and can be undone', async () => {
      const { w } = here;
      w.write('a.md', 'one\ntwo\nthree\n');
      await edited(w, put('a.md', 'ONE\nTWO\nthree\n'));
      w.write('a.md', 'ONE\nTWO\nthree, mine\n');
      expect(await w.review.reject('a.md', [idOf(0)], { aroundEdits: true })).toMatchObject({ outcome: 'mixed' });
      expect(w.read('a.md')).toBe('one\nTWO\nthree, mine\n');
      expect(w.ledger.verify().problems).toEqual([]);
      const stored = copiesOf(w);
      const refused = await w.review.reject('a.md', [idOf(1)], { aroundEdits: true, seen: 'something else' });
      expect(refused).toMatchObject({ outcome: 'refused' });
      expect(copiesOf(w)).toEqual(stored);
      const second = await w.review.reject('a.md', [idOf(1)], { aroundEdits: true });
      // Their own edit is still in the file: it is not back at its first before.
      expect(second).toMatchObject({ outcome: 'mixed' });
      expect(w.read('a.md')).toBe('one\ntwo\nthree, mine\n');
      expect(await w.review.undo('decision' in second ? second.decision : '')).toMatchObject({ outcome: 'restored' });
      expect(w.read('a.md')).toBe('one\nTWO\nthree, mine\n');
      w.write('a.md', 'one\nTWO\nthree\n');
      expect(await w.review.discard([file('a.md')], { acceptReplaced: true })).toMatchObject({ outcome: 'discarded' });
      expect(w.read('a.md')).toBe('one\ntwo\nthree\n');
    });

    it('a change that was rejected, then accepted with the others, is kept, and can be discarded whole', async () => {
      const { w } = here;
      w.write('a.md', 'one\ntwo\n');
      const id = await edited(w, put('a.md', 'ONE\nTWO\n'));
      await w.review.reject('a.md', [idOf(0)]);
      expect(w.read('a.md')).toBe('one\nTWO\n');
      expect(await w.review.accept('a.md', [idOf(0), idOf(1)])).toMatchObject({ outcome: 'kept', undecided: 0 });
      expect(w.read('a.md')).toBe('ONE\nTWO\n');
      await discarded(w, action(id));
      expect(w.read('a.md')).toBe('one\ntwo\n');
    });

    it('undo of a verdict that wrote nothing knows which file it is now', async () => {
      const { w } = here;
      w.write('a.md', 'one\ntwo\nthree\n');
      const saved = await w.review.save('a.md');
      await edited(w, put('a.md', 'ONE\nTWO\nthree\n'));
      await w.review.accept('a.md', [idOf(0)]);
      const second = await w.review.accept('a.md', [idOf(1)]);
      const restored = await w.review.restore('a.md', 'copy' in saved ? saved.copy : '');
      await w.review.undo('decision' in restored ? restored.decision : '');
      expect(await w.review.undo('decision' in second ? second.decision : '')).toMatchObject({ outcome: 'restored' });
      expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'mixed' });
    });

    it('a folder that the person makes anew stays, though an edit had made one of that name', async () => {
      const { w } = here;
      const id = await edited(w, put('new/x.txt', 'agent'));
      await discarded(w, action(id));
      expect(readdirSync(w.root)).toEqual([]);
      mkdirSync(w.at('new'));
      await w.reopen();
      await w.review.recover();
      await edited(w, put('other.txt', 'agent'));
      expect(readdirSync(w.root).sort()).toEqual(['new', 'other.txt']);
    });

    it('a file that is moved, then deleted, goes to the trash under the name that the person knows', async () => {
      const { w } = here;
      w.write('doc.txt', 'mine');
      await edited(w, { op: 'move', path: 'doc.txt', to: 'b.txt' }, { op: 'delete', path: 'b.txt' });
      expect(w.files()).toEqual({});
      expect(readdirSync(join(w.trash, 'files'))).toEqual(['doc.txt']);
    });

    it('a link in the place of a file or its folder never has another file decided', async () => {
      const { w } = here;
      for (const name of ['notes.md', 'other.md', 'one/x.md', 'two/x.md']) w.write(name, 'before');
      for (const name of ['notes.md', 'other.md', 'one/x.md', 'two/x.md']) await edited(w, put(name, 'agent'));
      rmSync(w.at('notes.md'));
      symlinkSync('other.md', w.at('notes.md'));
      rmSync(w.at('one'), { recursive: true });
      symlinkSync('two', w.at('one'));
      for (const name of ['notes.md', 'one/x.md']) {
        expect(await w.review.discard([file(name)])).toMatchObject({ outcome: 'refused', code: 'PATH_IS_LINK' });
        expect(await w.review.keep([file(name)])).toMatchObject({ outcome: 'kept', files: [{ path: name }] });
      }
      expect((await w.review.status()).actions.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([
        'other.md',
        'two/x.md',
      ]);
      expect(w.read('other.md')).toBe('agent');
      rmSync(w.at('notes.md'));
      rmSync(w.at('one'));
    });

    it('a decision that was made before is told with what lies there now', async () => {
      const { w } = here;
      w.write('a.md', 'before');
      await edited(w, put('a.md', 'agent'));
      const first = await discarded(w, file('a.md'));
      w.write('a.md', 'and then I wrote this');
      const again = await w.review.discard([action('actions' in first ? (first.actions?.[0] ?? '') : '')]);
      expect(again).toMatchObject({ replayed: true, files: [{ sha256: { now: sha256('and then I wrote this') } }] });
    });

    it('what was refused leaves no copy', async () => {
      const { w } = here;
      w.write('a.md', 'before');
      const id = await begun(w, ['a.md']);
      expect(await w.review.act('write', [put('a.md', 'agent')])).toMatchObject({ code: 'FILE_BUSY' });
      w.write('b.md', 'b');
      expect(await w.review.begin(['b.md', 'a.md'])).toMatchObject({ code: 'FILE_BUSY' });
      w.ledger.freeReleased();
      expect(copiesOf(w)).toEqual([sha256('before')]);
      await w.review.cancel(id);
    });

    it('a save under a key answers again, though the file is gone by then', async () => {
      const { w } = here;
      w.write('a.md', 'mine');
      const saved = await w.review.save('a.md', { key: 'k' });
      rmSync(w.at('a.md'));
      expect(await w.review.save('a.md', { key: 'k' })).toEqual({ ...saved, replayed: true });
      writeFileSync(w.at('a.md'), 'other');
    });
  },
  { review: { formats: aroundLines } },
);
