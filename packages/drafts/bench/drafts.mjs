// What drafts cost on an app of 1,000 files and 5 MB, beside git and beside SQLite rows that hold whole snapshots as JSON,
// interleaved in one run; how the store grows; and whether other apps in it are felt. Prints medians and ratios: a time alone
// means nothing on a shared machine. Run on built packages: `node bench/drafts.mjs [rounds] [other apps]`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDrafts } from '@verbatim/drafts';
import { unifiedDiff } from '@verbatim/format-text';
import { openDisk, systemCalls } from '@verbatim/fs';
import Database from 'libsql';
import { open } from 'lmdb';

const rounds = Number(process.argv[2] ?? 21);
const others = Number(process.argv[3] ?? 500);
const base = mkdtempSync(join(tmpdir(), 'verbatim-bench-'));
const fileCount = 1_000;
const turnFiles = 100;

const encoder = new TextEncoder();
const nameOf = (n) => `src/part-${n % 40}/file-${String(n).padStart(4, '0')}.js`;
function textOf(n, version) {
  const lines = [];
  for (let line = 0; line < 100; line++)
    lines.push(`const value_${n}_${line} = compute(${n * line + 7}, 'item ${line}');`);
  lines[50] = `export const version = ${version};`;
  lines[10 + (version % 30)] = `// touched in version ${version}`;
  return `${lines.join('\n')}\n`;
}
const initial = new Map(Array.from({ length: fileCount }, (_, n) => [nameOf(n), textOf(n, 0)]));

const must = (answer, outcome) => {
  if (answer.outcome !== outcome) throw new Error(JSON.stringify(answer));
  return answer;
};

// Three systems with the same methods. `edit` is durable when it resolves.

async function ours(folder, options = {}) {
  const drafts = await openDrafts({ dir: folder, ...options });
  const app = drafts.app('bench');
  must(await app.save([...initial].map(([path, text]) => ({ path, bytes: encoder.encode(text) }))), 'saved');
  return {
    drafts,
    edit: async (path, text) => must(await app.write(path, encoder.encode(text)), 'saved').revision,
    editMany: async (set) =>
      must(await app.apply(set.map(([path, text]) => ({ op: 'write', path, bytes: encoder.encode(text) }))), 'saved')
        .revision,
    list: async () => (await app.revision()).files.length,
    readAll: async () => {
      const head = await app.revision();
      let bytes = 0;
      for (const { path } of head.files) bytes += (await head.read(path)).length;
      return bytes;
    },
    summary: async (turn, from, to) => {
      const answer = must(await app.diff({ from, to, linesMax: 1, bytesMax: 1 }), 'diff');
      return answer.files.reduce((sum, file) => sum + file.added, 0);
    },
    startTurn: async (turn) => must(await app.startTurn(turn), 'started').summary,
    inTurn: async (turn, set) =>
      must(
        await app.apply(
          set.map(([path, text]) => ({ op: 'write', path, bytes: encoder.encode(text) })),
          { turn },
        ),
        'saved',
      ).revision,
    diff: async (from, to) => {
      const answer = must(await app.diff({ from, to, linesMax: 2_000, bytesMax: 262_144 }), 'diff');
      return answer.files.reduce((sum, file) => sum + file.text.length, 0);
    },
  };
}

function git(folder, fsync = 'all') {
  mkdirSync(folder, { recursive: true });
  const run = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    });
  const commit = () => {
    run('commit', '-q', '-m', 'edit');
    return run('rev-parse', 'HEAD').toString().trim();
  };
  run('init', '-q');
  run('config', 'core.fsync', fsync);
  for (const [path, text] of initial) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  run('add', '-A');
  commit();
  const editMany = async (set) => {
    for (const [path, text] of set) writeFileSync(join(folder, path), text);
    run('add', ...set.map(([path]) => path));
    return commit();
  };
  return {
    edit: (path, text) => editMany([[path, text]]),
    editMany,
    list: async () => run('ls-tree', '-r', 'HEAD').toString().trimEnd().split('\n').length,
    readAll: async () => run('archive', 'HEAD').length,
    summary: async (from, to) => run('diff', '--numstat', from, to).length,
    diff: async (from, to) => run('diff', from, to).length,
  };
}

function sqlite(folder, synchronous = 'full') {
  mkdirSync(folder, { recursive: true });
  const db = new Database(join(folder, 'drafts.db'));
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  db.exec(`create table app_revisions (app_id text not null, revision integer not null, files json not null,
    created_at bigint not null, primary key (app_id, revision)); create table apps (app_id text primary key, head integer not null)`);
  const insert = db.prepare('insert into app_revisions values (?, ?, ?, ?)');
  const setHead = db.prepare('insert into apps values (?, ?) on conflict (app_id) do update set head = excluded.head');
  const prune = db.prepare('delete from app_revisions where app_id = ? and revision <= ?');
  const head = db.prepare('select head from apps where app_id = ?');
  const row = db.prepare('select files from app_revisions where app_id = ? and revision = ?');
  const filesOf = (revision) => JSON.parse(row.get('bench', revision).files);
  const headOf = () => head.get('bench')?.head ?? 0;
  const put = (files) => {
    const revision = headOf() + 1;
    db.exec('begin immediate');
    insert.run('bench', revision, JSON.stringify(files), Date.now());
    setHead.run('bench', revision);
    prune.run('bench', revision - 50);
    db.exec('commit');
    return revision;
  };
  put(Object.fromEntries(initial));
  const editMany = async (set) => put({ ...filesOf(headOf()), ...Object.fromEntries(set) });
  const diffs = (from, to) => {
    const [before, after] = [filesOf(from), filesOf(to)];
    return Object.keys(after)
      .filter((path) => before[path] !== after[path])
      .map((path) =>
        unifiedDiff(encoder.encode(before[path]), encoder.encode(after[path]), { beforeName: path, afterName: path }),
      );
  };
  return {
    edit: (path, text) => editMany([[path, text]]),
    editMany,
    list: async () => Object.keys(filesOf(headOf())).length,
    readAll: async () => Object.values(filesOf(headOf())).reduce((sum, text) => sum + text.length, 0),
    summary: async (from, to) => diffs(from, to).length,
    diff: async (from, to) => diffs(from, to).reduce((sum, { text }) => sum + text.length, 0),
  };
}

async function timed(run) {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const ms = (value) => `${value.toFixed(2)} ms`;

/** Runs every step of every system once a round, in turning order. */
async function race(title, systems, count) {
  const times = Object.fromEntries(Object.keys(systems).map((name) => [name, []]));
  const names = Object.keys(systems);
  for (let round = -2; round < count; round++) {
    for (let n = 0; n < names.length; n++) {
      const name = names[(n + round + names.length * 2) % names.length];
      const time = await timed(() => systems[name](round + 2));
      if (round >= 0) times[name].push(time);
    }
  }
  const [first, ...rest] = names;
  const own = median(times[first]);
  const beside = rest.map((name) => `${name} ${ms(median(times[name]))} (${(median(times[name]) / own).toFixed(1)}x)`);
  console.log(`${title.padEnd(34)} ${first} ${ms(own)} | ${beside.join(' | ')}`);
  return own;
}

async function compare() {
  const systems = {
    drafts: await ours(join(base, 'ours')),
    git: git(join(base, 'git')),
    sqlite: sqlite(join(base, 'sqlite')),
  };
  const each = (method) =>
    Object.fromEntries(Object.entries(systems).map(([name, system]) => [name, method(system, name)]));
  await race(
    'one-file edit',
    each((system) => (round) => system.edit(nameOf(round), textOf(round, round + 1))),
    rounds,
  );
  await race(
    'head read: list of 1,000 files',
    each((system) => () => system.list()),
    rounds,
  );
  await race(
    'head read: all 5 MB, checked',
    each((system) => () => system.readAll()),
    Math.ceil(rounds / 3),
  );

  const set = Array.from({ length: turnFiles }, (_, n) => [nameOf(n * 7), textOf(n * 7, 500)]);
  const spans = {};
  for (const [name, system] of Object.entries(systems)) {
    const from = await system.edit(nameOf(999), textOf(999, 400));
    spans[name] = [from, await system.editMany(set)];
  }
  await race(
    'full diff of a 100-file turn',
    each((system, name) => () => system.diff(...spans[name])),
    rounds,
  );

  const { drafts } = systems;
  await drafts.startTurn('turn -1');
  let turn = 0;
  const started = { ...each((system, name) => () => system.summary(...spans[name])) };
  // Each start closes a turn that changed 100 files; that writing is not part of the time.
  const times = { drafts: [], git: [], sqlite: [] };
  for (let round = 0; round < rounds; round++) {
    await drafts.inTurn(
      `turn ${turn - 1}`,
      set.map(([path], n) => [path, textOf(n * 7, 600 + turn)]),
    );
    times.drafts.push(await timed(() => drafts.startTurn(`turn ${turn}`)));
    times.git.push(await timed(started.git));
    times.sqlite.push(await timed(started.sqlite));
    turn++;
  }
  const own = median(times.drafts);
  console.log(
    `${'previous-turn summary, 100 files'.padEnd(34)} drafts ${ms(own)} | git ${ms(median(times.git))} (${(median(times.git) / own).toFixed(1)}x) | sqlite ${ms(median(times.sqlite))} (${(median(times.sqlite) / own).toFixed(1)}x)   [drafts: startTurn, answer stored; others: counts]`,
  );
  await drafts.drafts.close();
}

/** What is left of an edit where the disk's own time is taken out, which is most of it on a busy machine. */
async function unflushed() {
  const drafts = await ours(join(base, 'ours-unflushed'), fast());
  const systems = {
    drafts,
    git: git(join(base, 'git-unflushed'), 'none'),
    sqlite: sqlite(join(base, 'sqlite-unflushed'), 'off'),
  };
  const edits = Object.entries(systems).map(([name, system]) => [
    name,
    (round) => system.edit(nameOf(round), textOf(round, round + 1)),
  ]);
  await race('one-file edit, nothing flushed', Object.fromEntries(edits), rounds);
  await drafts.drafts.close();
}

function sizeOf(folder) {
  let [bytes, blocks] = [0, 0];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const stat = statSync(join(entry.parentPath, entry.name));
    bytes += stat.size;
    blocks += stat.blocks * 512;
  }
  return { bytes, blocks };
}

async function growth() {
  const kb = (bytes) => `${Math.round(bytes / 1024).toLocaleString('en')} KB`;
  for (const revisionsMax of [2_000, 50]) {
    const folder = join(base, `growth-${revisionsMax}`);
    const system = await ours(folder, { ...fast(), policy: () => ({ revisionsMax }) });
    const index = () => statSync(join(folder, 'data.mdb')).size;
    const before = { ...sizeOf(join(folder, 'copies')), index: index() };
    let changed = 0;
    for (let n = 0; n < 1_000; n++) {
      const text = textOf(n % fileCount, n + 1);
      changed += text.length;
      await system.edit(nameOf(n % fileCount), text);
    }
    const after = { ...sizeOf(join(folder, 'copies')), index: index() };
    console.log(
      `1,000 edits, ${String(revisionsMax).padStart(5)} kept: changed ${kb(changed)}; copies +${kb(after.bytes - before.bytes)} (on disk +${kb(after.blocks - before.blocks)}); manifests and records +${kb(after.index - before.index)} (${((after.index - before.index) / 1_000 / 1024).toFixed(1)} KB an edit)`,
    );
    await system.drafts.close();
  }
}

/** For filling stores: nothing is flushed. */
function fast() {
  return {
    disk: openDisk({ calls: { ...systemCalls(), flush() {} } }),
    openIndex: (options) => open({ ...options, noSync: true }),
  };
}

async function manyApps() {
  const alone = join(base, 'alone');
  const among = join(base, 'among');
  const filling = await openDrafts({ dir: among, ...fast() });
  const start = Date.now();
  for (let n = 0; n < others; n++) {
    const app = filling.app(`app ${n}`);
    for (let revision = 1; revision <= 50; revision++) {
      // Every tenth text is this app's own, the others are shared by all.
      const text = revision % 10 === 0 ? `app ${n}, revision ${revision}\n` : `revision ${revision}\n`;
      must(await app.write(`file-${revision % 3}.txt`, encoder.encode(text)), 'saved');
    }
  }
  await filling.close();
  console.log(
    `filled ${others.toLocaleString('en')} apps x 50 revisions in ${Math.round((Date.now() - start) / 1000)} s`,
  );
  const systems = { alone: await ours(alone), among: await ours(among) };
  const both = (method) => ({
    'one app': method(systems.alone),
    [`among ${others.toLocaleString('en')}`]: method(systems.among),
  });
  const spans = new Map();
  for (const system of Object.values(systems)) {
    const from = await system.edit(nameOf(999), textOf(999, 400));
    const set = Array.from({ length: turnFiles }, (_, n) => [nameOf(n * 7), textOf(n * 7, 500)]);
    spans.set(system, [from, await system.editMany(set)]);
  }
  await race(
    'one-file edit',
    both((system) => (round) => system.edit(nameOf(round), textOf(round, round + 1))),
    rounds,
  );
  await race(
    'head read: list of 1,000 files',
    both((system) => () => system.list()),
    rounds,
  );
  await race(
    'full diff of a 100-file turn',
    both((system) => () => system.diff(...spans.get(system))),
    rounds,
  );
  for (const system of Object.values(systems)) await system.startTurn('turn -1');
  const turns = new Map();
  await race(
    'start a turn after one edit',
    both((system) => async () => {
      const turn = turns.get(system) ?? 0;
      turns.set(system, turn + 1);
      await system.inTurn(`turn ${turn - 1}`, [[nameOf(3), textOf(3, 700 + turn)]]);
      await system.startTurn(`turn ${turn}`);
    }),
    rounds,
  );
  for (const { drafts } of Object.values(systems)) await drafts.close();
}

try {
  await compare();
  await unflushed();
  await growth();
  if (others > 0) await manyApps();
} finally {
  rmSync(base, { recursive: true, force: true });
}
