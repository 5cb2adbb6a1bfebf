import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBuilt, openDesk } from '../desk.js';
import { followEvents, signIn, startServer } from './open-server.js';

const all = { scope: 'all' };

describe.skipIf(!isBuilt)('the server of a folder that is moved while it runs', { timeout: 90_000 }, () => {
  test('neither decides nor shows anything until the folder is back', async () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    desk.write('gone.md', 'one\n');
    desk.json(['edit', 'notes.md', '--replace', 'one', '--with', 'two']);
    desk.json(['delete', 'gone.md']);
    const page = await signIn(await startServer(desk));
    const { seen } = (await page.call('status')).json;
    const moved = join(desk.path, 'work.bak');
    const refusals = async (): Promise<unknown[]> => {
      const tries = [
        page.call('status'),
        page.call('inspect', { target: './notes.md' }),
        page.call('discard', { decided: all, seen }),
        page.call('save', { file: './notes.md' }),
      ];
      return (await Promise.all(tries)).map(({ status, json }) => [status, json.code]);
    };
    const allMoved = Array.from({ length: 4 }, () => [409, 'WORKSPACE_MOVED']);

    renameSync(desk.root, moved);
    expect(await refusals()).toEqual(allMoved);
    mkdirSync(desk.root);
    expect(await refusals()).toEqual(allMoved);
    expect([desk.read('../work.bak/notes.md'), desk.read('../work.bak/gone.md')]).toEqual(['two\n', undefined]);
    expect([desk.read('notes.md'), desk.read('gone.md')]).toEqual([undefined, undefined]);

    rmdirSync(desk.root);
    renameSync(moved, desk.root);
    expect((await page.call('save', { file: './notes.md' })).status).toBe(200);
    // The process that writes has the folder open by now.
    renameSync(desk.root, moved);
    mkdirSync(desk.root);
    expect(await refusals()).toEqual(allMoved);
    rmdirSync(desk.root);
    renameSync(moved, desk.root);
    expect((await page.call('discard', { decided: all, seen })).status).toBe(200);
    expect([desk.read('notes.md'), desk.read('gone.md')]).toEqual(['one\n', 'one\n']);
  });

  test('says so to the pages that are open', async () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    desk.json(['edit', 'notes.md', '--replace', 'one', '--with', 'two']);
    const server = await startServer(desk);
    const events = followEvents(server, await signIn(server));
    await expect.poll(() => events.last('status')?.actions.length, { timeout: 30_000 }).toBe(1);
    renameSync(desk.root, join(desk.path, 'work.bak'));
    mkdirSync(desk.root);
    await expect.poll(() => events.last('failed')?.code, { timeout: 30_000 }).toBe('WORKSPACE_MOVED');
    expect(events.last('failed').message).toContain(`is not at ${desk.root} any more`);
  });
});
