import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { salvageIn } from '../src/salvage.js';
import { laterRefusalOf, makeScratch, open } from './scratch.js';

test('copies are never taken out into the home of the copies, also not through a link to it', async () => {
  const scratch = makeScratch();
  const { path, root, home, world } = scratch;
  writeFileSync(join(root, 'a.md'), 'one');
  const verbatim = await open(scratch);
  await verbatim.review.act('delete', [{ op: 'delete', path: 'a.md' }]);
  await verbatim.close();
  mkdirSync(join(home, 'empty'));
  const link = join(path, 'link');
  symlinkSync(home, link);
  for (const to of [home, join(home, 'new'), join(link, 'new'), join(link, 'new/deeper'), join(link, 'empty')]) {
    expect(await laterRefusalOf(() => salvageIn(world, { root, to }))).toMatchObject({ code: 'INPUT_INVALID' });
  }
  expect(existsSync(join(home, 'new'))).toBe(false);
  expect(readdirSync(join(home, 'empty'))).toEqual([]);

  mkdirSync(join(path, 'elsewhere'));
  symlinkSync(join(path, 'elsewhere'), join(path, 'other-link'));
  const copied = await salvageIn(world, { root, to: join(path, 'other-link/out') });
  expect(copied).toMatchObject({ outcome: 'copied', ok: true });
  expect(existsSync(join(path, 'elsewhere/out/copies.json'))).toBe(true);
});
