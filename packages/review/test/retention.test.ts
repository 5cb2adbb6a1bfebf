/**
 * Retention over many actions on a handful of files: at no moment more copies of a file than the limit beside what waits, no
 * bytes on disk that nobody needs, and whatever is listed can be had. In short here; 10,000 actions with VERBATIM_LONG.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCalls } from '@verbatim/fs';
import { systemError } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import type { FormatPort } from '../src/index.js';
import { lineFormats } from './line-formats.js';
import { action, callsFor, file, openWorkspace, plainFormats, put, sha256, type Workspace } from './workspace.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;
const actions = isLong ? 10_000 : 100;
const snapshotsPerFileMax = isLong ? 50 : 10;
const names = ['a.md', 'b.txt', 'c.csv', 'd.bin', 'e'];
/** Actions between two looks at the whole ledger. */
const lookEvery = isLong ? 500 : 50;

it(`keeps at most ${snapshotsPerFileMax} copies of a file over ${actions} actions, and no bytes of others`, {
  timeout: 3_600_000,
}, async () => {
  const w = await openWorkspace({ review: { limits: { snapshotsPerFileMax } } });
  const random = randomNumbers(5);
  const told = { restored: 0, undone: 0, saved: 0, full: 0, pinned: 0, most: 0 };
  for (const name of names) w.write(name, `${name} as it was\n`);
  for (let n = 1; n <= actions; n++) {
    const name = pick(names, random());
    const answer = await w.review.act('write', [put(name, `version ${n} of ${name}\n`.repeat(1 + (n % 40)))]);
    expect(answer.outcome).toBe('pending');
    checkCount(w, name, told);
    await andThen(w, name, n, random, told);
    for (const each of names) checkCount(w, each, told);
    if (n % lookEvery === 0) await look(w, n, told);
  }
  await w.reopen();
  for (const name of names) await everyCopyComesBack(w, name);
  await w.close();
});

/** What another process does at a moment, once. */
const moment: { act?: (() => void) | undefined } = {};
const now = (): void => {
  const { act } = moment;
  delete moment.act;
  act?.();
};

/** As retention does, in another process. */
function pruned(w: Workspace, id: string): void {
  w.ledger.lease('prune', (transaction) => {
    for (const pair of transaction.pairs(id)) {
      transaction.removeSnapshot(pair.before);
      if (pair.after !== null) transaction.removeSnapshot(pair.after);
      transaction.putPair({ ...pair, pruned: true });
    }
    for (const decision of transaction.decisionsOf('a.md')) transaction.releaseDecision(decision);
  });
  w.ledger.freeReleased();
}

describe('copies that another process prunes between the plan and its first step', () => {
  const atTheFile = {
    ...callsFor('exchange'),
    open(...given: Parameters<SystemCalls['open']>): number {
      if (given[0].endsWith('/a.md')) now();
      return callsFor('exchange').open(...given);
    },
  };
  const atStaging = {
    ...callsFor('exchange'),
    mkdir(...given: Parameters<SystemCalls['mkdir']>): void {
      if (given[0].includes('.verbatim-')) now();
      callsFor('exchange').mkdir(...given);
    },
  };
  const edits = async (w: Workspace): Promise<string> => {
    w.write('a.md', 'v0');
    const answer = await w.review.act('write', [put('a.md', 'v1')]);
    if (answer.outcome !== 'pending') throw new Error(answer.outcome);
    await w.review.keep([action(answer.action)]);
    // The record of the edit names its copies until the folder has been flushed again.
    await w.review.act('write', [put('b.md', 'b0')]);
    return answer.action;
  };
  it.each([
    ['before its copies are looked at', atTheFile],
    ['before it is staged', atStaging],
  ])('%s, Discard says that they were pruned', async (_when, calls) => {
    const w = await openWorkspace({ calls });
    const id = await edits(w);
    moment.act = () => pruned(w, id);
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'COPIES_PRUNED' });
    expect(moment.act).toBeUndefined();
    expect(w.files()).toEqual({ 'a.md': 'v1', 'b.md': 'b0' });
    await w.close();
  });

  it.each([
    ['before the Office check', atTheFile],
    ['before it is staged', atStaging],
  ])('%s, Restore says that it is not there any more', async (_when, calls) => {
    const formats = { ...plainFormats, problemOf: async () => undefined };
    const w = await openWorkspace({ calls, review: { formats } });
    const id = await edits(w);
    const before = w.ledger.read((view) => view.pairs(id)[0]?.before) ?? '';
    moment.act = () => pruned(w, id);
    expect(await w.review.restore('a.md', before)).toMatchObject({ outcome: 'refused', code: 'COPY_UNKNOWN' });
    expect(moment.act).toBeUndefined();
    expect(w.files()).toEqual({ 'a.md': 'v1', 'b.md': 'b0' });
    await w.close();
  });
});

describe('what another process keeps, and prunes, while single changes of it are decided', () => {
  const atTheirCopies = {
    ...callsFor('exchange'),
    open(...given: Parameters<SystemCalls['open']>): number {
      if (/\/[0-9a-f]{64}$/.test(given[0])) now();
      return callsFor('exchange').open(...given);
    },
  };
  const onceShown: FormatPort = {
    ...lineFormats,
    async changes(...given) {
      const shown = await lineFormats.changes(...given);
      now();
      return shown;
    },
  };

  it.each([
    ['before their changes are found', { calls: atTheirCopies, review: { formats: lineFormats } }],
    ['before they are put together', { review: { formats: onceShown } }],
  ])('%s, the verdict says that nothing waits any more', async (_when, setup) => {
    const w = await openWorkspace(setup);
    w.write('a.md', 'one\ntwo\n');
    const answer = await w.review.act('write', [put('a.md', 'ONE\ntwo\n')]);
    if (answer.outcome !== 'pending') throw new Error(answer.outcome);
    // The record of the edit names its copies until the folder has been flushed again.
    await w.review.act('write', [put('b.md', 'b0')]);
    moment.act = () => {
      w.ledger.lease('keep', (transaction) => {
        transaction.putAction({ ...transaction.mustAction(answer.action), status: 'kept' });
      });
      pruned(w, answer.action);
    };
    expect(await w.review.reject('a.md', ['kind:line'])).toMatchObject({ outcome: 'refused', code: 'NOTHING_PENDING' });
    expect(moment.act).toBeUndefined();
    expect(w.files()).toEqual({ 'a.md': 'ONE\ntwo\n', 'b.md': 'b0' });
    await w.close();
  });
});

describe('retention and what a person guards or undoes', () => {
  const rules = { review: { limits: { snapshotsPerFileMax: 10 } } };
  const kept = async (w: Workspace, text: string, path = 'a.md'): Promise<string> => {
    const answer = await w.review.act('write', [put(path, text)]);
    if (answer.outcome !== 'pending') throw new Error(answer.outcome);
    await w.review.keep([action(answer.action)]);
    return answer.action;
  };

  it('a pinned copy counts with the other half of its pair, so pins never outgrow the limit', async () => {
    const w = await openWorkspace(rules);
    w.write('a.md', 'v0');
    const refusals: string[] = [];
    for (let n = 1; n <= 12; n++) {
      await kept(w, `v${n}`);
      const [newest] = (await historyOf(w, 'a.md')).copies;
      const pinned = await w.review.pin('a.md', newest?.id ?? '');
      if (pinned.outcome === 'refused') refusals.push(pinned.code);
    }
    expect((await historyOf(w, 'a.md')).copies.length).toBeLessThanOrEqual(10);
    expect(new Set(refusals)).toEqual(new Set(['HISTORY_FULL']));
    await w.close();
  });

  it('pins on what still waits count too', async () => {
    const w = await openWorkspace(rules);
    w.write('a.md', 'v0');
    for (let n = 1; n <= 8; n++) await w.review.act('write', [put('a.md', `v${n}`)]);
    for (const { id } of (await historyOf(w, 'a.md')).copies) await w.review.pin('a.md', id);
    await w.review.keepAll();
    expect((await historyOf(w, 'a.md')).copies.length).toBeLessThanOrEqual(10);
    await w.close();
  });

  it('undo of an old Discard never loses the copies of the review that it opens again', async () => {
    const w = await openWorkspace(rules);
    w.write('a.md', 'one');
    const old = await w.review.act('write', [put('a.md', 'two')]);
    const discarded = await w.review.discard([file('a.md')]);
    for (const text of ['x', 'y']) {
      await w.review.act('write', [put('a.md', text)]);
      await w.review.discard([file('a.md')]);
    }
    for (let n = 0; n < 4; n++) {
      w.write('a.md', `point ${n}`);
      await w.review.save('a.md');
    }
    w.write('a.md', 'one');
    const options = { acceptReplaced: true };
    expect(await w.review.undo((discarded as { decision: string }).decision, options)).toMatchObject({
      outcome: 'restored',
    });
    expect(w.read('a.md')).toBe('two');
    expect(await w.review.history(action((old as { action: string }).action))).toMatchObject({
      action: { status: 'pending', revertible: true },
    });
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded' });
    expect(w.read('a.md')).toBe('one');
    await w.close();
  });

  it('a Keep is listed among what can be undone', async () => {
    const w = await openWorkspace(rules);
    w.write('a.md', 'one');
    const id = await kept(w, 'two');
    const { decisions } = await historyOf(w, 'a.md');
    expect(decisions).toMatchObject([{ verdict: 'keep', actions: [id] }]);
    expect(await w.review.undo(decisions[0]?.id ?? '')).toMatchObject({ outcome: 'restored', undid: 'keep' });
    await w.close();
  });

  it('purge of one copy leaves the undo of what was decided before it', async () => {
    const w = await openWorkspace(rules);
    w.write('a.md', 'one');
    await w.review.act('write', [put('a.md', 'two')]);
    const discarded = await w.review.discard([file('a.md')]);
    w.write('a.md', 'mine');
    await w.review.save('a.md');
    const [point] = (await historyOf(w, 'a.md')).copies;
    await w.review.purge('a.md', { copies: [point?.id ?? ''], confirmed: true });
    const { decisions } = await historyOf(w, 'a.md');
    expect(decisions.map(({ id }) => id)).toEqual([(discarded as { decision: string }).decision]);
    await w.close();
  });
});

it('purge leaves alone what an interrupted action needs, and status goes on', async () => {
  const w = await openWorkspace();
  w.write('a.md', 'one');
  const begun = await w.review.begin(['a.md']);
  const { action: id } = begun as { action: string };
  w.write('a.md', 'two');
  for (const end of [() => w.review.status(), () => w.review.cancel(id)]) {
    await end();
    expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({
      code: 'REVIEW_PENDING',
      next: expect.stringContaining(`verbatim commit ${id}`) as string,
    });
  }
  expect((await w.review.status()).actions).toMatchObject([{ id, status: 'interrupted' }]);
  await w.review.commit(id);
  await w.review.keepAll();
  expect(await w.review.purge('a.md', { confirmed: true })).toMatchObject({ outcome: 'purged' });
  await w.close();
});

it('a copy that cannot be deleted stops nobody’s edits, and purge says that it is still there', async () => {
  let isStuck = false;
  const real = callsFor('exchange');
  const unlink: typeof real.unlink = (...given) => {
    if (isStuck && /[0-9a-f]{64}$/.test(given[0])) throw systemError('EPERM', 'unlink');
    return real.unlink(...given);
  };
  const w = await openWorkspace({ calls: { ...real, unlink } });
  w.write('a.md', 'secret');
  await w.review.act('write', [put('a.md', 'public')]);
  await w.review.keepAll();
  isStuck = true;
  await expect(w.review.purge('a.md', { confirmed: true })).rejects.toMatchObject({ code: 'VERBATIM_IO' });
  expect(await w.review.act('write', [put('a.md', 'more')])).toMatchObject({ outcome: 'pending' });
  isStuck = false;
  await w.review.keepAll();
  expect(readdirSync(join(w.ledgerDir, 'copies')).sort()).toEqual(['more', 'public'].map(sha256).sort());
  await w.close();
});

it('restore works however many edits wait', async () => {
  const w = await openWorkspace({ review: { limits: { pendingPairsPerFileMax: 2 } } });
  w.write('a.md', 'one');
  for (const text of ['two', 'three']) await w.review.act('write', [put('a.md', text)]);
  expect(await w.review.act('write', [put('a.md', 'four')])).toMatchObject({ code: 'PENDING_TOO_MANY' });
  const oldest = (await historyOf(w, 'a.md')).copies.at(-1);
  expect(await w.review.restore('a.md', oldest?.id ?? '')).toMatchObject({ outcome: 'restored' });
  expect(w.read('a.md')).toBe('one');
  await w.close();
});

describe('renames', () => {
  const move = (w: Workspace, path: string, to: string) => w.review.act('move', [{ op: 'move', path, to }]);
  const texts = async (w: Workspace, path: string, count = 100) => {
    const shown: string[] = [];
    let below: number | undefined;
    do {
      const answer = await w.review.history(file(path), { count, ...(below === undefined ? {} : { below }) });
      if (answer.outcome === 'refused') throw new Error(answer.message);
      shown.push(...answer.copies.map((copy) => `${copy.path} ${copy.hash?.slice(0, 4) ?? 'none'}`));
      below = answer.next;
    } while (below !== undefined);
    return shown;
  };
  const hash = (text: string): string => sha256(text).slice(0, 4);

  it('by case alone: history follows, Discard puts both names back, and so does its undo', async () => {
    const w = await openWorkspace();
    w.write('a.md', 'one');
    await w.review.act('write', [put('a.md', 'two')]);
    await w.review.keepAll();
    expect(await move(w, 'a.md', 'A.md')).toMatchObject({ outcome: 'pending' });
    expect(w.files()).toEqual({ 'A.md': 'two' });
    expect((await texts(w, 'A.md')).at(-1)).toBe(`a.md ${hash('one')}`);
    const discarded = await w.review.discardAll();
    expect(w.files()).toEqual({ 'a.md': 'two' });
    // What was undone led nowhere: the other name has no past of its own.
    expect((await texts(w, 'A.md')).every((shown) => shown.startsWith('A.md'))).toBe(true);
    const [first] = discarded.outcome === 'refused' || !('decisions' in discarded) ? [] : discarded.decisions;
    const decision = first !== undefined && 'decision' in first ? first.decision : '';
    expect(await w.review.undo(decision)).toMatchObject({ outcome: 'restored' });
    expect(w.files()).toEqual({ 'A.md': 'two' });
    await w.review.keepAll();
    const [oldest] = (await historyOf(w, 'A.md')).copies.toReversed();
    expect(await w.review.restore('A.md', oldest?.id ?? '')).toMatchObject({ outcome: 'restored' });
    expect(w.files()).toEqual({ 'A.md': 'one' });
    await w.close();
  });

  it('pages join across a rename, and across one back and forth nothing is told twice', async () => {
    const w = await openWorkspace();
    w.write('a.md', '0');
    for (const text of ['1', '2', '3']) await w.review.act('write', [put('a.md', text)]);
    await move(w, 'a.md', 'b.md');
    await w.review.act('write', [put('b.md', '4')]);
    expect(await texts(w, 'b.md', 2)).toEqual(await texts(w, 'b.md'));
    expect(await texts(w, 'b.md')).toContain(`a.md ${hash('0')}`);
    await move(w, 'b.md', 'a.md');
    const { copies } = await historyOf(w, 'a.md');
    expect(new Set(copies.map(({ id }) => id)).size).toBe(copies.length);
    expect(await texts(w, 'a.md', 3)).toEqual(await texts(w, 'a.md'));
    await w.close();
  });

  it('a name taken by another file before: what is newest comes first', async () => {
    const w = await openWorkspace();
    w.write('b.md', 'other');
    await w.review.act('delete', [{ op: 'delete', path: 'b.md' }]);
    w.write('a.md', 'one');
    await w.review.act('write', [put('a.md', 'two')]);
    await move(w, 'a.md', 'b.md');
    expect(await texts(w, 'b.md', 2)).toEqual([
      `b.md ${hash('two')}`,
      'b.md none',
      `a.md ${hash('two')}`,
      `a.md ${hash('one')}`,
      'b.md none',
      `b.md ${hash('other')}`,
    ]);
    await w.close();
  });

  it('two names that differ by case alone are two files here, each with its own history', async () => {
    const w = await openWorkspace();
    w.write('a.md', 'low');
    w.write('A.md', 'high');
    await w.review.act('write', [put('a.md', 'lower')]);
    await w.review.act('write', [put('A.md', 'higher')]);
    expect(await move(w, 'a.md', 'A.md')).toMatchObject({ outcome: 'refused', code: 'PATH_TAKEN' });
    expect(await texts(w, 'a.md')).toEqual([`a.md ${hash('lower')}`, `a.md ${hash('low')}`]);
    expect(await texts(w, 'A.md')).toEqual([`A.md ${hash('higher')}`, `A.md ${hash('high')}`]);
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded' });
    expect(w.files()).toEqual({ 'a.md': 'low', 'A.md': 'higher' });
    const [copy] = (await historyOf(w, 'A.md')).copies;
    expect(await w.review.restore('a.md', copy?.id ?? '')).toMatchObject({ code: 'COPY_UNKNOWN' });
    await w.close();
  });

  it('restore under the old name brings a file back beside the renamed one', async () => {
    const w = await openWorkspace();
    w.write('a.md', 'one');
    await w.review.act('write', [put('a.md', 'two')]);
    await move(w, 'a.md', 'A.md');
    await w.review.keepAll();
    const oldest = (await historyOf(w, 'a.md')).copies.at(-1);
    expect(await w.review.restore('a.md', oldest?.id ?? '')).toMatchObject({ outcome: 'restored' });
    expect(w.files()).toEqual({ 'a.md': 'one', 'A.md': 'two' });
    await w.close();
  });

  it('history follows a file that was edited on the way', async () => {
    const w = await openWorkspace();
    w.write('a.md', 'one');
    await w.review.act('write', [put('a.md', 'two')]);
    const edits = [{ op: 'move' as const, path: 'a.md', to: 'b.md' }, put('b.md', 'three')];
    expect(await w.review.act('apply', edits)).toMatchObject({ outcome: 'pending' });
    expect((await texts(w, 'b.md')).at(-1)).toBe(`a.md ${hash('one')}`);
    await w.close();
  });

  it('purge takes what the file held under its former names', async () => {
    const w = await openWorkspace();
    w.write('a.md', 'secret');
    w.write('c.md', 'of another');
    await w.review.act('write', [put('a.md', 'secret too')]);
    await move(w, 'a.md', 'b.md');
    await w.review.act('write', [put('b.md', 'public'), put('c.md', 'still of another')]);
    expect(await w.review.purge('b.md', { confirmed: true })).toMatchObject({ code: 'REVIEW_PENDING' });
    await w.review.keepAll();
    expect(await w.review.purge('b.md', { confirmed: true })).toMatchObject({ outcome: 'purged' });
    expect(await texts(w, 'b.md')).toEqual([]);
    expect(await texts(w, 'a.md')).toEqual([]);
    const stored = readdirSync(join(w.ledgerDir, 'copies')).sort();
    expect(stored).toEqual(['of another', 'still of another'].map(sha256).sort());
    await w.close();
  });
});

/** What a person does after the agent's edit. */
async function andThen(
  w: Workspace,
  name: string,
  n: number,
  random: () => number,
  told: Record<string, number>,
): Promise<void> {
  const tell = (what: string): void => void (told[what] = (told[what] ?? 0) + 1);
  const dice = random() % 20;
  if (dice < 8) expect(await w.review.keep([file(name)])).toMatchObject({ outcome: 'kept' });
  else if (dice < 11) expect(await w.review.discard([file(name)])).toMatchObject({ outcome: 'discarded' });
  else if (dice < 13) {
    const saved = await w.review.save(name, { note: `at ${n}` });
    if (saved.outcome === 'refused') expect(saved.code).toBe('HISTORY_FULL');
    tell(saved.outcome === 'saved' ? 'saved' : 'full');
    if (saved.outcome === 'refused') await removeOldestPoint(w, name);
  } else if (dice < 15) {
    const { copies } = await historyOf(w, name);
    const copy = pick(copies, random());
    const pinned = copy.pinned ? await w.review.unpin(name, copy.id) : await w.review.pin(name, copy.id);
    if (pinned.outcome === 'refused') expect(pinned.code).toBe('HISTORY_FULL');
    else tell('pinned');
  } else if (dice < 17) {
    const { copies } = await historyOf(w, name);
    const copy = pick(copies, random());
    expect(copy.restorable).toBe(true);
    expect((await w.review.restore(name, copy.id)).outcome).toMatch(/^(restored|unchanged)$/);
    tell('restored');
  } else if (dice < 19) {
    await discardAndUndo(w, name);
    tell('undone');
  } else if (n % 3 === 0) {
    for (const id of (await w.review.status()).actions.map((one) => one.id)) await w.review.keep([action(id)]);
  }
}

/** A chain too long for the limit cannot be opened again; what it left is retained all the same, and that is said. */
async function discardAndUndo(w: Workspace, name: string): Promise<void> {
  const left = w.read(name);
  const discarded = await w.review.discard([file(name)]);
  // A restore, or an edit before one, went over what waits.
  if (discarded.outcome === 'refused' || !('decision' in discarded)) return;
  const undone = await w.review.undo(discarded.decision);
  if (undone.outcome === 'refused') {
    expect(undone.code).toBe('COPIES_PRUNED');
    expect(discarded.actions.length).toBeGreaterThan(1);
    const [, copy] = /restore \S+ (s\w+)$/.exec(undone.next ?? '') ?? [];
    expect(await w.review.restore(name, copy ?? '')).toMatchObject({ outcome: 'restored' });
  }
  expect(w.read(name)).toBe(left);
}

/** The limit counts what was decided; pending pairs are on top. */
function checkCount(w: Workspace, name: string, told: { most: number }): void {
  const counted = w.ledger.read((view) =>
    view.copiesOf(name).filter((copy) => copy.action === null || view.mustAction(copy.action).status !== 'pending'),
  );
  told.most = Math.max(told.most, counted.length);
  expect(counted.length).toBeLessThanOrEqual(snapshotsPerFileMax);
}

async function look(w: Workspace, n: number, told: object): Promise<void> {
  // The records of transitions that are done with go first; until then they name their copies.
  w.ledger.lease('settle', () => {});
  w.ledger.freeReleased();
  const { problems, copies, bytes, orphans, snapshots } = w.ledger.verify();
  expect(problems).toEqual([]);
  const folder = join(w.ledgerDir, 'copies');
  const stored = readdirSync(folder);
  const onDisk = stored.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect({ orphans, files: stored.length, onDisk }).toEqual({ orphans: 0, files: copies, onDisk: bytes });
  if (isLong) console.log(`${n} actions: ${snapshots} copies listed, ${copies} files of ${bytes} bytes`, told);
}

async function historyOf(w: Workspace, name: string) {
  const answer = await w.review.history(file(name), { count: 10_000 });
  if (answer.outcome === 'refused') throw new Error(answer.message);
  return answer;
}

async function removeOldestPoint(w: Workspace, name: string): Promise<void> {
  const { copies } = await historyOf(w, name);
  const oldest = copies.findLast(({ label }) => label === 'Restore point') ?? copies.findLast(({ pinned }) => pinned);
  if (oldest === undefined || oldest.status === 'pending') return;
  expect(await w.review.purge(name, { copies: [oldest.id], confirmed: true })).toMatchObject({ outcome: 'purged' });
}

async function everyCopyComesBack(w: Workspace, name: string): Promise<void> {
  await w.review.keepAll();
  const { copies } = await historyOf(w, name);
  // A restore adds two copies for which the oldest go, so the oldest is fetched first.
  for (const copy of copies.toReversed()) {
    const { outcome, ...rest } = await w.review.restore(name, copy.id);
    if (outcome === 'refused') expect(rest).toMatchObject({ code: 'COPY_UNKNOWN' });
    else expect(hashOnDisk(w, name)).toBe(copy.hash);
  }
}

function hashOnDisk(w: Workspace, name: string): string | null {
  const text = w.read(name);
  return text === null ? null : sha256(text);
}

function pick<T>(all: readonly T[], which: number): T {
  return all[which % all.length] as T;
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}
