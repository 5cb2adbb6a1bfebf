// What a guarded edit and its Discard cost, beside the floor of the promise and beside git, interleaved in one run.
// Prints medians and ratios; a time alone means nothing on a shared machine. Run on built packages: `pnpm bench`.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDisk, systemCalls } from '@verbatim/fs';
import { openLedger } from '@verbatim/ledger';
import { createReview } from '@verbatim/review';
import { open } from 'lmdb';

const rounds = Number(process.argv[2] ?? 31);
const base = mkdtempSync(join(tmpdir(), 'verbatim-bench-'));
const formats = { changes: () => ({ format: 'text', decidedBy: 'whole-file', changes: [] }) };
let flushes = 0;
let commits = 0;

const real = systemCalls();
const calls = {
  ...real,
  flush(fd) {
    flushes++;
    real.flush(fd);
  },
};
const openIndex = (options) => {
  const index = open(options);
  return new Proxy(index, {
    get(target, property) {
      if (property === 'transactionSync') {
        return (body) => {
          commits++;
          return target.transactionSync(body);
        };
      }
      const value = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

async function openWorkspace(name) {
  const root = join(base, name, 'work');
  mkdirSync(root, { recursive: true });
  const disk = openDisk({ calls });
  const ledger = await openLedger({ dir: join(base, name, 'ledger'), disk, openIndex });
  return { root, ledger, review: createReview({ ledger, disk, formats, root }) };
}

function bytesOf(size, seed) {
  const bytes = Buffer.alloc(size);
  let x = seed;
  for (let n = 0; n < size; n++) {
    x = (x * 1103515245 + 12345) & 0x7fffffff;
    bytes[n] = 32 + (x % 90);
  }
  return bytes;
}

function durableWrite(folder, name, bytes) {
  const fd = openSync(join(folder, `${name}.tmp`), 'w', 0o600);
  writeSync(fd, bytes);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(join(folder, `${name}.tmp`), join(folder, name));
  const parent = openSync(folder, 'r');
  fsyncSync(parent);
  closeSync(parent);
}

function floor(folder, before, after) {
  durableWrite(folder, 'before', before);
  durableWrite(folder, 'after', after);
  durableWrite(folder, 'file', after);
}

async function timed(run) {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const ms = (value) => `${value.toFixed(2)} ms`;
const must = (answer, outcome) => {
  if (answer.outcome !== outcome) throw new Error(JSON.stringify(answer));
  return answer;
};

async function compare(workspace, label, size, withGit) {
  const folder = join(base, `floor-${label}`);
  mkdirSync(folder);
  const repository = withGit ? gitRepository(label) : undefined;
  const times = { floor: [], edit: [], discard: [], git: [] };
  const counts = { edit: [], discard: [] };
  const change = (bytes) => [{ op: 'change', path: `${label}.txt`, about: 'bench', change: () => ({ bytes }) }];
  for (let round = -3; round < rounds; round++) {
    const before = bytesOf(size, 2 * round + 101);
    const after = bytesOf(size, 2 * round + 102);
    writeFileSync(join(workspace.root, `${label}.txt`), before);
    const steps = {
      floor: () => timed(() => floor(folder, before, after)),
      edit: async () => {
        [flushes, commits] = [0, 0];
        const time = await timed(async () => must(await workspace.review.act('edit', change(after)), 'pending'));
        counts.edit.push(`${flushes} flushes + ${commits} commits`);
        [flushes, commits] = [0, 0];
        const target = [{ kind: 'file', path: `${label}.txt` }];
        const back = await timed(async () => must(await workspace.review.discard(target), 'discarded'));
        counts.discard.push(`${flushes} flushes + ${commits} commits`);
        if (!readFileSync(join(workspace.root, `${label}.txt`)).equals(before)) throw new Error('not the same bytes');
        if (round >= 0) times.discard.push(back);
        return time;
      },
      ...(repository === undefined || (round >= 0 && round % 4 !== 0)
        ? {}
        : { git: () => timed(() => gitPair(repository, before, after)) }),
    };
    const names = Object.keys(steps);
    for (let n = 0; n < names.length; n++) {
      const name = names[(n + round + 3) % names.length];
      const time = await steps[name]();
      if (round >= 0) times[name].push(time);
    }
  }
  const plain = median(times.floor);
  const [edit, discard] = [median(times.edit), median(times.discard)];
  console.log(
    `${label.padEnd(7)} floor ${ms(plain)} | edit ${ms(edit)} (${(edit / plain).toFixed(2)}x floor; ${counts.edit.at(-1)}) | discard ${ms(discard)} (${(discard / plain).toFixed(2)}x; ${counts.discard.at(-1)})`,
  );
  if (times.git.length > 0) {
    const git = median(times.git);
    console.log(
      `        git add + commit, before and after, 1,000 files: ${ms(git)} (${(git / edit).toFixed(1)}x our edit)`,
    );
  }
}

function gitRepository(label) {
  const repository = join(base, `git-${label}`);
  mkdirSync(repository);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', '-c', 'commit.gpgsign=false', ...args], {
      cwd: repository,
      stdio: 'ignore',
    });
  git('init');
  for (let n = 0; n < 1000; n++) writeFileSync(join(repository, `file-${n}.txt`), `file ${n}\n`);
  git('add', '-A');
  git('commit', '-m', 'all');
  return { repository, git };
}

function gitPair({ repository, git }, before, after) {
  for (const bytes of [before, after]) {
    writeFileSync(join(repository, 'file-1.txt'), bytes);
    git('add', 'file-1.txt');
    git('commit', '-m', 'one');
  }
}

/** Whether an edit grows dearer with files in the workspace or actions in the ledger. */
async function growth() {
  for (const count of [10, 10_000]) {
    const workspace = await openWorkspace(`growth-${count}`);
    for (let n = 0; n < count; n++) writeFileSync(join(workspace.root, `file-${n}.txt`), `file ${n}\n`);
    let answer;
    for (let n = 0; n < count; n++) {
      answer = must(
        await workspace.review.act('write', [
          { op: 'write', path: `file-${n}.txt`, bytes: Buffer.from(`edited ${n}\n`) },
        ]),
        'pending',
      );
    }
    Object.assign(workspace, { last: answer.action });
    spaces.push({ count, workspace });
  }
  const times = { 10: [], 10000: [] };
  for (let round = 0; round < rounds; round++) {
    for (const { count, workspace } of round % 2 === 0 ? spaces : spaces.toReversed()) {
      writeFileSync(join(workspace.root, 'probe.txt'), `${round}`);
      const time = await timed(async () =>
        must(
          await workspace.review.act('write', [
            { op: 'write', path: 'probe.txt', bytes: Buffer.from(`edited ${round}`) },
          ]),
          'pending',
        ),
      );
      const back = await timed(async () =>
        must(await workspace.review.discard([{ kind: 'file', path: 'probe.txt' }]), 'discarded'),
      );
      times[count].push(time + back);
    }
  }
  const [small, large] = [median(times[10]), median(times[10000])];
  console.log(
    `growth  edit + discard with 10 files and pending actions ${ms(small)}, with 10,000 ${ms(large)} (${(large / small).toFixed(2)}x)`,
  );
}

const spaces = [];
try {
  const workspace = await openWorkspace('main');
  await compare(workspace, '4 KB', 4096, true);
  await compare(workspace, '100 KB', 102_400, false);
  await compare(workspace, '5 MB', 5_242_880, false);
  if (!process.argv.includes('--no-growth')) await growth();
  for (const { review, ledger } of [workspace, ...spaces.map((space) => space.workspace)]) {
    review.close();
    await ledger.close();
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
