/** Which processes run, and whether the one that wrote a record still does. */

import { constants } from 'node:fs';
import { type Owner, systemCode } from '@verbatim/core';
import type { SystemCalls } from './calls.js';

export interface Processes {
  self(): Owner;
  process(pid: number): Owner | undefined;
  liveness(owner: Owner): 'alive' | 'dead' | 'unknown';
}

export function openProcesses(calls: SystemCalls, platform: string): Processes {
  const linux = platform === 'linux';
  let own: Owner | undefined;
  const boot = linux ? slurp(calls, '/proc/sys/kernel/random/boot_id').trim() : '';

  /** Undefined only where there is no such process; what keeps us from looking is thrown. */
  const look = (pid: number): Owner | undefined => {
    if (!linux) return signalled(pid) ? { pid, started: '', boot, namespace: '' } : undefined;
    try {
      const stat = slurp(calls, `/proc/${pid}/stat`);
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // While other threads of it are left, a killed process still has its files open, though its first thread is gone.
      const threads = Number(fields[17]);
      if (fields[0] === 'X' || (fields[0] === 'Z' && threads <= 1)) return undefined;
      return { pid, started: fields[19] ?? '', boot, namespace: namespaceOf(calls, pid) };
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes(systemCode(error) ?? '')) return undefined;
      throw error;
    }
  };

  const find = (pid: number): Owner | undefined => {
    try {
      return look(pid);
    } catch {
      return undefined;
    }
  };

  const self = (): Owner => {
    own ??= find(process.pid) ?? { pid: process.pid, started: '', boot, namespace: '' };
    return own;
  };
  return {
    self,
    process: find,
    liveness(owner) {
      if (owner.boot !== boot) return 'dead';
      if (owner.namespace !== self().namespace) return 'unknown';
      try {
        return look(owner.pid)?.started === owner.started ? 'alive' : 'dead';
      } catch {
        return 'unknown';
      }
    },
  };
}

function namespaceOf(calls: SystemCalls, pid: number): string {
  try {
    return calls.readlink(`/proc/${pid}/ns/pid`);
  } catch {
    return calls.readlink('/proc/self/ns/pid');
  }
}

function signalled(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** Files that the kernel makes up have no size: read until nothing more comes. */
export function slurp(calls: SystemCalls, path: string): string {
  const fd = calls.open(path, constants.O_RDONLY);
  try {
    const buffer = Buffer.alloc(4096);
    return buffer.toString('utf8', 0, calls.read(fd, buffer, buffer.length, 0));
  } finally {
    calls.close(fd);
  }
}
