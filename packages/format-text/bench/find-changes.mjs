// What finding changes costs, beside `git diff --no-index`, the `diff` of the system, jsdiff alone, and a plain read, hash
// and line split of the same bytes, interleaved in one run. Prints medians and ratios, and which aims hold; a time alone
// means nothing on a shared machine. Run on a built package: `node bench/find-changes.mjs [rounds]`.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diffLines } from 'diff';
import { findChanges, wordViewer } from '../dist/index.js';
import { edited, formatCases, lineCases, numbered, text, wordPair } from './inputs.mjs';
import { findIn, median, readHashSplit, timed } from './measure.mjs';

const rounds = Number(process.argv[2] ?? 11);
/** Where jsdiff alone is given up; it would take up to half a minute. */
const jsdiffMax = 2_000;
const folder = mkdtempSync(join(tmpdir(), 'verbatim-bench-'));
const misses = [];
try {
  lineTable();
  formatTable();
  wordTable();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(misses.length === 0 ? '\nAll aims hold.' : `\nMissed: ${misses.join('; ')}`);

function lineTable() {
  console.log(
    `\n${rounds} rounds, medians in ms on the clock. Aim: at most 5x git diff, or 3x read+hash+split where that is more.`,
  );
  const start = interleaved({ start: () => execFileSync('git', ['--version']) }).start;
  console.log(`Starting git from here and doing nothing takes ${short(start)} ms, which is in its times.\n`);
  row('case', ['found', 'git diff', 'diff', 'jsdiff', 'plain', 'x git', 'x plain', 'changes', 'aim']);
  for (const [name, before, after] of lineCases()) {
    const paths = [write('before.txt', before), write('after.txt', after)];
    let changes = 0;
    const times = interleaved({
      found: () => {
        changes = findIn(paths, 'a.txt').length;
      },
      git: () => run('git', ['diff', '--no-index', '--no-color', ...paths]),
      diff: () => run('diff', paths),
      plain: () => readHashSplit(paths),
    });
    const aim = Math.max(5 * times.git, 3 * times.plain);
    const ratios = [times.found / times.git, times.found / times.plain].map(short);
    const isHeld = held(times.found <= aim, name);
    const shown = [times.found, times.git, times.diff].map(short);
    row(name, [...shown, jsdiffTime(paths), short(times.plain), ...ratios, changes, isHeld]);
  }
}

/** Of two runs the shorter one. */
function jsdiffTime(paths) {
  const read = () => paths.map((path) => readFileSync(path, 'utf8'));
  const once = () => {
    let found;
    const time = timed(() => {
      found = diffLines(...read(), { timeout: jsdiffMax });
    });
    return found === undefined ? undefined : time;
  };
  const first = once();
  return first === undefined ? `> ${jsdiffMax}` : short(Math.min(first, once() ?? first));
}

function formatTable() {
  console.log(
    '\n5 MB a format, 10 edits, each run in a Node of its own: first call (cold) and median of later calls, in ms',
  );
  console.log(
    'of computing (on the clock in brackets): a machine that others use makes the longer of two steps wait more.',
  );
  console.log('Aim: first list at most 10x read+hash+split (cold both); memory under 300 MB above an empty Node.\n');
  const empty = median(Array.from({ length: 5 }, () => child('empty.mjs', []).rss));
  row('format', ['first', '', 'plain', '', 'x plain', 'later', 'plain', 'x plain', 'RSS MB', 'changes', 'aim']);
  for (const [fileName, before, after] of formatCases(5_000_000)) {
    const paths = [write('before', before), write('after', after)];
    const runs = Array.from({ length: 5 }, () => child('one-pair.mjs', [fileName, ...paths]));
    const of = (key) => median(runs.map((one) => one[key]));
    const onClock = (key) => `(${short(of(key))})`;
    const first = [short(of('first')), onClock('firstClock'), short(of('firstPlain')), onClock('firstPlainClock')];
    const later = [of('later'), of('laterPlain'), of('later') / of('laterPlain')].map(short);
    const ratio = of('first') / of('firstPlain');
    const rss = of('rss') - empty;
    const isHeld = held(ratio <= 10 && rss < 300, `5 MB ${fileName}`);
    row(fileName, [...first, short(ratio), ...later, Math.round(rss), of('changes'), isHeld]);
  }
}

function wordTable() {
  console.log('\nWord views against the line view of a 1 MB file with 10 edits. Aim: none slower.\n');
  const plain = numbered(25_000, 'line');
  const paths = [write('before.txt', text(plain)), write('after.txt', text(edited(plain, 10)))];
  row('change', ['words', 'lines', 'x lines', 'aim']);
  for (const [name, words, every] of [
    ['200 words, 1 in 17', 200, 17],
    ['990 words, 1 in 17', 990, 17],
    ['990 words, all but 1 in 2', 990, 2],
    ['990 words, all', 990, 1],
    ['150,000 words, 1 in 17', 150_000, 17],
  ]) {
    const [before, after] = wordPair(words, every).map((line) => new TextEncoder().encode(line));
    const set = findChanges(before, after, { format: 'text' });
    const times = interleaved({
      words: () => wordViewer(set)(set.changes[0]),
      lines: () => findIn(paths, 'a.txt'),
    });
    const isHeld = held(times.words <= times.lines, `words: ${name}`);
    row(name, [times.words, times.lines, times.words / times.lines].map(short).concat(isHeld));
  }
}

function child(script, args) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [path, ...args], { encoding: 'utf8' }));
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { maxBuffer: 1 << 28 });
  if (error !== undefined || status !== 1) throw error ?? new Error(`${command} left with ${status}`);
}

/** Medians of each step, run in turn with another first in each round; the first two rounds only warm up. */
function interleaved(steps) {
  const names = Object.keys(steps);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round + 2) % names.length];
      const time = timed(steps[name]);
      if (round >= 0) times[name].push(time);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

function write(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function held(holds, name) {
  if (!holds) misses.push(name);
  return holds ? 'holds' : 'MISSED';
}

function short(value) {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

function row(name, cells) {
  console.log(name.padEnd(38) + cells.map((cell) => String(cell).padStart(9)).join(''));
}
