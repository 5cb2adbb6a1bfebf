import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPlaces } from '../src/places.js';
import type { World } from '../src/world.js';
import { makeScratch, refusalOf } from './scratch.js';

function open(world: World, root: string, home = world.home): { root: string; home: string } {
  const places = openPlaces(world, world.disk(undefined), { root, home });
  places.root.close();
  return { root: places.root.path, home: places.home };
}

describe('P14: a workspace', () => {
  test('is opened by its real path, and the home by what exists of it', () => {
    const { path, root, home, world } = makeScratch();
    symlinkSync(root, join(path, 'link'));
    expect(open(world, join(path, 'link'))).toEqual({ root, home });
    expect(open(world, '.')).toEqual({ root, home });
  });

  test('is not the whole disk and not a home folder, by whatever path', () => {
    const { path, world } = makeScratch();
    symlinkSync(join(path, 'user'), join(path, 'me'));
    expect(refusalOf(() => open(world, '/')).code).toBe('ROOT_FORBIDDEN');
    expect(refusalOf(() => open(world, join(path, 'me'))).code).toBe('ROOT_FORBIDDEN');
  });

  test('does not hold the home, nor lie in it, also before the home exists', () => {
    const { path, root, world } = makeScratch();
    expect(refusalOf(() => open(world, root, join(root, 'deep/home'))).code).toBe('HOME_IN_WORKSPACE');
    expect(refusalOf(() => open(world, root, path)).code).toBe('HOME_IN_WORKSPACE');
    expect(refusalOf(() => open(world, root, root)).code).toBe('HOME_IN_WORKSPACE');
    symlinkSync(root, join(path, 'link'));
    expect(refusalOf(() => open(world, root, join(path, 'link/home'))).code).toBe('HOME_IN_WORKSPACE');
  });

  test('beside a home whose path only starts alike is fine', () => {
    const { path, root, world } = makeScratch();
    mkdirSync(join(path, 'work-home'));
    expect(open(world, root, join(path, 'work-home')).home).toBe(join(path, 'work-home'));
    mkdirSync(join(path, '..work'));
    expect(open(world, root, join(path, '..work')).home).toBe(join(path, '..work'));
  });

  test('that is not there, or is a file, is refused by name', () => {
    const { path, world } = makeScratch();
    writeFileSync(join(path, 'file'), '');
    expect(refusalOf(() => open(world, join(path, 'nothing')))).toMatchObject({ code: 'INPUT_INVALID' });
    expect(refusalOf(() => open(world, join(path, 'file')))).toMatchObject({ code: 'INPUT_INVALID' });
    expect(refusalOf(() => open(world, join(path, 'file/below')))).toMatchObject({ code: 'INPUT_INVALID' });
  });

  test.skipIf(process.platform === 'darwin')('whose path is no UTF-8 is refused', () => {
    const { path, world } = makeScratch();
    const odd = Buffer.concat([Buffer.from(`${path}/caf`), Buffer.from([0xe9])]);
    renameSync(join(path, 'work'), odd);
    symlinkSync(odd, join(path, 'link'));
    expect(refusalOf(() => open(world, join(path, 'link'))).code).toBe('INPUT_INVALID');
  });
});
