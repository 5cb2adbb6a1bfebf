/** P14: nothing that a tree does goes through a link, be it on the way or at the end. */
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Content, RefusalError, type Tree } from '@verbatim/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDisk } from '../src/index.js';

let base: string;
let tree: Tree;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'verbatim-confined-'));
  mkdirSync(join(base, 'outside/deep'), { recursive: true });
  writeFileSync(join(base, 'outside/a.md'), 'secret');
  mkdirSync(join(base, 'root/real'), { recursive: true });
  writeFileSync(join(base, 'root/real/a.md'), 'inside');
  writeFileSync(join(base, 'root/b.md'), 'inside');
  symlinkSync('../outside', join(base, 'root/sub'));
  symlinkSync('../outside/a.md', join(base, 'root/alias.md'));
  tree = openDisk().openTree(join(base, 'root'));
});
afterEach(() => {
  tree.close();
  rmSync(base, { recursive: true, force: true });
});

const hash = createHash('sha256').update('new').digest('hex');
const content: Content = { hash, size: 3, pour: (sink) => sink(Buffer.from('new')) };
const attributes = { mode: 0o644, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, extended: {} };

/** Everything a tree can do with a path. */
const methods: Readonly<Record<string, (path: string) => unknown>> = {
  look: (path) => tree.look(path),
  glance: (path) => tree.glance(path),
  read: (path) => tree.read(path),
  'pour a content': (path) => tree.content(path, hash, 3).pour(() => {}),
  list: (path) => tree.list(path),
  isFolder: (path) => tree.isFolder(path),
  readOnly: (path) => tree.readOnly(path),
  newAttributes: (path) => tree.newAttributes(path),
  makeFolders: (path) => tree.makeFolders(path),
  removeFolder: (path) => tree.removeFolder(path),
  stage: (path) => tree.stage(path, content, attributes),
  'stage like': (path) => tree.stage('staged', content, { ...attributes, extended: null }, path),
  jot: (path) => tree.jot(path, Buffer.from('new')),
  note: (path) => tree.note(path, 'new'),
  writeDurably: (path) => tree.writeDurably(path, Buffer.from('new')),
  'exchange from': (path) => tree.exchange(path, 'b.md'),
  'exchange to': (path) => tree.exchange('b.md', path),
  'link from': (path) => tree.link(path, 'c.md'),
  'link to': (path) => tree.link('b.md', path),
  'rename from': (path) => tree.rename(path, 'c.md'),
  'rename to': (path) => tree.rename('b.md', path),
  remove: (path) => tree.remove(path),
  flushFile: (path) => tree.flushFile(path),
  flushFolder: (path) => tree.flushFolder(path),
  removeSettled: (path) => tree.removeSettled(path, () => true, true),
};

describe.each(Object.keys(methods))('%s', (name) => {
  const run = (path: string): string => {
    try {
      methods[name]?.(path);
      return 'done';
    } catch (error) {
      return error instanceof RefusalError ? error.refusal.code : String((error as { code?: string }).code);
    }
  };
  const untouched = (): void => {
    expect(readdirSync(join(base, 'outside')).sort()).toEqual(['a.md', 'deep']);
    expect(readFileSync(join(base, 'outside/a.md'), 'utf8')).toBe('secret');
  };

  it.each(['sub/a.md', 'sub/new.md', 'sub/deep', 'sub/deep/x'])('goes through no link on the way (%s)', (path) => {
    // What a new file would get is asked of the folder that the link lies in, where that is no folder.
    expect(run(path)).toMatch(name === 'newAttributes' ? /^(?:PATH_IS_LINK|done)$/ : /^PATH_IS_LINK$/);
    untouched();
    expect(readlinkSync(join(base, 'root/sub'))).toBe('../outside');
    expect(readFileSync(join(base, 'root/b.md'), 'utf8')).toBe('inside');
  });

  it.each(['alias.md', 'sub'])('reads and writes through no link at the end (%s)', (path) => {
    const answer = run(path);
    untouched();
    // The link itself may have moved or gone, as it was asked for; nothing became what it points to.
    const links = readdirSync(join(base, 'root')).filter((entry) =>
      lstatSync(join(base, 'root', entry)).isSymbolicLink(),
    );
    expect(links.length).toBeGreaterThanOrEqual(['remove', 'rename to', 'writeDurably'].includes(name) ? 1 : 2);
    if (
      ['look', 'glance', 'read', 'pour a content', 'list', 'flushFile', 'flushFolder', 'removeSettled'].includes(name)
    )
      expect(answer).toBe('PATH_IS_LINK');
  });
});

it('a tree that is closed twice closes nothing of somebody else, and is not used any more', () => {
  const [one, other] = ['one', 'other'].map((name) => {
    mkdirSync(join(base, name));
    return join(base, name);
  }) as [string, string];
  const disk = openDisk();
  const closed = disk.openTree(one);
  closed.close();
  // Takes the descriptor that has become free.
  const next = disk.openTree(other);
  closed.close();
  next.jot('mine', Buffer.from('other'));
  expect(readFileSync(join(other, 'mine'), 'utf8')).toBe('other');
  for (const use of [
    () => closed.jot('theirs', Buffer.from('one')),
    () => closed.list(''),
    () => closed.look('mine'),
  ]) {
    expect(use).toThrow(expect.objectContaining({ code: 'VERBATIM_CALL_INVALID' }));
  }
  next.close();
});
