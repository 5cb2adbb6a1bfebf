/**
 * Every system call this package makes, one method each, so that a test can make any of them fail. Errors are Node's:
 * an `Error` with `code` (`ENOSPC`) and `errno`.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { constants as osConstants } from 'node:os';
import { loadNative, type Native } from './native.js';

export type Stat = fs.BigIntStats;

export interface SystemCalls {
  open(path: string, flags: number, mode?: number): number;
  close(fd: number): void;
  fstat(fd: number): Stat;
  lstat(path: string): Stat;
  read(fd: number, buffer: Uint8Array, length: number, position: number): number;
  /** May write less than asked, without an error. */
  write(fd: number, buffer: Uint8Array, offset: number, length: number): number;
  flush(fd: number): void;
  chmod(fd: number, mode: number): void;
  chown(fd: number, uid: number, gid: number): void;
  rename(from: string, to: string): void;
  link(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  readdir(path: string): fs.Dirent[];
  readlink(path: string): string;
  realpath(path: string): string;
  access(path: string, mode: number): void;
  freeBytes(path: string): number;
  exchange(a: string, b: string): void;
  /** Fails with EAGAIN where somebody can write into the file. */
  readLease(fd: number): void;
  extended(fd: number): Map<string, Uint8Array>;
  setExtended(fd: number, name: string, value: Uint8Array): void;
  removeExtended(fd: number, name: string): void;
  /** `cp --attributes-only`, for machines without the native calls. */
  copyAttributes(from: string, to: string): void;
}

export function systemCalls(platform: string = process.platform): SystemCalls {
  let native: Native | undefined | null = null;
  const load = (): Native | undefined => {
    if (native === null) native = loadNative(platform);
    return native;
  };
  const call = (name: string, run: (native: Native) => number, path?: string): void => {
    const loaded = load();
    const answer = loaded === undefined ? -osConstants.errno.ENOSYS : run(loaded);
    if (answer < 0) throw systemError(name, -answer, path);
  };
  return {
    open: fs.openSync,
    close: fs.closeSync,
    fstat: (fd) => fs.fstatSync(fd, { bigint: true }),
    lstat: (path) => fs.lstatSync(path, { bigint: true }),
    read: (fd, buffer, length, position) => fs.readSync(fd, buffer, 0, length, position),
    write: (fd, buffer, offset, length) => fs.writeSync(fd, buffer, offset, length),
    flush: fs.fsyncSync,
    chmod: fs.fchmodSync,
    chown: fs.fchownSync,
    rename: fs.renameSync,
    link: fs.linkSync,
    unlink: fs.unlinkSync,
    mkdir: (path, mode) => {
      fs.mkdirSync(path, { mode });
    },
    rmdir: (path) => fs.rmdirSync(path),
    readdir: (path) => fs.readdirSync(path, { withFileTypes: true }),
    readlink: (path) => fs.readlinkSync(path),
    realpath: (path) => fs.realpathSync.native(path),
    access: fs.accessSync,
    freeBytes(path) {
      const { bavail, bsize } = fs.statfsSync(path);
      return bavail * bsize;
    },
    exchange: (a, b) => call('exchange', (loaded) => loaded.exchange(a, b), b),
    readLease: (fd) => call('lease', (loaded) => loaded.readLease(fd)),
    extended(fd) {
      let found = new Map<string, Uint8Array>();
      call('extended', (loaded) => {
        const answer = loaded.extended(fd);
        if (typeof answer === 'number') return answer;
        found = answer;
        return 0;
      });
      return found;
    },
    setExtended: (fd, name, value) => call('setExtended', (loaded) => loaded.setExtended(fd, name, value)),
    removeExtended: (fd, name) => call('removeExtended', (loaded) => loaded.removeExtended(fd, name)),
    copyAttributes(from, to) {
      // A path through a descriptor of ours means another file, or none, to a child.
      const [source, target] = [from, to].map((path) => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`));
      const given = ['--attributes-only', '--preserve=all', '--', source as string, target as string];
      const run = spawnSync('cp', given, { stdio: 'ignore' });
      if (run.error !== undefined) throw run.error;
      if (run.status !== 0) throw systemError('cp', osConstants.errno.ENOTSUP, to);
    },
  };
}

/** An error as Node makes them, for the calls that do not go through Node. */
function systemError(call: string, errno: number, path?: string): Error {
  const code = Object.entries(osConstants.errno).find(([, value]) => value === errno)?.[0] ?? `E${errno}`;
  return Object.assign(new Error(`${code}: ${call}`), { code, errno: -errno, syscall: call, path });
}
