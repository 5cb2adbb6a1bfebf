/** What an agent deletes goes to the trash, or is not deleted. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { put } from '../workspace.js';
import { workspaceForEach } from './each-workspace.js';

const here = workspaceForEach();

it('a file stays where the trash cannot take it', async () => {
  const { w } = here;
  w.write('a.md', 'mine');
  writeFileSync(w.trash, 'a file where the trash folder should be');
  expect(await w.review.act('delete', [{ op: 'delete', path: 'a.md' }])).toMatchObject({
    outcome: 'refused',
    code: 'TRASH_FAILED',
    message: expect.stringContaining('Files can only be moved to trash.'),
  });
  expect(w.files()).toEqual({ 'a.md': 'mine' });
  expect((await w.review.status()).actions).toEqual([]);
});

it('the trash says where a file was, and keeps two of one name apart', async () => {
  const { w } = here;
  w.write('a b/ü.md', 'one');
  w.write('ü.md', 'two');
  await w.review.act('delete', [
    { op: 'delete', path: 'a b/ü.md' },
    { op: 'delete', path: 'ü.md' },
  ]);
  expect(readdirSync(join(w.trash, 'files')).sort()).toEqual(['ü 2.md', 'ü.md']);
  expect(readFileSync(join(w.trash, 'info', 'ü.md.trashinfo'), 'utf8')).toContain('/a%20b/%C3%BC.md');
});

it('a file whose name is a long title without an extension can be deleted', async () => {
  const { w } = here;
  const name = `1. ${'Word '.repeat(49)}x`;
  w.write(name, 'text');
  expect(await w.review.act('delete', [{ op: 'delete', path: name }])).toMatchObject({ outcome: 'pending' });
});

it('a delete that is refused leaves nothing in the trash', async () => {
  const { w } = here;
  w.write('a.md', 'mine');
  const taken = await w.review.act('apply', [
    { op: 'delete', path: 'a.md' },
    { op: 'move', path: 'nothing.md', to: 'b.md' },
    put('c.md', 'c'),
  ]);
  expect(taken).toMatchObject({ outcome: 'refused', code: 'FILE_ABSENT' });
  expect(existsSync(join(w.trash, 'files', 'a.md'))).toBe(false);
});
