// Who may import whom, and who owns which library, clock and word of the system. Every row is a decision of the design.

interface Layer {
  readonly mayImport: readonly string[];
  /** Packages of which only types may be named, so that nothing of them is left at run time. */
  readonly typesOf?: readonly string[];
}

/** Rows are packages; a package without a row fails until somebody decides its layer here. */
export const layers: Readonly<Record<string, Layer>> = {
  core: { mayImport: [] },
  fs: { mayImport: ['core'] },
  'format-text': { mayImport: ['core'] },
  'format-ooxml': { mayImport: ['core'] },
  store: { mayImport: ['core', 'fs'] },
  ledger: { mayImport: ['core', 'store'] },
  review: { mayImport: ['core', 'ledger'] },
  drafts: { mayImport: ['core', 'store', 'format-text'] },
  node: { mayImport: ['core', 'fs', 'store', 'format-text', 'format-ooxml', 'ledger', 'review', 'drafts'] },
  testkit: { mayImport: ['core'] },
};

/** Apps and examples reach the disk and the ledger through `node` only; `fixtures` holds the samples that they show. */
export const outerLayer: Layer = {
  mayImport: ['core', 'node', 'fixtures'],
  typesOf: ['format-text', 'format-ooxml', 'ledger', 'review', 'drafts'],
};

/** A module that only some packages may import; `packagesOnly` leaves apps and examples free. */
export interface Owner {
  readonly modules: RegExp;
  readonly owners: readonly string[];
  readonly packagesOnly?: boolean;
}

export const owners: readonly Owner[] = [
  { modules: /^lmdb$/, owners: ['store'] },
  // One door to the disk, so that a test can make every file call fail.
  { modules: /^(?:node:)?fs(?:\/promises)?$/, owners: ['fs', 'testkit'], packagesOnly: true },
  { modules: /^diff$/, owners: ['format-text'] },
  { modules: /^(?:fflate|saxes|fast-xml-parser)$/, owners: ['format-ooxml'] },
  { modules: /^(?:koffi|trash)$/, owners: ['fs'] },
];

/** Everybody else gets a clock and a source of ids handed in. */
export const mayUseClockAndRandomness: readonly string[] = ['fs', 'node', 'testkit'];
export const mayUseProcess: readonly string[] = ['fs', 'store', 'node', 'testkit'];

export const linesMax = 400;
/** Longer source files, each with the reason why it is one idea. */
export const longFiles: Readonly<Record<string, string>> = {};

/** Names of environment variables, which look like error codes and are none. */
export const environmentNames: readonly string[] = ['VERBATIM_HOME', 'VERBATIM_LONG', 'VERBATIM_SOAK'];
