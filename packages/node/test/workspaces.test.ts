import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { relocateIn } from '../src/relocate.js';
import { findWorkspaceIn } from '../src/workspaces/find-workspace.js';
import {
  findByFolder,
  findByPath,
  ledgerFolder,
  newWorkspace,
  readRegistry,
  save,
} from '../src/workspaces/registry.js';
import type { Workspace } from '../src/workspaces/workspace.js';
import { makeScratch, refusalOf, type Scratch } from './scratch.js';

function register({ world, home }: Scratch, root: string): Workspace {
  const disk = world.disk(undefined);
  const tree = disk.openTree(root);
  const registry = readRegistry(disk, home);
  const workspace = findByPath(registry, tree) ?? newWorkspace(registry, tree, world.clock);
  save(disk, registry, workspace);
  tree.close();
  return workspace;
}

function recordOf({ home }: Scratch, { id }: Workspace): Workspace {
  return JSON.parse(readFileSync(join(home, 'workspaces', id, 'workspace.json'), 'utf8')) as Workspace;
}

/** A folder's birth time is trusted only where the system is seen to keep one, which a later change of a file shows. */
function populate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.md'), 'a');
  chmodSync(join(folder, 'a.md'), 0o600);
}

describe('a workspace', () => {
  test('is recorded beside its ledger, for its owner alone', () => {
    const scratch = makeScratch();
    const workspace = register(scratch, scratch.root);
    expect(workspace.id).toMatch(/^w[0-9a-z]{10}$/);
    expect(recordOf(scratch, workspace)).toEqual(workspace);
    for (const folder of [scratch.home, join(scratch.home, 'workspaces', workspace.id)]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
  });

  test('keeps its id when it is registered twice at once, or again after its record was lost', () => {
    const scratch = makeScratch();
    const disk = scratch.world.disk(undefined);
    const tree = disk.openTree(scratch.root);
    const empty = readRegistry(disk, scratch.home);
    const ids = [0, 1].map(() => newWorkspace(empty, tree, scratch.world.clock).id);
    tree.close();
    const { id } = register(scratch, scratch.root);
    rmSync(join(scratch.home, 'workspaces', id, 'workspace.json'));
    expect(new Set([...ids, id, register(scratch, scratch.root).id]).size).toBe(1);
  });

  test('is found from any folder in it, the nearest first', () => {
    const scratch = makeScratch();
    const { root, home, world } = scratch;
    mkdirSync(join(root, 'inner/deep'), { recursive: true });
    const find = (cwd: string) => findWorkspaceIn(world, { cwd, home });
    expect(find(join(root, 'inner'))).toEqual({ root: join(root, 'inner'), isKnown: false });
    expect(existsSync(home)).toBe(false);
    register(scratch, root);
    expect(find(join(root, 'inner/deep'))).toEqual({ root, isKnown: true });
    register(scratch, join(root, 'inner'));
    expect(find(join(root, 'inner/deep'))).toEqual({ root: join(root, 'inner'), isKnown: true });
    symlinkSync(join(root, 'inner'), join(scratch.path, 'link'));
    expect(find(join(scratch.path, 'link'))).toEqual({ root: join(root, 'inner'), isKnown: true });
    expect(find(scratch.path)).toEqual({ root: scratch.path, isKnown: false });
  });

  test('that moved is known again by its folder, and relocated', () => {
    const scratch = makeScratch();
    const { path, root, home, world } = scratch;
    populate(root);
    const workspace = register(scratch, root);
    const moved = join(path, 'moved');
    renameSync(root, moved);
    const disk = world.disk(undefined);
    const tree = disk.openTree(moved);
    expect(findByFolder(readRegistry(disk, home), disk, tree)).toMatchObject({ workspace, isThereStill: false });
    tree.close();
    expect(relocateIn(world, { root: moved })).toEqual({ outcome: 'relocated', from: root, to: moved });
    expect(relocateIn(world, { root: moved })).toMatchObject({ outcome: 'unchanged' });
    expect(recordOf(scratch, workspace)).toEqual({ ...workspace, root: moved });
    expect(findWorkspaceIn(world, { cwd: moved, home })).toEqual({ root: moved, isKnown: true });
  });

  test('at a path that another one left gets a ledger of its own', () => {
    const scratch = makeScratch();
    populate(scratch.root);
    const first = register(scratch, scratch.root);
    renameSync(scratch.root, join(scratch.path, 'moved'));
    relocateIn(scratch.world, { root: join(scratch.path, 'moved') });
    populate(scratch.root);
    const second = register(scratch, scratch.root);
    expect(second.id).not.toBe(first.id);
    const registry = readRegistry(scratch.world.disk(undefined), scratch.home);
    expect(ledgerFolder(registry, second)).not.toBe(ledgerFolder(registry, first));
  });

  test('that was copied to another disk is relocated by where it was', () => {
    const scratch = makeScratch();
    const { path, root, world } = scratch;
    register(scratch, root);
    const copy = join(path, 'copy');
    mkdirSync(copy);
    expect(refusalOf(() => relocateIn(world, { root: copy })).message).toBe('No known workspace is this folder.');
    expect(refusalOf(() => relocateIn(world, { root: copy, from: root })).message).toMatch(/still there/);
    rmSync(root, { recursive: true });
    expect(relocateIn(world, { root: copy, from: root })).toEqual({ outcome: 'relocated', from: root, to: copy });
    expect(refusalOf(() => relocateIn(world, { root: copy, from: join(path, 'never') })).code).toBe('INPUT_INVALID');
  });

  test('whose record cannot be read stops whoever it may be about', () => {
    const scratch = makeScratch();
    const workspace = register(scratch, scratch.root);
    const file = join(scratch.home, 'workspaces', workspace.id, 'workspace.json');
    for (const [text, why] of [
      ['{', 'damaged'],
      ['null', 'damaged'],
      ['{"v":1}', 'damaged'],
      [JSON.stringify({ ...workspace, id: 'w0000000000' }), 'damaged'],
      ['{"v":2}', 'newer'],
    ] as const) {
      writeFileSync(file, text);
      const registry = readRegistry(scratch.world.disk(undefined), scratch.home);
      expect(registry).toMatchObject({ known: [], unreadable: [{ path: file, why }] });
    }
  });

  test('is not looked for in a home that others can write into', () => {
    const scratch = makeScratch();
    register(scratch, scratch.root);
    chmodSync(scratch.home, 0o777);
    expect(refusalOf(() => readRegistry(scratch.world.disk(undefined), scratch.home)).code).toBe('HOME_UNSAFE');
    chmodSync(scratch.home, 0o700);
    symlinkSync(scratch.home, join(scratch.path, 'home-link'));
    const link = join(scratch.path, 'home-link');
    expect(refusalOf(() => readRegistry(scratch.world.disk(undefined), link)).code).toBe('HOME_UNSAFE');
  });
});
