/** What the platform says about an app. */
import { checkFunction, checkString, invalid, kindOf } from './arguments.js';
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

export function policyOf(app: string, given: Partial<AppPolicy> | undefined): AppPolicy {
  const policy = { text: 'normal', reserved: [], generators: [], revisionsMax: revisionsPerAppMax, ...given } as const;
  const { text, reserved, generators, revisionsMax } = policy;
  if (!Number.isInteger(revisionsMax) || revisionsMax < 2) {
    invalid('An app keeps a whole number of revisions, at least 2.', app);
  }
  if (text !== 'normal' && text !== 'as-is') invalid('The text policy must be “normal” or “as-is”.', app);
  checkPaths('Reserved paths', reserved, app);
  if (!Array.isArray(generators)) invalid(`Generators must be an array, not ${kindOf(generators)}.`, app);
  for (const { owns, generate } of generators) {
    checkPaths('The paths that a generator owns', owns, app);
    checkFunction('What generates', generate, app);
  }
  return policy;
}

/** Of a text every character would count as a path. */
function checkPaths(what: string, paths: unknown, app: string): void {
  if (!Array.isArray(paths)) invalid(`${what} must be an array, not ${kindOf(paths)}.`, app);
  for (const path of paths as readonly unknown[]) checkString('A path of the policy', path, app);
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
