/** What a process left that died, and what came out of a swap, where somebody was at the files since or the disk is in a bad way. */
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { SystemCalls } from '@verbatim/fs';
import { systemError } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import { callsFor, file, openWorkspace, put, sha256, swapOrders, type Workspace } from '../workspace.js';
import { copiesOf, edited, saveByRename, workspaceForEach } from './each-workspace.js';

type Step = readonly [path: string, from: string | null, to: string | null];
const inD = (path: string): string => (path.startsWith('d/') ? 'd/.verbatim-00000000' : '.verbatim-00000000');
const stateOf = (text: string | null) =>
  text === null
    ? ({ kind: 'absent' } as const)
    : ({ kind: 'present', hash: sha256(text), size: Buffer.byteLength(text), mode: 0o644 } as const);

/** What a process leaves that was killed between "intend" and the swap (checked against real kills, see faults/). */
function died(w: Workspace, ...steps: readonly Step[]): void {
  for (const text of steps.flatMap(([, from, to]) => [from ?? [], to ?? []].flat()))
    w.ledger.copies.put({ hash: sha256(text), size: Buffer.byteLength(text), pour: (sink) => sink(Buffer.from(text)) });
  w.ledger.copies.flush();
  w.ledger.lease('crash', (tx) =>
    tx.putJournal({
      token: 'crashed',
      verb: 'apply',
      at: new Date(0).toISOString(),
      state: 'intended',
      folders: [],
      owner: { pid: 1, started: '0', boot: 'an earlier boot', namespace: '' },
      steps: steps.map(([path, from, to], n) => ({
        path,
        from: stateOf(from),
        to: stateOf(to),
        folder: inD(path),
        staged: `${inD(path)}/${n}.new`,
        aside: `${inD(path)}/${n}.old`,
      })),
    }),
  );
}
/** The work folder, with what was in it by then. */
function staged(w: Workspace, files: Readonly<Record<string, string>>): void {
  mkdirSync(w.at('.verbatim-00000000'));
  writeFileSync(w.at('.verbatim-00000000/.gitignore'), '*\n');
  for (const [name, text] of Object.entries(files))
    writeFileSync(w.at(`.verbatim-00000000/${name}`), text, { mode: 0o600 });
}
/** Later operations free what nobody holds. */
async function goOn(w: Workspace): Promise<void> {
  for (const name of ['x.md', 'y.md', 'z.md']) await edited(w, put(name, name));
}
const thrown = (error: { code: string; message: string }) => `THROWN ${error.code} ${error.message}`;
const openWith = (more: Partial<SystemCalls>) => openWorkspace({ calls: { ...callsFor('exchange'), ...more } });
async function closeAnyhow(w: Workspace): Promise<void> {
  w.isDamaged = true;
  await w.close();
}

describe.each(swapOrders)(
  'an operation was killed before its swap, and somebody did it by another tool (%s)',
  (order) => {
    const here = workspaceForEach({ order });
    it('while it staged an edit: the file is not replaced by half of it', async () => {
      const { w } = here;
      w.write('a.md', 'the original');
      died(w, ['a.md', 'the original', 'a long text, all of it']);
      staged(w, { '0.new.part': 'a long' });
      w.write('a.md', 'a long text, all of it');
      await w.review.recover();
      await goOn(w);
      expect(w.read('a.md')).toBe('a long text, all of it');
    });
    it('while it staged a Discard, and git brought the original back', async () => {
      const { w } = here;
      w.write('a.md', 'the original, all of it');
      await edited(w, put('a.md', 'agent'));
      died(w, ['a.md', 'agent', 'the original, all of it']);
      staged(w, { '0.new.part': 'the orig' });
      w.write('a.md', 'the original, all of it');
      await w.review.recover();
      expect(w.read('a.md')).toBe('the original, all of it');
    });
    it('before it made its work folder, and the file was moved by hand: it is still there', async () => {
      const { w } = here;
      w.write('a.md', 'all my work');
      died(w, ['a.md', 'all my work', null], ['b.md', null, 'all my work']);
      renameSync(w.at('a.md'), w.at('b.md'));
      await w.review.recover();
      await goOn(w);
      expect(Object.values(w.files()).includes('all my work') || copiesOf(w).includes(sha256('all my work'))).toBe(
        true,
      );
    });
    it('before it made its work folder, and the file was made by hand: its bytes are somewhere', async () => {
      const { w } = here;
      died(w, ['new.md', null, 'the text']);
      w.write('new.md', 'the text');
      await w.review.recover();
      await goOn(w);
      expect(w.read('new.md') === 'the text' || copiesOf(w).includes(sha256('the text'))).toBe(true);
    });
    it('put back from its copy: the edit that waited before can be discarded', async () => {
      const { w } = here;
      w.write('a.md', 'O');
      await edited(w, put('a.md', 'A'));
      died(w, ['a.md', 'A', 'B']);
      saveByRename(w, 'a.md', 'B');
      await w.review.recover();
      expect(w.read('a.md')).toBe('A');
      expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded' });
    });
    it('chmod after a crash: all files go back all the same', async () => {
      const { w } = here;
      for (const name of ['a', 'b']) w.write(`${name}.md`, `new ${name}`);
      died(w, ['a.md', 'old a', 'new a'], ['b.md', 'old b', 'new b']);
      staged(w, { '0.new': 'old a', '1.new': 'old b' });
      for (const n of [0, 1]) chmodSync(w.at(`.verbatim-00000000/${n}.new`), 0o644);
      chmodSync(w.at('a.md'), 0o755);
      await w.review.recover();
      expect(w.files()).toEqual({ 'a.md': 'old a', 'b.md': 'old b' });
    });
  },
);

describe('one folder that is in a bad way does not stop the rest of the workspace', () => {
  it('the folder of an earlier edit cannot be read any more (chmod 000)', async () => {
    let isShut = false;
    const w = await openWith({
      open(path, flags, mode) {
        if (isShut && path.endsWith('/d')) throw systemError('EACCES', 'open');
        return callsFor('exchange').open(path, flags, mode);
      },
    });
    try {
      w.write('d/secret.md', 'old');
      w.write('other.md', 'old');
      await edited(w, put('d/secret.md', 'agent'));
      isShut = true;
      const answer = await w.review.act('write', [put('other.md', 'agent')]).catch(thrown);
      isShut = false;
      expect(answer).toMatchObject({ outcome: 'pending' });
    } finally {
      await closeAnyhow(w);
    }
  });
  it.each(['file', 'link'])('the folder of what was cut short became a %s', async (what) => {
    const w = await openWorkspace();
    try {
      w.write('d/a.md', 'old');
      w.write('other.md', 'old');
      died(w, ['d/a.md', 'old', 'new']);
      rmSync(w.at('d'), { recursive: true });
      if (what === 'file') writeFileSync(w.at('d'), 'mine');
      else symlinkSync('/tmp', w.at('d'));
      expect(await w.review.act('write', [put('other.md', 'agent')]).catch(thrown)).toMatchObject({
        outcome: 'pending',
      });
    } finally {
      await closeAnyhow(w);
    }
  });
  it('what came out of a swap cannot be removed', async () => {
    let isShut = true;
    const w = await openWith({
      unlink(path) {
        if (isShut && path.endsWith('/0.new')) throw systemError('EACCES', 'unlink');
        callsFor('exchange').unlink(path);
      },
    });
    try {
      w.write('d/a.md', 'old');
      await edited(w, put('d/a.md', 'agent'));
      const answer = await w.review.keep([file('d/a.md')]).catch(thrown);
      isShut = false;
      expect(answer).toMatchObject({ outcome: 'kept' });
    } finally {
      await closeAnyhow(w);
    }
  });
});

describe('what came out of the swap', () => {
  /** Runs `atCleanUp` once, right before what came out is looked at. */
  const openAtCleanUp = async (): Promise<{ w: Workspace; once: (atCleanUp: () => void) => void }> => {
    let act: (() => void) | undefined;
    const w = await openWith({
      readdir(path) {
        const now = act;
        act = undefined;
        now?.();
        return callsFor('exchange').readdir(path);
      },
    });
    return { w, once: (atCleanUp) => (act = atCleanUp) };
  };

  it('written through an open handle: kept, though it is how the new text begins', async () => {
    const { w, once } = await openAtCleanUp();
    try {
      w.write('a.md', 'Dear Bob, this is the letter');
      await edited(w, put('a.md', 'agent'));
      const fd = openSync(w.at('a.md'), 'r+');
      once(() => {
        ftruncateSync(fd, 0);
        writeSync(fd, 'Dear Bob', 0);
        closeSync(fd);
      });
      expect(await w.review.discard([file('a.md')])).toMatchObject({ rescued: [expect.stringContaining('recovered')] });
    } finally {
      await closeAnyhow(w);
    }
  });

  it('of a file with a long name: lies beside it, and is told once', async () => {
    const { w, once } = await openAtCleanUp();
    try {
      const name = `${'x'.repeat(230)}.md`;
      w.write(name, 'old');
      const fd = openSync(w.at(name), 'r+');
      once(() => {
        writeSync(fd, 'typed through an open handle', 0);
        closeSync(fd);
      });
      const first = await w.review.act('write', [put(name, 'agent')]);
      const second = await w.review.act('write', [put('other.md', '1')]);
      expect(second).not.toHaveProperty('notes');
      expect(first).toMatchObject({ rescued: [expect.stringMatching(/^x+ \(recovered /)] });
    } finally {
      await closeAnyhow(w);
    }
  });
});
