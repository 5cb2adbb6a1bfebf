import { loadNative } from './native.js';

/**
 * Ends this process at once, from any thread, also while the main thread is in a native wait: nothing of it runs any more.
 * Only for applications; a package never ends a process that embeds it. A worker's own `process.exit` ends the worker.
 * Where koffi does not load the process ends by a signal, and `code` is lost.
 */
export function endProcess(code: number): never {
  loadNative(process.platform)?.exit(code);
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing may go on meanwhile.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
