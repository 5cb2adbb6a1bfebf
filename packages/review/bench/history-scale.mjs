// Whether History grows dearer with the ledger: first page of a file's history, `status` and opening, in a ledger of 100,000
// actions over 10,000 files beside one of 100 actions over 10, interleaved in one run. Prints medians and ratios, and what
// lies on disk beside the distinct bytes. Run on built packages: node packages/review/bench/history-scale.mjs [ACTIONS] [ROUNDS]
//
// The big ledger is made through `ledger.lease`, 25 actions a transaction, with the records that `edit` and `keep` make, the
// copies themselves and their manifests; only flushing is left out while it is made.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDisk, systemCalls } from '@verbatim/fs';
import { openLedger } from '@verbatim/ledger';
import { createReview } from '@verbatim/review';

const manyActions = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 41);
const actionsPerFile = 10;
const actionsPerTransaction = 25;
/** Edits that wait for a decision in either ledger. */
const pending = 3;
const base = mkdtempSync(join(tmpdir(), 'verbatim-scale-'));
const formats = { changes: () => ({ format: 'text', decidedBy: 'whole-file', changes: [] }) };

const attributes = { mode: 0o644, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, extended: {} };
const pathOf = (file) => `folder-${file % 100}/file-${file}.md`;
/** Between one and three thousand bytes. */
const textOf = (file, version) =>
  Buffer.from(`File ${file}, version ${version}.\n`.repeat(40 + ((file * 7 + version) % 60)));

function stateOf(bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'present', hash, size: bytes.length, mode: 0o644 };
}

async function fill(name, actions) {
  const root = join(base, name, 'work');
  const dir = join(base, name, 'ledger');
  mkdirSync(root, { recursive: true });
  const disk = openDisk({ calls: { ...systemCalls(), flush() {} } });
  const ledger = await openLedger({ dir, disk });
  const { clock, ids } = ledger;
  const boot = { inode: '1', birth: '1', device: '1', boot: ids.next(36) };
  const files = actions / actionsPerFile;
  for (let from = 0; from < actions; from += actionsPerTransaction) {
    const made = [];
    const count = Math.min(actionsPerTransaction, actions - from);
    const edits = Array.from({ length: count }, (_, n) => {
      const file = (from + n) % files;
      const version = Math.floor((from + n) / files);
      const [before, after] = [textOf(file, version), textOf(file, version + 1)];
      for (const bytes of version === 0 ? [before, after] : [after]) {
        ledger.copies.put({ ...stateOf(bytes), pour: (sink) => sink(bytes) });
      }
      return { path: pathOf(file), before: stateOf(before), after: stateOf(after) };
    });
    ledger.lease('fill', (transaction) => {
      for (const { path, ...states } of edits) {
        const at = new Date(clock.now()).toISOString();
        const id = `a${ids.next(10)}`;
        const seq = transaction.nextSequence();
        const action = {
          id,
          seq,
          status: 'pending',
          verb: 'edit',
          agent: 'scale',
          request: 'r1',
          at,
          count: 1,
          paths: [path],
          folders: [],
          decision: null,
          process: null,
        };
        transaction.putAction(action);
        const [before, after] = [`s${ids.next(10)}`, `s${ids.next(10)}`];
        const common = { path, at, action: id, pinned: false, note: null, attributes };
        for (const [copy, label, state] of [
          [before, 'Before agent edit', states.before],
          [after, 'Agent edit', states.after],
        ]) {
          transaction.putSnapshot({ ...common, id: copy, seq: transaction.nextSequence(), label, state });
        }
        transaction.putPair({ action: id, seq, index: 0, path, kind: 'edited', before, after, identity: boot });
        made.push(id);
        if (seq > transaction.nextSequence()) throw new Error('the order went back');
        const decision = `d${ids.next(10)}`;
        const sha256 = { before: states.before.hash, after: states.after.hash, now: states.after.hash };
        const answer = { outcome: 'kept', decision, actions: [id], files: [{ path, sha256, did: 'nothing' }] };
        const stood = (status, by) => ({ actions: [{ id, status, decision: by }], reviews: [] });
        transaction.putAction({ ...action, status: 'kept', decision });
        transaction.putDecision({
          id: decision,
          seq: transaction.nextSequence(),
          at,
          verdict: 'keep',
          actions: [id],
          answer,
          before: stood('pending', null),
          after: stood('kept', decision),
          files: [],
        });
      }
    });
    for (const id of made) ledger.writeManifest(id);
  }
  await ledger.close();
  return { name, root, dir, files, ...(await withPending(root, dir)) };
}

/** A few edits through the front door; the newest files are on disk for them. */
async function withPending(root, dir) {
  const space = await opened({ root, dir }, 'write');
  for (let file = 0; file < pending; file++) {
    mkdirSync(join(root, `folder-${file % 100}`), { recursive: true });
    writeFileSync(join(root, pathOf(file)), textOf(file, actionsPerFile));
    const edit = { op: 'write', path: pathOf(file), bytes: textOf(file, actionsPerFile + 1) };
    const answer = await space.review.act('edit', [edit]);
    if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
  }
  return space;
}

async function opened({ root, dir }, mode) {
  const disk = openDisk();
  const ledger = await openLedger({ dir, disk, mode });
  const review = createReview({ ledger, disk, formats, root });
  if (mode === 'write') await review.recover();
  else ledger.needsRecovery(disk.liveness, () => false);
  return { ledger, review };
}

async function close({ ledger, review }) {
  review.close();
  await ledger.close();
}

async function timed(run) {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(what, spaces, run) {
  const times = new Map(spaces.map((space) => [space, []]));
  for (let round = -3; round < rounds; round++) {
    for (const space of round % 2 === 0 ? spaces : spaces.toReversed()) {
      const time = await run(space, round + 3);
      if (round >= 0) times.get(space).push(time);
    }
  }
  const [small, big] = spaces.map((space) => median(times.get(space)));
  console.log(
    `${what.padEnd(34)} ${small.toFixed(2)} ms beside ${big.toFixed(2)} ms: ${(big / small).toFixed(2)}x (aim 2x)`,
  );
}

function lengthsBelow(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    sum += entry.isDirectory() ? lengthsBelow(path) : lstatSync(path).size;
  }
  return sum;
}

function room({ dir, ledger }) {
  const { copies, bytes, snapshots, actions } = counted(ledger);
  const lengths = lengthsBelow(dir);
  const aim = 1.15 * bytes + 1_000 * copies;
  const du = execFileSync('du', ['-sk', dir], { encoding: 'utf8' }).split('\t')[0];
  const parts = ['copies', 'manifests'].map((name) => `${name} ${megabytes(lengthsBelow(join(dir, name)))}`);
  console.log(
    `room   ${actions} actions, ${snapshots} copies listed, ${copies} files of ${megabytes(bytes)}: lengths ${megabytes(lengths)} (${parts.join(', ')}, index ${megabytes(lstatSync(join(dir, 'data.mdb')).size)}), aim ${megabytes(aim)}, ${((lengths - 1.15 * bytes) / copies).toFixed(0)} bytes a copy over 1.15x; du ${megabytes(1024 * Number(du))}`,
  );
}

function counted(ledger) {
  return ledger.read((view) => {
    const sizes = new Map();
    let snapshots = 0;
    for (const { state } of view.allCopies('oldest first')) {
      snapshots++;
      if (state.kind === 'present') sizes.set(state.hash, state.size);
    }
    let actions = 0;
    for (const _ of view.allActions()) actions++;
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    return { copies: sizes.size, bytes, snapshots, actions };
  });
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const spaces = [];
try {
  for (const [name, actions] of [
    ['small', 100],
    ['big', manyActions],
  ]) {
    const time = await timed(async () => void spaces.push(await fill(name, actions)));
    console.log(
      `${name}: ${actions} actions over ${actions / actionsPerFile} files, made in ${(time / 1000).toFixed(1)} s`,
    );
  }
  await compare('history of a file, first page', spaces, ({ review, files }, round) =>
    timed(() => review.history({ kind: 'file', path: pathOf((round * 7_919) % files) })),
  );
  await compare(`status, ${pending} pending`, spaces, ({ review }) => timed(() => review.status()));
  await compare('edit + keep', spaces, ({ review, root }, round) =>
    timed(async () => {
      writeFileSync(join(root, 'probe.md'), `${round}`);
      const bytes = Buffer.from(`edited ${round}`);
      const { action } = await review.act('write', [{ op: 'write', path: 'probe.md', bytes }]);
      await review.keep([{ kind: 'action', id: action }]);
    }),
  );
  for (const space of spaces) {
    const folder = await timed(() => space.review.history({ kind: 'file', path: 'folder-1' }));
    console.log(`${space.name}: history of a folder, first page ${folder.toFixed(1)} ms`);
  }
  for (const space of spaces) room(space);
  for (const space of spaces) await close(space);
  for (const mode of ['read', 'write']) {
    await compare(`open to ${mode}`, spaces, async (space) => {
      let handle;
      const time = await timed(async () => {
        handle = await opened(space, mode);
      });
      await close(handle);
      return time;
    });
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
