import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefusalError, type Tree } from '@verbatim/core';
import { systemError } from '@verbatim/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDisk, systemCalls } from '../src/index.js';

let folder: string;
let tree: Tree;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verbatim-odd-'));
  tree = openDisk().openTree(folder);
});
afterEach(() => {
  tree.close();
  rmSync(folder, { recursive: true, force: true });
});
const refusal = (run: () => unknown): string => {
  try {
    return `done: ${String(run())}`;
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.code;
    throw error;
  }
};

describe('what came out of a swap and is no file', () => {
  it('is not removed', () => {
    mkdirSync(join(folder, 'folder'));
    symlinkSync('nowhere', join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const [name, code] of [
      ['folder', 'IS_FOLDER'],
      ['link', 'PATH_IS_LINK'],
      ['pipe', 'NOT_A_FILE'],
    ] as const) {
      expect(refusal(() => tree.removeSettled(name, () => true, true))).toBe(code);
      lstatSync(join(folder, name));
    }
  });
});

describe('a name', () => {
  it('that no disk takes is refused, whether its folder is there or not', () => {
    mkdirSync(join(folder, 'there'));
    for (const path of ['x'.repeat(256), `there/${'x'.repeat(256)}`, `gone/${'x'.repeat(256)}`, `${'字'.repeat(86)}/a`])
      expect(refusal(() => tree.locate(path))).toBe('INPUT_INVALID');
    expect(tree.locate(`gone/${'x'.repeat(255)}`)).toBe(`gone/${'x'.repeat(255)}`);
    expect(refusal(() => tree.locate(`${'x/'.repeat(2_100)}a`))).toBe('INPUT_INVALID');
  });

  it('of our own work folders is refused, and what only looks like one is not', () => {
    expect(refusal(() => tree.locate('.verbatim-0123abcd/0.new'))).toBe('INPUT_INVALID');
    expect(refusal(() => tree.locate('sub/.verbatim-0123abcd'))).toBe('INPUT_INVALID');
    expect(tree.locate('.verbatim-notes/a.md')).toBe('.verbatim-notes/a.md');
  });
});

describe('a file that goes or becomes another thing while it is looked at', () => {
  it('is not said to be read-only', () => {
    const calls = systemCalls();
    for (const code of ['ENOENT', 'ENOTDIR', 'ELOOP']) {
      writeFileSync(join(folder, 'a.md'), '');
      const racing = openDisk({
        calls: {
          ...calls,
          access(path, mode) {
            if (path.endsWith('/a.md')) throw systemError(code, 'access');
            calls.access(path, mode);
          },
        },
      }).openTree(folder);
      expect(racing.readOnly('a.md')).toBeUndefined();
      racing.close();
    }
  });
});

describe.runIf(process.platform === 'linux')('without the native calls', () => {
  it('attributes are copied by a child process, through the paths of our own descriptors', () => {
    const calls = systemCalls();
    const give = (path: string): void => {
      const fd = openSync(path, 'r');
      calls.setExtended(fd, 'user.note', Buffer.from('kept'));
      closeSync(fd);
    };
    writeFileSync(join(folder, 'like'), 'x');
    try {
      give(join(folder, 'like'));
    } catch {
      return;
    }
    chmodSync(join(folder, 'like'), 0o640);
    writeFileSync(join(folder, 'copy'), 'y');
    const fd = openSync(folder, 'r');
    calls.copyAttributes(`/proc/self/fd/${fd}/like`, `/proc/self/fd/${fd}/copy`);
    closeSync(fd);
    const copy = openSync(join(folder, 'copy'), 'r');
    expect(Buffer.from(calls.extended(copy).get('user.note') ?? []).toString()).toBe('kept');
    closeSync(copy);
  });
});
