/** Text changes are decided one at a time, with the real formats, ledger and disk (design section 6). */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DecisionAnswer, InspectedFile, Refused } from '@verbatim/review';
import { describe, expect, test } from 'vitest';
import type { Verbatim } from '../src/open-verbatim.js';
import { makeScratch, open, type Scratch } from './scratch.js';

const original = 'alpha\n\nbeta\n\ngamma\n\ndelta\n';
const edited = 'ALPHA\n\nbeta\n\nGAMMA\n\ndelta\n\nepsilon\n';

interface Desk {
  readonly scratch: Scratch;
  readonly verbatim: Verbatim;
  write(text: string, path?: string): void;
  read(path?: string): string;
  edit(text: string, path?: string): Promise<string>;
  /** The file's changes, by what they show. */
  look(path?: string): Promise<InspectedFile>;
  idOf(text: string, path?: string): Promise<string>;
  reopened(): Promise<Desk>;
}

async function makeDesk(before: string = original): Promise<Desk> {
  const scratch = makeScratch();
  writeFileSync(join(scratch.root, 'a.txt'), before);
  return deskOf(scratch, await open(scratch));
}

function deskOf(scratch: Scratch, verbatim: Verbatim): Desk {
  const at = (path: string): string => join(scratch.root, path);
  const look = async (path = 'a.txt'): Promise<InspectedFile> => {
    const answer = await verbatim.review.inspect({ kind: 'file', path });
    if (answer.outcome === 'refused') throw new Error(answer.message);
    return answer.files[0] as InspectedFile;
  };
  return {
    scratch,
    verbatim,
    look,
    write: (text, path = 'a.txt') => writeFileSync(at(path), text),
    read: (path = 'a.txt') => readFileSync(at(path), 'utf8'),
    async edit(text, path = 'a.txt') {
      const answer = await verbatim.review.act('write', [{ op: 'write', path, bytes: Buffer.from(text) }]);
      if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
      return answer.action;
    },
    async idOf(text, path) {
      const { changes } = await look(path);
      const found = changes.filter(({ parts }) => parts.some((part) => (part.before + part.after).includes(text)));
      if (found.length !== 1) throw new Error(`${found.length} changes show ${text}`);
      return found[0]?.id as string;
    },
    async reopened() {
      await verbatim.close();
      return deskOf(scratch, await open(scratch));
    },
  };
}

const statusOf = async ({ verbatim }: Desk, id: string) => verbatim.ledger.read((view) => view.mustAction(id).status);

describe('accept and reject', () => {
  test('reject puts just that change back, byte for byte, and the rest waits', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const answer = await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    expect(answer).toMatchObject({ outcome: 'mixed', undecided: 2, files: [{ did: 'written' }] });
    expect(desk.read()).toBe('alpha\n\nbeta\n\nGAMMA\n\ndelta\n\nepsilon\n');
    const { actions } = await desk.verbatim.review.status();
    expect(actions[0]?.files[0]).toMatchObject({ changeCount: 2, changesInAll: 3, decidedBy: 'per-change' });
    expect(actions[0]?.files[0]).not.toHaveProperty('blocked');
  });

  test('accept writes nothing, and decisions survive a restart', async () => {
    let desk = await makeDesk();
    const action = await desk.edit(edited);
    expect(await desk.verbatim.review.accept('a.txt', [await desk.idOf('GAMMA')])).toMatchObject({
      outcome: 'kept',
      undecided: 2,
      files: [{ did: 'nothing' }],
    });
    desk = await desk.reopened();
    expect((await desk.look()).changes.map(({ verdict }) => verdict)).toEqual([undefined, 'accept', undefined]);
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA'), await desk.idOf('epsilon')]);
    expect(desk.read()).toBe('alpha\n\nbeta\n\nGAMMA\n\ndelta\n');
    expect(await statusOf(desk, action)).toBe('mixed');
    expect((await desk.verbatim.review.status()).actions).toEqual([]);
  });

  test('all accepted is kept; all rejected is discarded, with the original bytes', async () => {
    const kept = await makeDesk();
    const one = await kept.edit(edited);
    const all = (await kept.look()).changes.map(({ id }) => id);
    expect(await kept.verbatim.review.accept('a.txt', all)).toMatchObject({ outcome: 'kept', undecided: 0 });
    expect(await statusOf(kept, one)).toBe('kept');

    const back = await makeDesk();
    const other = await back.edit(edited);
    for (const { id } of (await back.look()).changes) await back.verbatim.review.reject('a.txt', [id]);
    expect(back.read()).toBe(original);
    expect(await statusOf(back, other)).toBe('discarded');
  });

  test('the order of verdicts does not matter, and a verdict can be changed while something waits', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const alpha = await desk.idOf('ALPHA');
    await desk.verbatim.review.reject('a.txt', [alpha]);
    expect(await desk.verbatim.review.accept('a.txt', [alpha])).toMatchObject({ files: [{ did: 'written' }] });
    expect(desk.read()).toBe(edited);
    expect(await desk.verbatim.review.accept('a.txt', [alpha])).toMatchObject({ outcome: 'unchanged' });
  });

  test('an unknown or stale change is refused by name, and nothing moves', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const alpha = await desk.idOf('ALPHA');
    const answer = await desk.verbatim.review.reject('a.txt', [alpha, 'c000000000000']);
    expect(answer).toMatchObject({ outcome: 'refused', code: 'CHANGE_UNKNOWN' });
    expect((answer as Refused).message).toContain('c000000000000');
    expect((answer as Refused).message).not.toContain(alpha);
    expect(desk.read()).toBe(edited);
    await desk.edit(`new first line\n${edited}`);
    expect(await desk.verbatim.review.reject('a.txt', [alpha])).toMatchObject({ code: 'CHANGE_UNKNOWN' });
  });

  test('all changes of a kind are decided with one word', async () => {
    const desk = await makeDesk('one\r\ntwo\r\nthree\r\n');
    await desk.edit('one\nTWO\nthree\n');
    expect(await desk.verbatim.review.reject('a.txt', ['kind:eol'])).toMatchObject({ undecided: 1 });
    expect(desk.read()).toBe('one\r\nTWO\nthree\r\n');
  });

  test('a whole-file decision is refused with the reason: Office, binary, created and deleted files', async () => {
    const desk = await makeDesk();
    await desk.edit('new', 'b.txt');
    expect(await desk.verbatim.review.accept('b.txt', ['c000000000000'])).toMatchObject({ code: 'DECIDED_WHOLE' });
    expect(await desk.verbatim.review.accept('c.txt', ['c000000000000'])).toMatchObject({ code: 'NOTHING_PENDING' });
  });

  test('a change of permissions is decided like any other', async () => {
    const desk = await makeDesk();
    const { chmodSync, statSync } = await import('node:fs');
    const path = join(desk.scratch.root, 'a.txt');
    const begun = await desk.verbatim.review.begin(['a.txt']);
    if (begun.outcome === 'refused') throw new Error(begun.message);
    desk.write(edited);
    chmodSync(path, 0o755);
    await desk.verbatim.review.commit(begun.action);
    await desk.verbatim.review.reject('a.txt', ['mode']);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(desk.read()).toBe(edited);
  });

  test('what was seen moves with each verdict', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const { seen } = await desk.verbatim.review.status();
    await desk.verbatim.review.accept('a.txt', [await desk.idOf('ALPHA')], { seen });
    expect(await desk.verbatim.review.reject('a.txt', [await desk.idOf('GAMMA')], { seen })).toMatchObject({
      code: 'SEEN_MOVED',
    });
  });

  test('a key replays its answer', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const id = await desk.idOf('ALPHA');
    const first = await desk.verbatim.review.reject('a.txt', [id], { key: 'k' });
    expect(await desk.verbatim.review.reject('a.txt', [id], { key: 'k' })).toEqual({ ...first, replayed: true });
  });
});

describe('Discard and Keep after verdicts', () => {
  test('Discard reverts only what is undecided', async () => {
    const desk = await makeDesk();
    const action = await desk.edit(edited);
    await desk.verbatim.review.accept('a.txt', [await desk.idOf('GAMMA')]);
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    expect(await desk.verbatim.review.discard([{ kind: 'file', path: 'a.txt' }])).toMatchObject({ outcome: 'mixed' });
    expect(desk.read()).toBe('alpha\n\nbeta\n\nGAMMA\n\ndelta\n');
    expect(await statusOf(desk, action)).toBe('mixed');
  });

  test('Discard after rejects alone is back at the original, and says discarded', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    const answer = await desk.verbatim.review.discard([{ kind: 'file', path: 'a.txt' }]);
    expect(answer).toMatchObject({ outcome: 'discarded' });
    expect(desk.read()).toBe(original);
  });

  test('Keep leaves what is there, and says mixed where something was undone', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    expect(await desk.verbatim.review.keep([{ kind: 'file', path: 'a.txt' }])).toMatchObject({ outcome: 'mixed' });
    expect(desk.read()).toBe('alpha\n\nbeta\n\nGAMMA\n\ndelta\n\nepsilon\n');
  });

  test('of two files decided together, each action says how its own file came out', async () => {
    const desk = await makeDesk();
    desk.write(original, 'b.txt');
    const one = await desk.edit(edited);
    const other = await desk.verbatim.review.act('write', [{ op: 'write', path: 'b.txt', bytes: Buffer.from(edited) }]);
    if (other.outcome !== 'pending') throw new Error('not pending');
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    const targets = [one, other.action].map((id) => ({ kind: 'action', id }) as const);
    expect(await desk.verbatim.review.keep(targets)).toMatchObject({ outcome: 'mixed' });
    expect([await statusOf(desk, one), await statusOf(desk, other.action)]).toEqual(['mixed', 'kept']);
  });

  test('a chain is decided as one after the first verdict', async () => {
    const desk = await makeDesk();
    const older = await desk.edit(edited);
    const newer = await desk.edit(edited.replace('beta', 'BETA'));
    await desk.verbatim.review.accept('a.txt', [await desk.idOf('BETA')]);
    const refused = await desk.verbatim.review.keep([{ kind: 'action', id: older }]);
    expect(refused).toMatchObject({ code: 'SCOPE_WIDER' });
    expect(await desk.verbatim.review.discard([{ kind: 'file', path: 'a.txt' }])).toMatchObject({
      outcome: 'mixed',
      actions: [older, newer],
    });
    expect(desk.read()).toBe(original.replace('beta', 'BETA'));
  });

  test('of an action on two files, one decided change by change leaves the other to be decided', async () => {
    const desk = await makeDesk();
    desk.write(original, 'b.txt');
    const write = (path: string) => ({ op: 'write', path, bytes: Buffer.from(edited) }) as const;
    const answer = await desk.verbatim.review.act('apply', [write('a.txt'), write('b.txt')]);
    if (answer.outcome !== 'pending') throw new Error('not pending');
    for (const { id } of (await desk.look()).changes) await desk.verbatim.review.reject('a.txt', [id]);
    expect(desk.read()).toBe(original);
    expect(await statusOf(desk, answer.action)).toBe('pending');
    const all = (await desk.look('b.txt')).changes.map(({ id }) => id);
    await desk.verbatim.review.accept('b.txt', all);
    expect(await statusOf(desk, answer.action)).toBe('mixed');
  });
});

describe('the agent edits again', () => {
  test('decided changes fold into the base, undecided ones stay', async () => {
    const desk = await makeDesk();
    const first = await desk.edit(edited);
    await desk.verbatim.review.accept('a.txt', [await desk.idOf('GAMMA')]);
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    const second = await desk.edit(desk.read().replace('delta', 'DELTA'));
    const { changes } = await desk.look();
    const shown = changes.flatMap(({ parts }) => parts.map(({ after }) => after)).join('');
    expect(changes.every(({ verdict }) => verdict === undefined)).toBe(true);
    expect(['DELTA', 'epsilon', 'ALPHA', 'GAMMA'].map((word) => shown.includes(word))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await desk.verbatim.review.discard([{ kind: 'file', path: 'a.txt' }]);
    expect(desk.read()).toBe('alpha\n\nbeta\n\nGAMMA\n\ndelta\n');
    expect([await statusOf(desk, first), await statusOf(desk, second)]).toEqual(['mixed', 'mixed']);
  });

  test('an agent that writes by itself folds as well', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    const begun = await desk.verbatim.review.begin(['a.txt']);
    if (begun.outcome === 'refused') throw new Error(begun.message);
    expect(await desk.verbatim.review.accept('a.txt', ['kind:lines'])).toMatchObject({ code: 'FILE_BUSY' });
    desk.write(desk.read().replace('beta', 'BETA'));
    await desk.verbatim.review.commit(begun.action);
    expect((await desk.look()).changes).toHaveLength(3);
    await desk.verbatim.review.discard([{ kind: 'file', path: 'a.txt' }]);
    expect(desk.read()).toBe(original);
  });

  test('a new chain starts where a person edited in between; the lower one is blocked and Keep does not cross', async () => {
    const desk = await makeDesk();
    const lower = await desk.edit(edited);
    await desk.verbatim.review.reject('a.txt', [await desk.idOf('ALPHA')]);
    desk.write(`${desk.read()}typed by hand\n`);
    const upper = await desk.edit(`${desk.read()}agent again\n`);
    const { actions } = await desk.verbatim.review.status();
    expect(actions.map(({ id, files }) => [id, files[0]?.blocked])).toEqual([
      [lower, 'edited-since'],
      [upper, undefined],
    ]);
    expect((await desk.look()).changes).toHaveLength(1);
    expect(await desk.verbatim.review.keep([{ kind: 'action', id: upper }])).toMatchObject({ outcome: 'kept' });
    expect(await statusOf(desk, lower)).toBe('pending');
  });
});

describe('a person edited in between', () => {
  test('reject refuses in the fixed words, and their work stays', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const alpha = await desk.idOf('ALPHA');
    desk.write(`${edited}typed by hand\n`);
    const answer = await desk.verbatim.review.reject('a.txt', [alpha]);
    expect(answer).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
      message:
        'This file changed after the reviewed agent edit. Its review remains pending so newer work is not overwritten.',
    });
    expect((answer as Refused).next).toContain('--around-edits');
    expect(desk.read()).toBe(`${edited}typed by hand\n`);
    expect(await desk.verbatim.review.accept('a.txt', [await desk.idOf('GAMMA')])).toMatchObject({ outcome: 'kept' });
  });

  test('around their edits just the bytes of the change are replaced; a touching one is blocked', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const [alpha, gamma] = [await desk.idOf('ALPHA'), await desk.idOf('GAMMA')];
    const typed = edited.replace('GAMMA', 'GAMMA and more');
    desk.write(typed);
    const around = { aroundEdits: true };
    expect(await desk.verbatim.review.reject('a.txt', [gamma], around)).toMatchObject({ code: 'CHANGE_BLOCKED' });
    expect(desk.read()).toBe(typed);
    expect(await desk.verbatim.review.reject('a.txt', [alpha], around)).toMatchObject({ outcome: 'mixed' });
    expect(desk.read()).toBe(typed.replace('ALPHA', 'alpha'));
    expect(await desk.verbatim.review.discard([{ kind: 'file', path: 'a.txt' }])).toMatchObject({
      code: 'FILE_CHANGED',
    });
  });

  test('a file that another program replaced with equal bytes is refused until that is accepted', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const alpha = await desk.idOf('ALPHA');
    desk.write(edited, 'other');
    renameSync(join(desk.scratch.root, 'other'), join(desk.scratch.root, 'a.txt'));
    const answer: DecisionAnswer = await desk.verbatim.review.reject('a.txt', [alpha]);
    expect(answer).toMatchObject({ code: 'FILE_REPLACED' });
    await desk.verbatim.review.reject('a.txt', [alpha], { acceptReplaced: true });
    expect(desk.read()).toBe(edited.replace('ALPHA', 'alpha'));
  });

  test('a deleted file is refused', async () => {
    const desk = await makeDesk();
    await desk.edit(edited);
    const alpha = await desk.idOf('ALPHA');
    rmSync(join(desk.scratch.root, 'a.txt'));
    expect(await desk.verbatim.review.reject('a.txt', [alpha])).toMatchObject({ code: 'FILE_CHANGED' });
  });
});
