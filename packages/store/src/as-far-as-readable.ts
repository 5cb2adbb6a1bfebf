import { isVerbatimError, type VerbatimError } from '@verbatim/core';
import type { StoreReader } from './store.js';

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
