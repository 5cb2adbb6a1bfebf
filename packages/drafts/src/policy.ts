/** What the platform says about an app. */
import { VerbatimError } from '@verbatim/core';
import { folded, normalPath } from './files/normal-path.js';
import { revisionsPerAppMax } from './limits.js';
import type { RevisionNumber } from './words.js';

export interface AppPolicy {
  /** `normal`: text files become UTF-8 without a mark, with LF. `as-is`: every byte stays. */
  readonly text: 'normal' | 'as-is';
  /** Paths that only the platform writes; one that ends with `/` stands for all below it. */
  readonly reserved: readonly string[];
  /** What rebuilds platform files after an undo; the paths that they own are reserved, too. */
  readonly generators: readonly Generator[];
  /** Revisions that are kept, pinned ones on top; at least 2. */
  readonly revisionsMax: number;
}

export interface Generator {
  /** As in `reserved`. Of these paths only what it answers is there afterwards. */
  readonly owns: readonly string[];
  /** Makes the platform's files from its current configuration. May be run again when the draft moves meanwhile. */
  generate(context: GeneratorContext): GivenFiles | Promise<GivenFiles>;
}

export interface GeneratorContext {
  readonly app: string;
  /** The revision that is undone to; the head where files are generated without an undo. */
  readonly revision: RevisionNumber;
  /** Files of the new draft that are not this generator's. */
  readonly paths: readonly string[];
  read(path: string): Promise<Uint8Array | undefined>;
}

/** Files as a caller gives them: paths and bytes are normalised here. */
export type GivenFiles = Iterable<{ readonly path: string; readonly bytes: Uint8Array }>;

export function policyOf(given: Partial<AppPolicy> | undefined): AppPolicy {
  const policy = { text: 'normal', reserved: [], generators: [], revisionsMax: revisionsPerAppMax, ...given } as const;
  if (!Number.isInteger(policy.revisionsMax) || policy.revisionsMax < 2) {
    throw new VerbatimError('VERBATIM_CALL_INVALID', 'An app keeps a whole number of revisions, at least 2.');
  }
  return policy;
}

/** Tells which paths are the platform's. */
export function reservedBy({ reserved, generators }: AppPolicy): (path: string) => boolean {
  return ownedBy([...reserved, ...generators.flatMap(({ owns }) => owns)]);
}

/** Tells which paths one of `patterns` names, in any case. */
export function ownedBy(patterns: readonly string[]): (path: string) => boolean {
  const files = new Set(patterns.filter((one) => !one.endsWith('/')).map((one) => folded(normalPath(one))));
  const folders = patterns.filter((one) => one.endsWith('/')).map((one) => `${folded(normalPath(one.slice(0, -1)))}/`);
  return (path) => files.has(folded(path)) || folders.some((folder) => folded(path).startsWith(folder));
}
