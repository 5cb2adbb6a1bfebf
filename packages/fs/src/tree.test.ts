import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Content, type LookPresent, RefusalError, type Tree } from '@verbatim/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDisk } from './index.js';

let folder: string;
let tree: Tree;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verbatim-fs-'));
  tree = openDisk().openTree(folder);
});
afterEach(() => {
  tree.close();
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const content = (text: string): Content => ({
  hash: sha256(text),
  size: Buffer.byteLength(text),
  pour: (sink) => sink(Buffer.from(text)),
});
const present = (path: string): LookPresent => {
  const look = tree.look(path);
  if (look.kind === 'absent') throw new Error(`${path} is absent`);
  return look;
};
const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.code;
    throw error;
  }
  return 'no refusal';
};

describe('a look', () => {
  it('gives hash, size and permission bits of one moment', () => {
    writeFileSync(join(folder, 'a b\n😀.md'), 'hello', { mode: 0o640 });
    expect(tree.look('a b\n😀.md')).toMatchObject({
      kind: 'present',
      hash: sha256('hello'),
      size: 5,
      mode: 0o640,
      links: 1,
    });
  });

  it('says absent for what is not there, also below a missing folder', () => {
    expect(tree.look('gone.md').kind).toBe('absent');
    expect(tree.look('no/such/folder.md').kind).toBe('absent');
  });

  it('refuses pipes, devices, folders and links without opening them', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'real'), '');
    symlinkSync('real', join(folder, 'alias'));
    expect(refusal(() => tree.look('pipe'))).toBe('NOT_A_FILE');
    expect(refusal(() => tree.look('sub'))).toBe('IS_FOLDER');
    expect(refusal(() => tree.look('alias'))).toBe('PATH_IS_LINK');
  });
});

describe('a path that somebody gives', () => {
  it('is refused where it leads out, by dots, absolutely or through a link', () => {
    symlinkSync('/etc', join(folder, 'out'));
    for (const path of ['../x', '/etc/passwd', 'a/../../x', 'out/passwd'])
      expect(refusal(() => tree.locate(path))).toBe('OUTSIDE_ROOT');
    expect(refusal(() => tree.locate(''))).toBe('INPUT_INVALID');
    expect(refusal(() => tree.locate('.'))).toBe('IS_FOLDER');
    expect(refusal(() => tree.locate('a\0b'))).toBe('INPUT_INVALID');
  });

  it('follows links that stay inside to the real file', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'alias'));
    expect(tree.locate('alias/new.md')).toBe('real/new.md');
    expect(tree.locate(join(folder, 'real/x.md'))).toBe('real/x.md');
  });

  it('is refused by name where its bytes cannot be stored exactly', () => {
    expect(refusal(() => tree.locate('bad\ufffdname'))).toBe('NAME_NOT_EXACT');
    expect(refusal(() => tree.locate('lone\ud800'))).toBe('NAME_NOT_EXACT');
    writeFileSync(join(folder, 'really\ufffd'), '');
    expect(tree.locate('really\ufffd')).toBe('really\ufffd');
  });
});

describe('staging', () => {
  it('makes a new file with mode and extended attributes', () => {
    const attributes = {
      mode: 0o751,
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
      extended: { 'user.note': Buffer.from('n').toString('base64') },
    };
    const staged = tree.stage('new', content('body'), attributes);
    expect(staged.notKept).toEqual([]);
    expect(readFileSync(join(folder, 'new'), 'utf8')).toBe('body');
    expect(statSync(join(folder, 'new')).mode & 0o7777).toBe(0o751);
    expect(present('new').attributes.extended).toEqual(attributes.extended);
    expect(present('new').identity).toEqual(staged.look.identity);
  });

  it('never overwrites', () => {
    writeFileSync(join(folder, 'there'), 'mine');
    expect(() => tree.stage('there', content('x'), present('there').attributes)).toThrow(/EEXIST/);
    expect(readFileSync(join(folder, 'there'), 'utf8')).toBe('mine');
  });
});

describe('the swap ingredients', () => {
  it("exchange keeps both files, under each other's name", () => {
    writeFileSync(join(folder, 'a'), 'A');
    writeFileSync(join(folder, 'b'), 'B');
    expect(tree.exchange('a', 'b')).toBe('done');
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('B');
  });

  it('link answers taken where somebody made the file', () => {
    writeFileSync(join(folder, 'a'), 'A');
    writeFileSync(join(folder, 'b'), 'B');
    expect(tree.link('a', 'b')).toBe('taken');
    expect(tree.link('a', 'c')).toBe('done');
  });

  it('removes what came out only when nobody can write into it and its bytes are stored', () => {
    writeFileSync(join(folder, 'out'), 'old');
    const writer = openSync(join(folder, 'out'), 'r+');
    expect(tree.removeSettled('out', () => true, false)).toBe('busy');
    closeSync(writer);
    expect(tree.removeSettled('out', () => false, false)).toBe('kept');
    expect(tree.removeSettled('out', (hash) => hash === sha256('old'), false)).toBe('removed');
    expect(tree.look('out').kind).toBe('absent');
  });

  it('tells read-only files and counts hard links', () => {
    writeFileSync(join(folder, 'ro'), 'x');
    chmodSync(join(folder, 'ro'), 0o444);
    linkSync(join(folder, 'ro'), join(folder, 'twin'));
    expect(tree.readOnly('ro')).toBe('file');
    expect(present('ro').links).toBe(2);
  });
});
