/** Calls that only a program without types can make: a fault that says so, and nothing is written. */
import { expect, it } from 'vitest';
import type { Edit, Target } from '../../src/index.js';
import { workspaceForEach } from './each-workspace.js';

const here = workspaceForEach();

it.each([
  ['text in place of bytes', { op: 'write', path: 'a.md', bytes: 'naïve' }],
  ['elements of two bytes', { op: 'write', path: 'a.md', bytes: new Uint16Array([0x4142]) }],
  ['no bytes', { op: 'write', path: 'a.md' }],
  ['a change that answers text', { op: 'change', path: 'a.md', about: 'x', change: () => ({ bytes: 'text' }) }],
  ['an edit that there is not', { op: 'wirte', path: 'a.md', bytes: new Uint8Array() }],
  ['no path', { op: 'delete' }],
  ['a move to nowhere', { op: 'move', path: 'a.md' }],
])('%s', async (_what, edit) => {
  const { w } = here;
  w.write('a.md', 'before');
  await expect(w.review.act('write', [edit as unknown as Edit])).rejects.toMatchObject({
    code: 'VERBATIM_CALL_INVALID',
  });
  expect(w.files()).toEqual({ 'a.md': 'before' });
  expect((await w.review.status()).actions).toEqual([]);
});

it('a target that is neither a file nor an action', async () => {
  const { w } = here;
  for (const target of [{ kind: 'flie', path: 'a.md' }, { kind: 'file' }, {}])
    await expect(w.review.keep([target as unknown as Target])).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
});
