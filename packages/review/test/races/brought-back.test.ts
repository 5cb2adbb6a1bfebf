/**
 * What was taken out of its place and brought back by a link has two names for a moment. Where another process edits the
 * file in that moment, the second name becomes the last one; its bytes are in the ledger, so nothing is left for the person.
 */
import { expect, it } from 'vitest';
import { callsFor, openWorkspace, put } from '../workspace.js';
import { processes } from './processes.js';

const { runNow } = processes();

it('two edits by another process, around a swap that is put back, leave nothing beside the file', async () => {
  const order = 'aside';
  const real = callsFor(order);
  let base = '';
  const edits = { copying: 'the second text', 'cleaning up': 'the third text' };
  const moments: (keyof typeof edits)[] = [];
  const at = (moment: keyof typeof edits): void => {
    if (base === '' || moments.length !== Object.keys(edits).indexOf(moment)) return;
    moments.push(moment);
    runNow('editOnce', { base, order, path: 'a.md', text: edits[moment] });
  };
  const calls: typeof real = {
    ...real,
    flush(fd) {
      at('copying');
      real.flush(fd);
    },
    readdir(path) {
      at('cleaning up');
      return real.readdir(path);
    },
  };
  const w = await openWorkspace({ calls });
  try {
    w.write('a.md', 'the first text');
    base = w.base;
    const answer = await w.review.act('edit', [put('a.md', 'what came too late')]);
    expect(moments).toEqual(['copying', 'cleaning up']);
    expect(answer).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
    expect('rescued' in answer).toBe(false);
    expect(w.files()).toEqual({ 'a.md': 'the third text' });
  } finally {
    await w.close();
  }
});
