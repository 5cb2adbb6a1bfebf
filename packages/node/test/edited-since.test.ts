/** What inspect tells of a file that somebody edited after the agent: which changes can be put back around that, and why others not. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InspectedFile, ShownChange } from '@verbatim/review';
import { expect, test } from 'vitest';
import { makeScratch, open } from './scratch.js';

const original = 'alpha\n\nbeta\n\ngamma\n\ndelta\n';
const edited = 'ALPHA\n\nbeta\n\nGAMMA\n\ndelta\n\nepsilon\n';
const touched = 'What was edited since overlaps or touches this change, so it cannot be put back by itself.';

async function makeDesk(path = 'a.txt', before = original) {
  const scratch = makeScratch();
  const verbatim = await open(scratch);
  const at = join(scratch.root, path);
  writeFileSync(at, before);
  return {
    at,
    review: verbatim.review,
    write: (text: string) => writeFileSync(at, text),
    read: () => readFileSync(at, 'utf8'),
    async edit(text: string): Promise<string> {
      const answer = await verbatim.review.act('write', [{ op: 'write', path, bytes: Buffer.from(text) }]);
      if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
      return answer.action;
    },
    async look(action?: string): Promise<InspectedFile> {
      const target =
        action === undefined ? ({ kind: 'file', path } as const) : ({ kind: 'action', id: action } as const);
      const answer = await verbatim.review.inspect(target);
      if (answer.outcome === 'refused') throw new Error(answer.message);
      return answer.files[0] as InspectedFile;
    },
  };
}

const blocks = ({ changes }: InspectedFile): readonly ShownChange['blocked'][] => changes.map(({ blocked }) => blocked);

test('nothing is blocked while the file is as the agent or the verdicts left it', async () => {
  const desk = await makeDesk();
  const action = await desk.edit(edited);
  expect(await desk.look(action)).not.toHaveProperty('editedSince');
  const [first] = (await desk.look()).changes;
  await desk.review.reject('a.txt', [first?.id as string]);
  const file = await desk.look();
  expect(file).not.toHaveProperty('editedSince');
  expect(blocks(file)).toEqual([undefined, undefined, undefined]);
});

test('a change next to a line that was edited since is blocked, with that line; the others are not', async () => {
  const desk = await makeDesk();
  const action = await desk.edit(edited);
  desk.write(edited.replace('GAMMA', 'GAMMA and more').replace('epsilon\n', 'epsilon\nomega\n'));
  for (const file of [await desk.look(), await desk.look(action)]) {
    expect(file).toMatchObject({ editedSince: true, undecided: 3 });
    expect(blocks(file)).toEqual([
      undefined,
      { reason: touched, edits: [{ before: 'GAMMA\n', after: 'GAMMA and more\n' }] },
      { reason: touched, edits: [{ before: '', after: 'omega\n' }] },
    ]);
  }
});

test('what is told to be possible is possible, and what is told to be blocked is refused', async () => {
  const desk = await makeDesk();
  await desk.edit(edited);
  const typed = edited.replace('GAMMA', 'GAMMA and more');
  desk.write(typed);
  const { changes } = await desk.look();
  expect(changes.map(({ blocked }) => blocked === undefined)).toEqual([true, false, true]);
  for (const { id, blocked } of changes) {
    const answer = await desk.review.reject('a.txt', [id], { aroundEdits: true });
    expect(answer.outcome === 'refused' && answer.code).toBe(blocked === undefined ? false : 'CHANGE_BLOCKED');
  }
  expect(desk.read()).toBe('alpha\n\nbeta\n\nGAMMA and more\n\ndelta\n');
  expect((await desk.review.accept('a.txt', [changes[1]?.id as string])).outcome).toBe('mixed');
});

test('a file that cannot be told apart from its edits, or is gone, blocks every change and says why', async () => {
  const desk = await makeDesk();
  await desk.edit(edited);
  desk.write(`${edited}\0`);
  const reason = 'What was edited since cannot be told apart from this change: This file is not text.';
  expect(new Set(blocks(await desk.look()).map((block) => block?.reason))).toEqual(new Set([reason]));
  rmSync(desk.at);
  const file = await desk.look();
  expect(file).toMatchObject({ editedSince: true, sha256: { now: null } });
  expect(blocks(file)[0]?.reason).toBe('The file is not there any more, so no change of it can be put back by itself.');
});

test('of equal records of which one is gone, each is blocked without lines of its own', async () => {
  const record = 'begin\nx\nend\n';
  const desk = await makeDesk('a.txt', `${record}${record}last\n`);
  await desk.edit(`${record}${record}last\n`.replaceAll('x', 'X'));
  desk.write('begin\nX\nend\nmine\nlast\n');
  const [first] = blocks(await desk.look());
  expect([first?.reason, first?.edits]).toEqual([
    'What was edited since can be read in several ways, so this change cannot be told apart from it.',
    [],
  ]);
});

test('an Office file or a binary one is only told to be edited since', async () => {
  const desk = await makeDesk('a.bin', '\0one');
  await desk.edit('\0two');
  desk.write('\0three');
  const file = await desk.look();
  expect(file).toMatchObject({ editedSince: true, decidedBy: 'whole-file' });
  expect(blocks(file)).toEqual([undefined]);
});

test('of an edit that others build on it is told which they are: single changes are decided on all of them', async () => {
  const desk = await makeDesk();
  const first = await desk.edit(edited);
  const second = await desk.edit(edited.replace('beta', 'BETA'));
  desk.write(edited.replace('beta', 'BETA!'));
  for (const id of [first, second]) expect(await desk.look(id)).toMatchObject({ chain: [first, second] });
  expect(blocks(await desk.look(first))).toEqual([undefined, undefined, undefined]);
  const all = await desk.look();
  expect(all).not.toHaveProperty('chain');
  expect(all.changes.filter(({ blocked }) => blocked !== undefined)).toHaveLength(1);
});
