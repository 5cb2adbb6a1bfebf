/** Every operation of the review that a fault is thrown into: what it starts from, what it does, what it leaves. */
import { writeFileSync } from 'node:fs';
import type { ActionStatus } from '@verbatim/core';
import type { Edit, Review, ReviewLimits } from '../../src/index.js';
import { idOf as changeOf } from '../line-formats.js';
import { action, file, put, replace, type SwapOrder, type Workspace } from '../workspace.js';
import type { Listing } from './scene.js';

type Answer = Awaited<
  ReturnType<
    Review['act' | 'begin' | 'commit' | 'cancel' | 'keep' | 'discard' | 'reject' | 'restore' | 'restoreAction' | 'undo']
  >
>;

export interface Operation {
  readonly name: string;
  /** Makes what the operation starts from, and answers the ids of what it is about. */
  prepare(workspace: Workspace): Promise<readonly string[]>;
  /** Under the operation's name as a key, so that it is safe to repeat (P13). */
  run(review: Review, ids: readonly string[]): Promise<Answer>;
  /** How every file lies when the operation took effect, from how they lay before it, and before everything. */
  after(before: Listing, originals: Listing): Listing;
  readonly outcome: Exclude<Answer['outcome'], 'refused' | 'unchanged'>;
  /** What the ledger says of the action when it did not take effect, and when it did; undefined where there is none. */
  readonly status: { readonly before: ActionStatus | undefined; readonly after: ActionStatus };
  /** Limits of the review that it runs in; else the usual ones. */
  readonly limits?: Partial<ReviewLimits>;
  /** Whether it swaps a file that is there for another one. */
  readonly replaces: boolean;
  /** A file of the action. */
  readonly path: string;
  /** Brings every original byte back once the operation took effect. */
  undo(review: Review, action: string): Promise<unknown>;
}

const edits = {
  edit: [replace('paper.md', 'preliminary', 'ready for review')],
  write: [put('appendix/tables/new.md', "the agent's own words\n")],
  delete: [{ op: 'delete', path: 'old.csv' }],
  move: [{ op: 'move', path: 'figures/plot.bin', to: 'drawn/plot.bin' }],
  'edit of four files': [
    replace('paper.md', 'preliminary', 'ready for review'),
    replace('notes.txt', 'second', 'third'),
    put('appendix/tables/new.md', "the agent's own words\n"),
    { op: 'delete', path: 'old.csv' },
  ],
} satisfies Record<string, [Edit, ...Edit[]]>;
type Kind = keyof typeof edits;
const kinds = Object.keys(edits) as Kind[];

const replacing = (kind: Kind): boolean => kind === 'edit' || kind === 'edit of four files';

const created = `${(0o666 & ~process.umask()).toString(8)}: the agent's own words\n`;

/** What an agent's edit of each kind makes of the files. */
function edited(kind: Kind, before: Listing): Listing {
  const { 'old.csv': old, 'figures/plot.bin': plot, ...rest } = before;
  const { 'paper.md': paper, 'notes.txt': notes } = before as { 'paper.md': string; 'notes.txt': string };
  const newPaper = { 'paper.md': paper.replace('preliminary', 'ready for review') };
  const newFile = { 'appendix/': 'a folder', 'appendix/tables/': 'a folder', 'appendix/tables/new.md': created };
  switch (kind) {
    case 'edit':
      return { ...before, ...newPaper };
    case 'write':
      return { ...before, ...newFile };
    case 'delete':
      return { ...rest, 'figures/plot.bin': plot as string };
    case 'move':
      return { ...rest, 'old.csv': old as string, 'drawn/': 'a folder', 'drawn/plot.bin': plot as string };
    case 'edit of four files': {
      const newNotes = { 'notes.txt': notes.replace('second', 'third') };
      return { ...rest, 'figures/plot.bin': plot as string, ...newPaper, ...newNotes, ...newFile };
    }
  }
}

function act(kind: Kind): Operation {
  const name = kind === 'edit' ? 'edit of one file' : kind;
  return {
    name,
    prepare: async () => [],
    run: (review) => review.act('apply', edits[kind], { key: name }),
    after: (before) => edited(kind, before),
    outcome: 'pending',
    status: { before: undefined, after: 'pending' },
    replaces: replacing(kind),
    path: edits[kind][0].path,
    undo: discarded,
  };
}

function discard(kind: Kind): Operation {
  const name = `discard of ${kind === 'edit' ? 'one file' : kind}`;
  return {
    name,
    prepare: async ({ review }) => [idOf(await review.act('apply', edits[kind]))],
    run: (review, ids) => review.discard(ids.map(action), { key: name }),
    after: (_before, originals) => originals,
    outcome: 'discarded',
    status: { before: 'pending', after: 'discarded' },
    replaces: replacing(kind),
    path: edits[kind][0].path,
    undo: async () => {},
  };
}

const chain: Operation = {
  ...discard('edit'),
  name: 'discard of a chain of three',
  prepare: async ({ review }) => [
    idOf(await review.act('edit', [replace('paper.md', 'preliminary', 'better')])),
    idOf(await review.act('edit', [replace('paper.md', 'better', 'good')])),
    idOf(await review.act('edit', [replace('paper.md', 'good', 'done')])),
  ],
  run: (review) => review.discard([file('paper.md')], { key: chain.name }),
};

const restore: Operation = {
  ...discard('edit'),
  name: 'restore',
  async prepare({ review, ledger }) {
    const id = idOf(await review.act('apply', edits.edit));
    return ledger.read((view) => view.pairs(id).map(({ before }) => before));
  },
  run: (review, ids) => review.restore('paper.md', ids[0] as string, { key: restore.name }),
  outcome: 'restored',
  status: { before: 'pending', after: 'pending' },
};

/** Two lines of the letter are changed; the first is put back. */
const reject: Operation = {
  name: 'reject of one change',
  async prepare({ review }) {
    const edit = [replace('letter.md', 'Dear', 'Dearest'), replace('letter.md', 'soon', 'today')];
    return [idOf(await review.act('apply', edit))];
  },
  run: (review) => review.reject('letter.md', [changeOf(0)], { key: reject.name }),
  after: (before) => ({ ...before, 'letter.md': (before['letter.md'] as string).replace('Dearest', 'Dear') }),
  outcome: 'mixed',
  status: { before: 'pending', after: 'pending' },
  replaces: true,
  path: 'letter.md',
  undo: discarded,
};

const restoreOfFour: Operation = {
  ...discard('edit of four files'),
  name: 'restore of an action',
  run: (review, ids) => review.restoreAction(ids[0] as string, { key: restoreOfFour.name }),
  outcome: 'restored',
  status: { before: 'pending', after: 'pending' },
};

const undoOfDiscard: Operation = {
  ...act('edit of four files'),
  name: 'undo of a discard',
  async prepare({ review }) {
    const id = idOf(await review.act('apply', edits['edit of four files']));
    return [decisionOf(await review.discard([action(id)]))];
  },
  run: (review, ids) => review.undo(ids[0] as string, { key: undoOfDiscard.name }),
  outcome: 'restored',
  status: { before: 'discarded', after: 'pending' },
};

const undoOfReject: Operation = {
  ...reject,
  name: 'undo of a reject',
  async prepare(workspace) {
    await reject.prepare(workspace);
    return [decisionOf(await workspace.review.reject('letter.md', [changeOf(0)]))];
  },
  run: (review, ids) => review.undo(ids[0] as string, { key: undoOfReject.name }),
  after: (before) => ({ ...before, 'letter.md': (before['letter.md'] as string).replace('Dear', 'Dearest') }),
  outcome: 'restored',
};

const undoOfRestore: Operation = {
  ...act('edit'),
  name: 'undo of a restore',
  async prepare(workspace) {
    const ids = await restore.prepare(workspace);
    return [decisionOf(await workspace.review.restore('paper.md', ids[0] as string))];
  },
  run: (review, ids) => review.undo(ids[0] as string, { key: undoOfRestore.name }),
  outcome: 'restored',
  status: { before: 'pending', after: 'pending' },
};

const keep: Operation = {
  name: 'keep',
  prepare: async ({ review }) => [idOf(await review.act('apply', edits['edit of four files']))],
  run: (review, ids) => review.keep(ids.map(action), { key: keep.name }),
  after: (before) => before,
  outcome: 'kept',
  status: { before: 'pending', after: 'kept' },
  replaces: false,
  path: 'paper.md',
  undo: discarded,
};

/** An edit and the way back were kept before; their copies go with the next decision. */
const prune: Operation = {
  ...keep,
  name: 'keep that prunes',
  limits: { snapshotsPerFileMax: 2 },
  async prepare({ review }) {
    for (const [from, to] of [
      ['preliminary', 'final'],
      ['final', 'preliminary'],
    ] as const) {
      await review.keep([action(idOf(await review.act('edit', [replace('paper.md', from, to)])))]);
    }
    return [idOf(await review.act('edit', edits.edit))];
  },
  run: (review, ids) => review.keep(ids.map(action), { key: prune.name }),
  async undo(review, id) {
    const history = await review.history(file('paper.md'));
    if (history.outcome !== 'shown' || history.copies.length !== 2) throw new Error(JSON.stringify(history));
    await discarded(review, id);
  },
};

const begin: Operation = {
  name: 'begin',
  prepare: async () => [],
  run: (review) => review.begin(['paper.md', 'figures/plot.bin', 'later.md'], { key: begin.name }),
  after: (before) => before,
  outcome: 'open',
  status: { before: undefined, after: 'open' },
  replaces: false,
  path: 'paper.md',
  undo: (review, id) => review.cancel(id),
};

const commit: Operation = {
  name: 'commit',
  async prepare({ review, at }) {
    const id = idOf(await review.begin(['paper.md', 'figures/plot.bin', 'later.md']));
    writeFileSync(at('paper.md'), 'written by the agent itself\n');
    writeFileSync(at('later.md'), 'also by the agent\n');
    return [id];
  },
  run: (review, ids) => review.commit(ids[0] as string, { key: commit.name }),
  after: (before) => before,
  outcome: 'pending',
  status: { before: 'open', after: 'pending' },
  replaces: false,
  path: 'paper.md',
  undo: discarded,
};

const cancel: Operation = {
  ...commit,
  name: 'cancel',
  run: (review, ids) => review.cancel(ids[0] as string, { key: cancel.name }),
  outcome: 'interrupted',
  status: { before: 'open', after: 'interrupted' },
  async undo(review, id) {
    await review.commit(id);
    await discarded(review, id);
  },
};

export const operations: readonly Operation[] = [
  ...kinds.map(act),
  ...kinds.map(discard),
  chain,
  restore,
  restoreOfFour,
  reject,
  undoOfDiscard,
  undoOfReject,
  undoOfRestore,
  keep,
  prune,
  begin,
  commit,
  cancel,
];

/** Without exchange only those go another way that replace a file that is there. */
export function operationsIn(order: SwapOrder): readonly Operation[] {
  return order === 'exchange' ? operations : operations.filter(({ replaces }) => replaces);
}

export function operationNamed(name: string): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`no operation is called ${name}`);
  return found;
}

async function discarded(review: Review, id: string): Promise<void> {
  const answer = await review.discard([action(id)]);
  if (answer.outcome !== 'discarded') throw new Error(`the discard afterwards: ${JSON.stringify(answer)}`);
}

function decisionOf(answer: Answer): string {
  if ('decision' in answer) return answer.decision;
  throw new Error(JSON.stringify(answer));
}

function idOf(answer: Answer): string {
  if ('action' in answer) return answer.action;
  throw new Error(JSON.stringify(answer));
}
