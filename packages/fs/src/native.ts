/**
 * The few system calls that Node does not offer, through the optional dependency koffi. Where koffi cannot be loaded,
 * `undefined`: callers then take the slower or more careful way.
 */
import { createRequire } from 'node:module';
import { constants as osConstants } from 'node:os';

/** Answers are 0 or a negative errno. */
export interface Native {
  /** Swaps two paths atomically (`renameat2` EXCHANGE, `renamex_np` SWAP). */
  exchange(a: string, b: string): number;
  /** Takes a read lease on a descriptor: 0 where nobody has the file open for writing, also not mapped. */
  readLease(fd: number): number;
  /** Extended attributes of a descriptor, name to bytes, or a negative errno. */
  extended(fd: number): Map<string, Uint8Array> | number;
  setExtended(fd: number, name: string, value: Uint8Array): number;
  removeExtended(fd: number, name: string): number;
  /** Ends the process from any thread, at once. */
  exit(code: number): void;
}

interface Koffi {
  load(library: string): { func(declaration: string): (...values: unknown[]) => number | bigint };
  errno(): number;
}

export function loadNative(platform: string): Native | undefined {
  if (platform !== 'linux' && platform !== 'darwin') return undefined;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    return platform === 'linux' ? linux(koffi) : darwin(koffi);
  } catch {
    return undefined;
  }
}

const atCurrentFolder = -100;
const renameExchange = 2;
const setSignal = 10;
const setLease = 1024;
const readLock = 0;
const listBytesMax = 65_536;

function linux(koffi: Koffi): Native {
  const libc = koffi.load('libc.so.6');
  const rename = libc.func('int renameat2(int, const char*, int, const char*, uint)');
  const fcntl = libc.func('int fcntl(int, int, ...)');
  const list = libc.func('long flistxattr(int, void*, size_t)');
  const get = libc.func('long fgetxattr(int, const char*, void*, size_t)');
  const set = libc.func('int fsetxattr(int, const char*, void*, size_t, int)');
  const remove = libc.func('int fremovexattr(int, const char*)');
  const exit = libc.func('void _exit(int)');
  const answer = (value: number | bigint): number => (Number(value) < 0 ? -koffi.errno() : Number(value));
  const buffer = Buffer.allocUnsafe(listBytesMax);
  return {
    exchange: (a, b) => answer(rename(atCurrentFolder, a, atCurrentFolder, b, renameExchange)),
    readLease(fd) {
      // A writer that comes is told to the holder by SIGIO, which would end the process; this signal is ignored.
      const told = answer(fcntl(fd, setSignal, 'int', osConstants.signals.SIGURG));
      return told < 0 ? told : answer(fcntl(fd, setLease, 'int', readLock));
    },
    extended(fd) {
      const length = answer(list(fd, buffer, buffer.length));
      if (length < 0) return length;
      const names = length === 0 ? [] : buffer.toString('utf8', 0, length - 1).split('\0');
      const found = new Map<string, Uint8Array>();
      for (const name of names) {
        const size = answer(get(fd, name, buffer, buffer.length));
        if (size < 0) return size;
        found.set(name, Uint8Array.from(buffer.subarray(0, size)));
      }
      return found;
    },
    setExtended: (fd, name, value) => answer(set(fd, name, value, value.length, 0)),
    removeExtended: (fd, name) => answer(remove(fd, name)),
    exit: (code) => {
      exit(code);
    },
  };
}

/** Only the exchange; unverified on a real machine. */
function darwin(koffi: Koffi): Native {
  const libc = koffi.load('libSystem.B.dylib');
  const rename = libc.func('int renamex_np(const char*, const char*, uint)');
  const exit = libc.func('void _exit(int)');
  const unsupported = -45;
  return {
    exchange: (a, b) => (Number(rename(a, b, renameExchange)) < 0 ? -koffi.errno() : 0),
    readLease: () => unsupported,
    extended: () => unsupported,
    setExtended: () => unsupported,
    removeExtended: () => unsupported,
    exit: (code) => {
      exit(code);
    },
  };
}
