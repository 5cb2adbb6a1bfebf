/** Time and chance come in through the constructor, so that tests can hold them still. */

export interface Clock {
  /** Milliseconds since 1970, UTC. For people and ages; order is kept by sequence numbers. */
  now(): number;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
}

export interface IdSource {
  /** `length` characters of `0-9a-z`, never the same twice. */
  next(length: number): string;
}
