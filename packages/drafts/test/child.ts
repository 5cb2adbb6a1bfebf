/** The entry of processes that are killed, or that write to the same drafts at once. Jobs come as JSON, answers go by IPC. */
import type { CommitPlan, FaultPlan } from '@verbatim/testkit';
import { openDrafts } from '../src/index.js';
import { operationNamed } from './faults/operations.js';
import { openScene } from './faults/scene.js';

/** Runs one operation on a scene; something kills it on the way. */
export interface Operate {
  readonly kind: 'operate';
  readonly dir: string;
  readonly operation: string;
  readonly fault?: FaultPlan;
  readonly commit?: CommitPlan;
}

/** Writes until it is killed, or as often as it is told; says the revision of each write. */
export interface Write {
  readonly kind: 'write';
  readonly dir: string;
  readonly name: string;
  readonly apps: number;
  readonly writes: number;
}

/** What a writer says of one write. */
export interface Told {
  readonly app: string;
  readonly path: string;
  readonly revision: number;
}

export type Job = Operate | Write;

async function operate({ dir, operation, fault, commit }: Operate): Promise<void> {
  const scene = await openScene(dir);
  scene.faults.arm(fault);
  scene.commits.arm(commit);
  await operationNamed(operation).run(scene.app);
}

async function write({ dir, name, apps, writes }: Write): Promise<void> {
  const drafts = await openDrafts({ dir, policy: () => ({ revisionsMax: 100_000 }) });
  const ready = new Promise((go) => process.once('message', go));
  process.send?.('ready');
  await ready;
  for (let n = 0; n < writes; n++) {
    const app = `app ${(n * 7 + name.length * 3) % apps}`;
    const path = `${name}/${n}.txt`;
    const answer = await drafts.app(app).write(path, Buffer.from(`${name} ${n}\n`), { key: `${name} ${n}` });
    if (answer.outcome !== 'saved') throw new Error(JSON.stringify(answer));
    const told: Told = { app, path, revision: answer.revision };
    process.send?.(told);
  }
  await drafts.close();
  process.send?.('done', () => process.exit());
}

const job = JSON.parse(process.argv[2] as string) as Job;
void (job.kind === 'operate' ? operate(job) : write(job));
