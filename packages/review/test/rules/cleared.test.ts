/**
 * What clears a work folder away is durable only when the folder it lay in has been flushed, and so is the record that knows
 * of it: until then a power cut may bring the folder back, and recovery has to know whose it is.
 */
import { existsSync, linkSync, mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clearedStepsMax } from '../../src/limits.js';
import { action, file, put } from '../workspace.js';
import { copiesOf, discarded, edited, workspaceForEach } from './each-workspace.js';

const here = workspaceForEach();

const edit = async (path: string, text: string): Promise<void> => {
  expect(await here.w.review.act('edit', [put(path, text)])).toMatchObject({ outcome: 'pending' });
};
const records = () => here.w.ledger.read((view) => view.journal());

/** As it lay there before it was cleared: what came out of the swap, and a second name of the file. */
function bringBack(path: string, before: string): string {
  const step = records()
    .flatMap(({ steps }) => steps)
    .find((one) => one.path === path);
  if (step === undefined) throw new Error(`no record knows of ${path}`);
  mkdirSync(here.w.at(step.folder));
  writeFileSync(here.w.at(`${step.folder}/.gitignore`), '*\n');
  writeFileSync(here.w.at(step.aside), before);
  linkSync(here.w.at(path), here.w.at(step.staged));
  return step.folder;
}

describe('a work folder that a power cut brought back', () => {
  it.each(['edit', 'discard'])('is cleared after an %s, although files elsewhere were edited since', async (verb) => {
    const { w } = here;
    w.write('a/x.md', 'one');
    w.write('b/y.md', 'one');
    await edit('a/x.md', 'two');
    if (verb === 'discard') await w.review.discard([file('a/x.md')]);
    await edit('b/y.md', 'two');
    await edit('b/y.md', 'three');
    const folder = bringBack('a/x.md', 'one');

    await w.reopen();
    const tree = w.disk.openTree(w.root);
    const needsRecovery = w.ledger.needsRecovery(
      () => 'dead',
      (path) => tree.isFolder(path),
    );
    tree.close();
    expect(needsRecovery).toBe(true);
    expect(await w.review.recover()).toEqual([]);
    expect(existsSync(w.at(folder))).toBe(false);
    expect(w.files()).toMatchObject({ 'a/x.md': verb === 'edit' ? 'two' : 'one', 'b/y.md': 'three' });
    await edit('a/x.md', 'four');
  });

  it('is cleared by the next edit itself', async () => {
    const { w } = here;
    w.write('a/x.md', 'one');
    await edit('a/x.md', 'two');
    const folder = bringBack('a/x.md', 'one');
    await edit('a/x.md', 'three');
    expect(existsSync(w.at(folder))).toBe(false);
  });
});

describe('the record of a cleared operation', () => {
  it('goes with the next operation that flushes its folder', async () => {
    const { w } = here;
    for (const path of ['a/x.md', 'b/y.md']) w.write(path, 'one');
    await edit('a/x.md', 'two');
    await edit('b/y.md', 'two');
    expect(records().map(({ steps }) => steps[0]?.path)).toEqual(expect.arrayContaining(['a/x.md', 'b/y.md']));
    await edit('a/x.md', 'three');
    await edit('b/y.md', 'three');
    expect(records()).toHaveLength(2);
  });

  it('does not stay for ever where every operation is in another folder', async () => {
    const { w } = here;
    for (let n = 0; n < 2 * clearedStepsMax; n++) {
      w.write(`${n}/x.md`, 'one');
      await edit(`${n}/x.md`, 'two');
      expect(records().length).toBeLessThanOrEqual(clearedStepsMax + 1);
    }
  });

  it('goes after a flush of its own where the operation emptied a folder', async () => {
    const { w } = here;
    const made = await edited(w, put('new/x.md', 'one'));
    await discarded(w, action(made));
    expect(existsSync(w.at('new'))).toBe(false);
    await edit('y.md', 'one');
    expect(records().map(({ steps }) => steps[0]?.path)).toEqual(['y.md']);
    mkdirSync(w.at('new'));
    await edit('y.md', 'two');
    expect(existsSync(w.at('new')), 'a folder that a person makes in its place is theirs').toBe(true);
  });

  it("stands in nobody's way where its folder is a link now, and knows the work folder when it is back", async () => {
    const { w } = here;
    w.write('a/x.md', 'one');
    await edit('a/x.md', 'two');
    const folder = bringBack('a/x.md', 'one');
    renameSync(w.at('a'), w.at('moved'));
    symlinkSync(w.base, w.at('a'));
    await w.reopen();
    w.write('y.md', 'one');
    for (let n = 0; n <= clearedStepsMax; n++) await edit('y.md', `${n}`);
    unlinkSync(w.at('a'));
    renameSync(w.at('moved'), w.at('a'));
    await edit('y.md', 'last');
    expect(existsSync(w.at(folder))).toBe(false);
  });

  it('does not keep a purged copy on the disk', async () => {
    const { w } = here;
    w.write('a/x.md', 'secret');
    await edit('a/x.md', 'two');
    await w.review.keep([file('a/x.md')]);
    expect(await w.review.purge('a/x.md', { confirmed: true })).toMatchObject({ outcome: 'purged' });
    expect(w.ledger.read((view) => view.countReleased())).toBe(0);
  });

  it('frees the copies of an edit that was refused, since nobody has use for them', async () => {
    const { w } = here;
    w.write('a/x.md', 'one');
    await edit('a/x.md', 'two');
    const before = copiesOf(w);
    const refused = await w.review.act('edit', [
      {
        op: 'change',
        path: 'a/x.md',
        about: 'three',
        change: () => {
          w.write('a/x.md', 'typed meanwhile');
          return { bytes: Buffer.from('three') };
        },
      },
    ]);
    expect(refused).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
    await edit('a/x.md', 'four');
    await w.review.discardAll();
    await edit('a/x.md', 'five');
    await edit('a/x.md', 'five again');
    expect(copiesOf(w)).toEqual(expect.arrayContaining(before));
    expect(w.ledger.verify().orphans).toBe(0);
  });
});
