import {
  chmodSync,
  cpSync,
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
import { earlierFoldersMax } from '../src/limits.js';
import { relocateIn } from '../src/relocate.js';
import { findLedger } from '../src/workspaces/find-ledger.js';
import { findWorkspaceIn } from '../src/workspaces/find-workspace.js';
import {
  findByFolder,
  findByPath,
  ledgerFolder,
  newWorkspace,
  readRegistry,
  save,
} from '../src/workspaces/registry.js';
import { type Workspace, withFolder } from '../src/workspaces/workspace.js';
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

/** What a write does that finds another folder at the known path. */
function meetAgain({ root, home, disk }: Scratch): Workspace {
  const tree = disk.openTree(root);
  const registry = readRegistry(disk, home);
  const known = findByPath(registry, tree);
  if (known === undefined) throw new Error('it is not known');
  const now = withFolder(known, tree.identity);
  save(disk, registry, now);
  tree.close();
  return now;
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

  test('knows the folders that were at its path before, a few of them, and takes up the one that comes back', () => {
    const scratch = makeScratch();
    const { path, root } = scratch;
    populate(root);
    register(scratch, root);
    const away = Array.from({ length: earlierFoldersMax + 1 }, (_, at) => join(path, `away-${at}`));
    for (const place of away) {
      renameSync(root, place);
      populate(root);
      meetAgain(scratch);
    }
    const [forgotten = '', ...kept] = away;
    const answers = kept.map((place) => refusalOf(() => findLedger(scratch.world, scratch.disk, { root: place })).code);
    expect(new Set(answers)).toEqual(new Set(['WORKSPACE_MOVED']));
    expect(findLedger(scratch.world, scratch.disk, { root: forgotten }).isKnown).toBe(false);
    renameSync(root, join(path, 'away'));
    renameSync(kept[0] ?? '', root);
    const { earlier = [], ...back } = meetAgain(scratch);
    expect(earlier).toHaveLength(earlierFoldersMax);
    expect(earlier).not.toContainEqual({ inode: back.inode, birth: back.birth });
  });

  test('that was at a path where another folder lies now is relocated, and that one gets a ledger of its own', () => {
    const scratch = makeScratch();
    const { path, root, home, world, disk } = scratch;
    populate(root);
    const workspace = register(scratch, root);
    const moved = join(path, 'moved');
    renameSync(root, moved);
    populate(root);
    meetAgain(scratch);
    const refusal = refusalOf(() => findLedger(world, disk, { root: moved }));
    expect(refusal).toMatchObject({ code: 'WORKSPACE_MOVED', next: `verbatim relocate --root ${moved}` });
    expect(refusal.message).toContain(`${root}, where another folder lies now`);

    expect(relocateIn(world, { root: moved })).toEqual({ outcome: 'relocated', from: root, to: moved });
    expect(recordOf(scratch, workspace)).toEqual({ ...workspace, root: moved });
    expect(findLedger(world, disk, { root: moved }).workspace.id).toBe(workspace.id);
    const atOnce = [0, 1].map(() => findLedger(world, disk, { root }));
    expect(atOnce.map(({ isKnown }) => isKnown)).toEqual([false, false]);
    const second = register(scratch, root);
    expect(atOnce.map((found) => found.workspace.id)).toEqual([second.id, second.id]);
    expect(second.id).not.toBe(workspace.id);
    renameSync(root, join(path, 'second'));
    expect(relocateIn(world, { root: join(path, 'second') })).toMatchObject({ from: root });
    expect(readRegistry(disk, home).known).toHaveLength(2);
  });

  test('that was moved is relocated by where it was, also where another folder lies there now', () => {
    const scratch = makeScratch();
    const { path, root, world } = scratch;
    populate(root);
    register(scratch, root);
    const moved = join(path, 'moved');
    renameSync(root, moved);
    populate(root);
    meetAgain(scratch);
    const other = join(path, 'other');
    populate(other);
    expect(refusalOf(() => relocateIn(world, { root: other, from: root })).message).toMatch(/still there/);
    expect(relocateIn(world, { root: moved, from: root })).toEqual({ outcome: 'relocated', from: root, to: moved });
  });

  test('whose old place holds a folder that it never was in can be said to be anywhere', () => {
    const scratch = makeScratch();
    const { path, root, world } = scratch;
    populate(root);
    register(scratch, root);
    const copy = join(path, 'copy');
    cpSync(root, copy, { recursive: true });
    renameSync(root, join(path, 'gone'));
    populate(root);
    expect(relocateIn(world, { root: copy, from: root })).toEqual({ outcome: 'relocated', from: root, to: copy });
  });

  test('whose record is of an earlier version, or names no folders before, is read', () => {
    const scratch = makeScratch();
    populate(scratch.root);
    const workspace = register(scratch, scratch.root);
    expect(workspace).not.toHaveProperty('earlier');
    const file = join(scratch.home, 'workspaces', workspace.id, 'workspace.json');
    for (const earlier of [{}, ['1'], [{ inode: '1' }], [{ inode: 1, birth: '1' }]]) {
      writeFileSync(file, JSON.stringify({ ...workspace, earlier }));
      expect(readRegistry(scratch.disk, scratch.home)).toMatchObject({ unreadable: [{ why: 'damaged' }] });
    }
    for (const earlier of [[], [{ inode: '1', birth: '1' }]]) {
      writeFileSync(file, JSON.stringify({ ...workspace, earlier }));
      expect(readRegistry(scratch.disk, scratch.home).known).toEqual([{ ...workspace, earlier }]);
    }
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
