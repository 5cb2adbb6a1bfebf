import { isVerbatimError, type VerbatimError } from '@verbatim/core';
import type { StoreReader } from './store.js';

/** Keys of the records that fail their checksum, or are listed and not found; `tell` hears of each, and of unreadable pages. */
export function damagedRecords(index: StoreReader, tell: (message: string) => void): Set<string> {
  const damaged = new Set<string>();
  const name = (key: string, how: string): void => {
    damaged.add(key);
    tell(`The record ${key} ${how}.`);
  };
  for (const key of asFarAsReadable(index, ({ message }) => tell(message)).keys('')) {
    try {
      // A key that changed lies in the wrong place of the order, so that nobody finds it.
      if (index.get(key) === undefined) name(key, 'is listed, but not found');
    } catch (error) {
      if (!isVerbatimError(error)) throw error;
      name(key, 'fails its checksum');
    }
  }
  return damaged;
}

/** Reads an index whose pages or records are damaged as far as that goes; `tell` hears of what was not read. */
export function asFarAsReadable(index: StoreReader, tell: (error: VerbatimError) => void): StoreReader {
  const orTell = (error: unknown): void => {
    if (!isVerbatimError(error)) throw error;
    tell(error);
  };
  return {
    get(key) {
      try {
        return index.get(key);
      } catch (error) {
        orTell(error);
        return undefined;
      }
    },
    *entries(prefix, options) {
      try {
        yield* index.entries(prefix, options);
      } catch (error) {
        orTell(error);
      }
    },
    *keys(prefix) {
      try {
        yield* index.keys(prefix);
      } catch (error) {
        orTell(error);
      }
    },
  };
}
