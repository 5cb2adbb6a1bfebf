/**
 * Rot: bits flip in the ledger's files, files are cut short, are gone, or were half copied. No wrong byte ever reaches a
 * user's file, `verify` names what matters, and only what needs the damaged part refuses.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, random } from '../chance.js';
import { isTimeUp } from '../races/form.js';
import { sha256 } from '../workspace.js';
import { type Facts, type Found, makeRotScene } from './rot-scene.js';
import { isLong } from './sweep.js';

const flips = isLong ? 1_000 : 10;
const truncations = isLong ? 200 : 4;
const halfCopies = isLong ? 200 : 4;
const memory = '/dev/shm';

let made: Bundle;
let home: string;
let whole: string;
let facts: Facts;
beforeAll(async () => {
  made = await bundle(new URL('./rot-child.ts', import.meta.url));
  home = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'verbatim-rot-'));
  whole = join(home, 'whole');
  facts = await makeRotScene(whole);
}, 120_000);
afterAll(() => {
  examiner?.end();
  made.remove();
  rmSync(home, { recursive: true, force: true });
});

/** Each kind of file of the ledger, by its folder or name. */
const kinds = ['copies', 'manifests', 'data.mdb', 'lock.mdb'] as const;

describe.each(kinds)('%s', (kind) => {
  it(`bits that flip never bring a wrong byte back`, { timeout: timeout() }, async () => {
    const next = random(`flips in ${kind}`);
    await sweepDamage(`flips in ${kind}`, flips, (ledger) => {
      const path = pick(filesOf(ledger, kind), next());
      const bit = Math.floor(next() * statSync(path).size * 8);
      flip(path, bit);
      return { path, what: `bit ${bit}` };
    });
  });

  it(`files that are cut short never bring a wrong byte back`, { timeout: timeout() }, async () => {
    const next = random(`truncations of ${kind}`);
    await sweepDamage(`truncations of ${kind}`, truncations, (ledger) => {
      const path = pick(filesOf(ledger, kind), next());
      const length = Math.floor(next() * statSync(path).size);
      truncateSync(path, length);
      return { path, what: `cut to ${length} bytes` };
    });
  });

  it('a file that is gone never brings a wrong byte back', { timeout: timeout() }, async () => {
    const count = filesOf(join(whole, 'ledger'), kind).length;
    let index = 0;
    await sweepDamage(`${kind} gone`, isLong ? count : Math.min(count, 4), (ledger) => {
      const path = filesOf(ledger, kind)[index++] as string;
      rmSync(path);
      return { path, what: 'gone' };
    });
  });
});

it('a folder that was half copied never brings a wrong byte back', { timeout: timeout() }, async () => {
  const next = random('half copies');
  await sweepDamage('half copied folders', halfCopies, (ledger) => {
    const all = kinds.flatMap((kind) => filesOf(ledger, kind)).sort(() => next() - 0.5);
    const missing = all.slice(Math.floor(next() * all.length));
    for (const path of missing) rmSync(path);
    const isEmpty = kinds.slice(0, 3).every((kind) => filesOf(ledger, kind).length === 0);
    return { path: ledger, isEmpty, what: `without ${missing.map((path) => basename(path)).join(' ')}` };
  });
});

interface Damage {
  readonly path: string;
  readonly what: string;
  /** True where nothing of the ledger is left. */
  readonly isEmpty?: boolean;
}

async function sweepDamage(title: string, count: number, damage: (ledger: string) => Damage): Promise<void> {
  const tally = new Map<string, number>();
  const broken: string[] = [];
  for (let n = 0; n < count && !isTimeUp(); n++) {
    const base = join(home, 'damaged');
    rmSync(base, { recursive: true, force: true });
    cpSync(whole, base, { recursive: true, preserveTimestamps: true });
    const done = damage(join(base, 'ledger'));
    const found = await examine(base);
    const { word, problems } = judge(base, done, found);
    tally.set(word, (tally.get(word) ?? 0) + 1);
    broken.push(...problems.map((problem) => `${problem} (${title}, ${n}, ${basename(done.path)} ${done.what})`));
  }
  console.log(
    `${title}: ${count}, ${broken.length} wrong; ${[...tally].map(([word, times]) => `${times} ${word}`).join(', ')}`,
  );
  expect(broken.slice(0, 5).join('\n')).toBe('');
}

/** What came of it in a word, and what must not be. */
function judge(
  base: string,
  { path, isEmpty }: Damage,
  found: Found | 'crashed',
): { word: string; problems: string[] } {
  const problems: string[] = [];
  const hashAt = (file: string): string | null => {
    const place = join(base, 'work', file);
    return existsSync(place) ? sha256(readFileSync(place)) : null;
  };
  const states = new Map<string, Set<string | null>>();
  for (const { files } of facts.actions)
    for (const { path: file, before, after } of files)
      states.set(file, new Set([...(states.get(file) ?? []), before, after]));
  for (const [file, allowed] of states)
    if (!allowed.has(hashAt(file))) problems.push(`nobody wrote what is in ${file}`);
  if (found === 'crashed') {
    if (basename(path) !== 'data.mdb') problems.push('the process crashed');
    return { word: 'crashed LMDB', problems };
  }
  if (found.opened !== 'ok') {
    if (!found.opened.startsWith('VERBATIM_LEDGER_')) problems.push(`opening failed with ${found.opened}`);
    for (const { files } of facts.actions)
      for (const { path: file } of files) if (hashAt(file) !== newest(file)) problems.push(`${file} was changed`);
    return { word: `not opened (${found.opened})`, problems };
  }

  const refused = facts.actions.filter(({ id }) => found.told[id] !== 'discarded');
  const settled = new Map<string, string | null>();
  for (const { id, files } of facts.actions) {
    for (const { path: file, before } of files) {
      if (!settled.has(file)) settled.set(file, newest(file));
      if (found.told[id] === 'discarded') settled.set(file, before);
    }
  }
  for (const [file, hash] of settled) if (hashAt(file) !== hash) problems.push(`${file} is not what was told`);
  const { restorable } = facts;
  const isRestored = found.restored?.outcome === 'restored';
  if (found.restored?.now !== (isRestored ? restorable.hash : restorable.now)) problems.push('a wrong restore');

  // An empty folder is a new ledger; that it should not be one is for the registry of workspaces to know.
  if (isEmpty === true) return { word: 'nothing was left', problems };
  const isNamed = found.verify.length > 0;
  const isHurt = refused.length > 0 || !isRestored;
  const codes = [...new Set([...refused.map(({ id }) => found.told[id] ?? ''), ...found.verify])];
  // Pages that say which pages are free are met only by who writes; whoever does then writes nothing.
  const isMetByWriters = basename(path) === 'data.mdb' && codes.some((code) => writeFaults.has(code));
  if (isHurt && !isNamed && !isMetByWriters)
    problems.push(`verify found nothing, but ${JSON.stringify(found.told)}, restore ${found.restored?.outcome}`);
  for (const code of codes) if (/not one of ours|VERBATIM_BUG/.test(code)) problems.push(`told ${code}`);
  if (path.includes('/copies/')) problems.push(...wronglyRefused(basename(path), refused, isRestored));
  if (path.includes('/manifests/') && !found.verify.some((code) => code.startsWith('MANIFEST_')))
    problems.push('verify did not find it');
  if (path.includes('/manifests/') || path.endsWith('lock.mdb')) {
    if (isHurt) problems.push(`nothing needs this file, but ${JSON.stringify(found.told)}`);
  }
  if (isHurt) return { word: isNamed ? 'refused, and named by verify' : 'refused by what writes', problems };
  return { word: isNamed ? 'named by verify' : 'of no effect', problems };
}

const writeFaults = new Set(['VERBATIM_LEDGER_DAMAGED', 'VERBATIM_LEDGER_WRITE_FAILED', 'VERBATIM_OUTCOME_UNKNOWN']);

/** Only what needs a damaged copy may refuse; and it must. */
function wronglyRefused(hash: string, refused: Facts['actions'], isRestored: boolean): string[] {
  const chained = new Map<string, boolean>();
  const problems: string[] = [];
  for (const action of facts.actions) {
    const { id, files } = action;
    // A newer action of the chain that refused stops the older one.
    const needs = files.some(
      ({ path, before, after }) => before === hash || after === hash || chained.get(path) === true,
    );
    for (const { path } of files) chained.set(path, needs);
    if (needs !== refused.includes(action)) problems.push(`${id} was ${needs ? 'not ' : ''}refused`);
  }
  if (isRestored === (facts.restorable.hash === hash)) problems.push('the restore point');
  return problems;
}

/** The actions are listed newest first. */
function newest(path: string): string | null {
  return facts.actions.flatMap(({ files }) => files).find((file) => file.path === path)?.after ?? null;
}

function filesOf(ledger: string, kind: (typeof kinds)[number]): string[] {
  if (kind.endsWith('.mdb')) return existsSync(join(ledger, kind)) ? [join(ledger, kind)] : [];
  return readdirSync(join(ledger, kind))
    .sort()
    .map((name) => join(ledger, kind, name));
}

function flip(path: string, bit: number): void {
  const bytes = readFileSync(path);
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  writeFileSync(path, bytes);
}

interface Examiner {
  /** `crashed` where the process did not live to tell. */
  ask(base: string): Promise<Found | 'crashed'>;
  end(): void;
}
let examiner: Examiner | undefined;

async function examine(base: string): Promise<Found | 'crashed'> {
  examiner ??= startExaminer();
  const found = await examiner.ask(base);
  if (found === 'crashed') examiner = undefined;
  return found;
}

function startExaminer(): Examiner {
  const child = spawn(process.execPath, [made.path], { stdio: ['pipe', 'pipe', 'inherit'] });
  let tell: (found: Found | 'crashed') => void = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => tell(JSON.parse(line) as Found));
  child.on('exit', () => tell('crashed'));
  return {
    ask: (base) =>
      new Promise((resolve) => {
        tell = resolve;
        child.stdin.write(`${base}\n`);
      }),
    end: () => void child.kill('SIGKILL'),
  };
}

function timeout(): number {
  return isLong ? 3_600_000 : 120_000;
}
