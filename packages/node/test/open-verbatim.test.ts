import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { IdSource } from '@verbatim/core';
import { describe, expect, test } from 'vitest';
import { RefusalError, VerbatimError } from '../src/index.js';
import { relocateIn } from '../src/relocate.js';
import { crashInTheMiddle, isBuilt } from './crash.js';
import { makeScratch, open } from './scratch.js';

async function refusedCode(opening: Promise<unknown>): Promise<string | undefined> {
  return opening.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}

describe('opening', () => {
  test('works on the workspace, and finds it again', async () => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.root, 'a.md'), 'one');
    const first = await open(scratch);
    expect(first).toMatchObject({ root: scratch.root, home: scratch.home, isKnown: false, recovered: [] });
    const edit = first.edits.replace('a.md', { replace: 'one', with: 'two' });
    expect(await first.review.act('edit', [edit])).toMatchObject({ outcome: 'pending' });
    await first.close();

    const second = await open(scratch);
    expect(second.isKnown).toBe(true);
    expect(await second.review.discard([{ kind: 'file', path: 'a.md' }])).toMatchObject({ outcome: 'discarded' });
    expect(readFileSync(join(scratch.root, 'a.md'), 'utf8')).toBe('one');
    expect(readdirSync(join(scratch.home, 'workspaces'))).toHaveLength(1);
  });

  test('refuses with what a program can tell apart, and so does the use of what was closed', async () => {
    const scratch = makeScratch();
    const opening = open(scratch, { root: '/' });
    await expect(opening).rejects.toThrow(RefusalError);
    await expect(opening).rejects.toMatchObject({ code: 'ROOT_FORBIDDEN', refusal: { code: 'ROOT_FORBIDDEN' } });
    const verbatim = await open(scratch);
    await verbatim.close();
    await verbatim.close();
    const asking = verbatim.review.status();
    await expect(asking).rejects.toThrow(VerbatimError);
    await expect(asking).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID', message: 'This ledger was closed.' });
  });

  test('for reading makes nothing, and an unknown workspace reads as empty', async () => {
    const scratch = makeScratch();
    const verbatim = await open(scratch, { mode: 'read' });
    expect(verbatim.isKnown).toBe(false);
    expect(await verbatim.review.status()).toMatchObject({ actions: [] });
    expect(await verbatim.review.discard([{ kind: 'file', path: 'a.md' }])).toMatchObject({ code: 'NOTHING_PENDING' });
    expect(existsSync(scratch.home)).toBe(false);
  });

  test('where it is known makes nothing for an unknown workspace, and writes in a known one', async () => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.root, 'a.md'), 'one');
    const inner = join(scratch.root, 'inner');
    mkdirSync(inner);
    await (await open(scratch, { mode: 'known' })).close();
    expect(existsSync(scratch.home)).toBe(false);
    await (await open(scratch)).close();
    await (await open(scratch, { root: inner, mode: 'known' })).close();
    expect(readdirSync(join(scratch.home, 'workspaces'))).toHaveLength(1);
    const { review } = await open(scratch, { mode: 'known' });
    expect(await review.act('delete', [{ op: 'delete', path: 'a.md' }])).toMatchObject({ outcome: 'pending' });
  });

  test('refuses Windows by its own code, before it looks at anything', async () => {
    const scratch = makeScratch({ platform: 'win32' });
    expect(await refusedCode(open(scratch, { root: 'nowhere' }))).toBe('PLATFORM_UNSUPPORTED');
    expect(existsSync(scratch.home)).toBe(false);
  });

  test('of a workspace under a second path of the same folder is the same workspace', async () => {
    const scratch = makeScratch();
    symlinkSync(scratch.root, join(scratch.path, 'link'));
    await (await open(scratch)).close();
    expect((await open(scratch, { root: join(scratch.path, 'link') })).isKnown).toBe(true);
  });

  test('of a moved workspace is refused, in either mode, and leaves everything alone', async () => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.root, 'a.md'), 'one');
    await (await open(scratch)).close();
    const moved = join(scratch.path, 'moved');
    renameSync(scratch.root, moved);
    for (const mode of ['read', 'write'] as const) {
      expect(await refusedCode(open(scratch, { root: moved, mode }))).toBe('WORKSPACE_MOVED');
    }
    expect(readdirSync(join(scratch.home, 'workspaces'))).toHaveLength(1);
  });

  test('of a folder made anew at a known path stays that workspace and knows the new folder', async () => {
    const scratch = makeScratch();
    await (await open(scratch)).close();
    rmSync(scratch.root, { recursive: true });
    // Something else takes the inode.
    mkdirSync(join(scratch.path, 'other'));
    mkdirSync(scratch.root);
    writeFileSync(join(scratch.root, 'a.md'), 'one');
    const again = await open(scratch);
    expect(again.isKnown).toBe(true);
    await again.close();
    const moved = join(scratch.path, 'moved');
    renameSync(scratch.root, moved);
    expect(await refusedCode(open(scratch, { root: moved }))).toBe('WORKSPACE_MOVED');
  });

  test('where another folder lies says so as long as something of the one before waits', async () => {
    const scratch = makeScratch();
    const { path, root } = scratch;
    writeFileSync(join(root, 'a.md'), 'one');
    const first = await open(scratch);
    await first.review.act('edit', [first.edits.replace('a.md', { replace: 'one', with: 'two' })]);
    await first.close();
    const before = await open(scratch, { mode: 'read' });
    expect(before.recovered).toEqual([]);
    await before.close();

    const moved = join(path, 'moved');
    renameSync(root, moved);
    mkdirSync(root);
    writeFileSync(join(root, 'b.md'), 'one');
    const looked = await open(scratch, { mode: 'read' });
    expect(looked.recovered).toEqual([expect.stringMatching(/in another folder than the one .* verbatim relocate/)]);
    await looked.close();
    const second = await open(scratch);
    expect(second.recovered).toEqual(looked.recovered);
    await second.close();
    const again = await open(scratch);
    expect(again).toMatchObject({ isKnown: true, recovered: [] });
    await again.close();
    expect(await refusedCode(open(scratch, { root: moved }))).toBe('WORKSPACE_MOVED');

    relocateIn(scratch.world, { root: moved });
    const there = await open(scratch, { root: moved });
    expect(await there.review.discard([{ kind: 'file', path: 'a.md' }])).toMatchObject({ outcome: 'discarded' });
    expect((await open(scratch)).isKnown).toBe(false);
    expect(readdirSync(join(scratch.home, 'workspaces'))).toHaveLength(2);
  });

  test('where another folder lies says nothing where nothing waits', async () => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.root, 'a.md'), 'one');
    await (await open(scratch)).close();
    renameSync(scratch.root, join(scratch.path, 'moved'));
    mkdirSync(scratch.root);
    writeFileSync(join(scratch.root, 'a.md'), 'one');
    expect((await open(scratch)).recovered).toEqual([]);
  });

  test('twice in one process is a fault that says so, and the first goes on', async () => {
    const scratch = makeScratch();
    const first = await open(scratch);
    await expect(open(scratch)).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_IN_USE' });
    expect(await first.review.status()).toMatchObject({ actions: [] });
  });

  test('hands clock and ids to what it opens', async () => {
    let count = 0;
    const ids: IdSource = { next: (length) => String(++count).padStart(length, '0') };
    const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5), sleep: async () => {} };
    const scratch = makeScratch({ clock, ids });
    const verbatim = await open(scratch);
    const bytes = new TextEncoder().encode('one');
    await verbatim.review.act('write', [{ op: 'write', path: 'a.md', bytes }]);
    const { actions } = await verbatim.review.status();
    expect(actions).toMatchObject([{ id: expect.stringMatching(/^a0+\d$/), at: '2026-01-02T03:04:05.000Z' }]);
  });

  test('knows which paths are files of the workspace', async () => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.root, 'a.md'), 'one');
    writeFileSync(join(scratch.path, 'outside'), 'one');
    mkdirSync(join(scratch.root, 'folder'));
    const { hasFile } = await open(scratch, { mode: 'read' });
    expect(['a.md', 'b.md', 'folder', '../outside', '', 'a.md/b'].map(hasFile)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test.skipIf(!isBuilt || process.platform !== 'linux')(
    'puts back what a crash cut short, also for reading',
    async () => {
      const scratch = makeScratch();
      writeFileSync(join(scratch.root, 'a.md'), 'one');
      crashInTheMiddle(scratch);
      expect(readdirSync(scratch.root).some((name) => name.startsWith('.verbatim-'))).toBe(true);
      const verbatim = await open(scratch, { mode: 'read' });
      expect(verbatim.recovered.length).toBeGreaterThan(0);
      expect(await verbatim.review.status()).toMatchObject({ actions: [] });
      expect(readdirSync(scratch.root)).toEqual(['a.md']);
      expect(readFileSync(join(scratch.root, 'a.md'), 'utf8')).toBe('one');
    },
  );
});
