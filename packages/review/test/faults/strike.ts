/** One run: an operation is prepared, struck, recovered, checked, repeated and undone. */
import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import type { SwapOrder, WorkspaceOptions } from '../workspace.js';
import type { Operation } from './operations.js';
import { type Listing, listing, openScene, type Scene } from './scene.js';
import { checkRepeatable, checkSettled, checkTold, type Side, type Struck, type Told } from './settled.js';

export interface Run {
  /** The system calls that the operation made. */
  readonly calls: readonly string[];
  /** How many records it wrote in each of its transactions. */
  readonly records: readonly number[];
  readonly told: Told;
  /** Where everything was once recovery had run. */
  readonly side: Side;
}

/** `arm` lets the fault loose; everything works again once the operation has answered. */
export async function strike(operation: Operation, order: SwapOrder, arm: (scene: Scene) => void): Promise<Run> {
  let calls: readonly string[] = [];
  let records: readonly number[] = [];
  const settled = await inScene(operation, order, async (scene, { ids }) => {
    const { workspace, faults, commits } = scene;
    faults.arm();
    commits.arm();
    arm(scene);
    const told = await tell(() => operation.run(workspace.review, ids));
    faults.disarm();
    [calls, records] = [[...faults.trace], commits.records];
    commits.arm();
    return told;
  });
  return { calls, records, ...settled };
}

/** Prepares an operation in a scene of its own; `use` lets it be struck. Then everything is recovered and checked. */
export async function inScene(
  operation: Operation,
  order: SwapOrder,
  use: (scene: Scene, struck: Struck) => Promise<Told>,
  options: WorkspaceOptions = {},
): Promise<{ told: Told; side: Side }> {
  const open = descriptors();
  const scene = await openScene(order, { ...options, review: { ...options.review, ...limitsOf(operation) } });
  let settled: { told: Told; side: Side };
  try {
    const prepared = await prepare(operation, scene);
    const told = await use(scene, prepared);
    const struck = withoutLost(prepared, told);
    checkTold(struck, told);
    settled = { told, side: await settle(struck, told) };
  } finally {
    await scene.workspace.close();
  }
  expect(descriptors(), 'file descriptors that are open').toBe(open);
  return settled;
}

function limitsOf({ limits }: Operation): Pick<Operation, 'limits'> {
  return limits === undefined ? {} : { limits };
}

async function prepare(operation: Operation, { workspace }: Scene): Promise<Struck> {
  const originals = listing(workspace.root);
  const ids = await operation.prepare(workspace);
  const before = listing(workspace.root);
  return { operation, workspace, ids, originals, before, after: operation.after(before, originals) };
}

/** Opens everything anew, as the next command does, and checks all there is to check. */
async function settle(struck: Struck, told: Told): Promise<Side> {
  const { workspace } = struck;
  await workspace.reopen();
  await workspace.review.recover();
  const side = checkSettled(struck, told);
  expect(await workspace.review.recover(), 'a second recovery').toEqual([]);
  await checkRepeatable(struck, side, told);
  return side;
}

/** What `run` answers or throws, as a value. */
export async function tell(run: () => Promise<{ outcome: string }>): Promise<Told> {
  try {
    return { kind: 'answer', answer: await run() };
  } catch (error) {
    return { kind: 'fault', error };
  }
}

/** An attribute that could not be kept, and was told so, is not expected. */
function withoutLost(struck: Struck, told: Told): Struck {
  const files = told.kind === 'answer' && 'files' in told.answer ? (told.answer.files as Receipt[]) : [];
  const lost = files.filter(({ notKept = [] }) => notKept.length > 0).map(({ path }) => path);
  if (lost.length === 0) return struck;
  const strip = (of: Listing): Listing =>
    Object.fromEntries(
      Object.entries(of).map(([path, text]) => [path, lost.includes(path) ? text.replace(/ user\.[^:]*/, '') : text]),
    );
  const { after, originals } = struck;
  return { ...struck, after: strip(after), originals: after === originals ? strip(originals) : originals };
}

interface Receipt {
  readonly path: string;
  readonly notKept?: readonly string[];
}

function descriptors(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}
