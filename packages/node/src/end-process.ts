/** For an application's lock-watch module, which runs in a worker: a way out while the main thread is in a native wait. */
export { endProcess } from '@verbatim/fs';
