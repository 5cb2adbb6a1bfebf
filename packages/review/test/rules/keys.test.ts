/** P13: the same key with the same arguments tells the first answer again; with other arguments it is refused. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/index.js';
import { action, file, put, replace, type Workspace } from '../workspace.js';
import { begun, edited, workspaceForEach } from './each-workspace.js';

const here = workspaceForEach();
const key: Context = { key: 'k' };

/** Each operation with a key: how it is made ready, how it is done, and how it would be done with other arguments. */
interface Keyed {
  readonly ready: (w: Workspace) => Promise<string>;
  readonly run: (w: Workspace, id: string, context: Context) => Promise<object>;
  readonly other: (w: Workspace, id: string, context: Context) => Promise<object>;
}

const pending = async (w: Workspace): Promise<string> => {
  w.write('a.md', 'a0');
  w.write('b.md', 'b0');
  await edited(w, put('b.md', 'b1'));
  return edited(w, put('a.md', 'a1'));
};
const open = async (w: Workspace): Promise<string> => {
  w.write('a.md', 'a0');
  w.write('b.md', 'b0');
  await begun(w, ['b.md']);
  const id = await begun(w, ['a.md']);
  writeFileSync(w.at('a.md'), 'a1');
  return id;
};
const none = async (w: Workspace): Promise<string> => {
  w.write('a.md', 'a0');
  w.write('b.md', 'b0');
  return '';
};
const otherOf = async (w: Workspace, id: string): Promise<string> => {
  const { actions } = await w.review.status();
  return actions.find((found) => found.id !== id)?.id ?? '';
};

const operations: Readonly<Record<string, Keyed>> = {
  write: {
    ready: none,
    run: (w, _id, context) => w.review.act('write', [put('a.md', 'a1')], context),
    other: (w, _id, context) => w.review.act('write', [put('a.md', 'a2')], context),
  },
  'an edit of text': {
    ready: none,
    run: (w, _id, context) => w.review.act('edit', [replace('a.md', 'a', 'b')], context),
    other: (w, _id, context) => w.review.act('edit', [replace('a.md', 'a', 'c')], context),
  },
  'another verb': {
    ready: none,
    run: (w, _id, context) => w.review.act('write', [put('a.md', 'a1')], context),
    other: (w, _id, context) => w.review.act('apply', [put('a.md', 'a1')], context),
  },
  delete: {
    ready: none,
    run: (w, _id, context) => w.review.act('delete', [{ op: 'delete', path: 'a.md' }], context),
    other: (w, _id, context) => w.review.act('delete', [{ op: 'delete', path: 'b.md' }], context),
  },
  move: {
    ready: none,
    run: (w, _id, context) => w.review.act('move', [{ op: 'move', path: 'a.md', to: 'c.md' }], context),
    other: (w, _id, context) => w.review.act('move', [{ op: 'move', path: 'a.md', to: 'd.md' }], context),
  },
  'an edit that changed nothing': {
    ready: none,
    run: (w, _id, context) => w.review.act('write', [put('a.md', 'a0')], context),
    other: (w, _id, context) => w.review.act('write', [put('a.md', 'a1')], context),
  },
  begin: {
    ready: none,
    run: (w, _id, context) => w.review.begin(['a.md'], context),
    other: (w, _id, context) => w.review.begin(['b.md'], context),
  },
  commit: {
    ready: open,
    run: (w, id, context) => w.review.commit(id, context),
    other: async (w, id, context) => w.review.commit(await otherOf(w, id), context),
  },
  cancel: {
    ready: open,
    run: (w, id, context) => w.review.cancel(id, context),
    other: async (w, id, context) => w.review.cancel(await otherOf(w, id), context),
  },
  keep: {
    ready: pending,
    run: (w, id, context) => w.review.keep([action(id)], context),
    other: (w, _id, context) => w.review.keep([file('b.md')], context),
  },
  discard: {
    ready: pending,
    run: (w, id, context) => w.review.discard([action(id)], context),
    other: (w, _id, context) => w.review.discard([file('b.md')], context),
  },
  'a verdict turned round': {
    ready: pending,
    run: (w, id, context) => w.review.keep([action(id)], context),
    other: (w, id, context) => w.review.discard([action(id)], context),
  },
};

describe.each(Object.keys(operations))('a retry of %s', (name) => {
  const { ready, run, other } = operations[name] as Keyed;

  it('with the same key returns the first result, also after the ledger was reopened', async () => {
    const { w } = here;
    const id = await ready(w);
    const first = await run(w, id, key);
    expect(first).not.toMatchObject({ outcome: 'refused' });
    const files = w.files();
    expect(await run(w, id, key)).toEqual({ ...first, replayed: true });
    await w.reopen();
    expect(await run(w, id, key)).toEqual({ ...first, replayed: true });
    expect(w.files()).toEqual(files);
  });

  it('with other arguments is refused and does nothing', async () => {
    const { w } = here;
    const id = await ready(w);
    await run(w, id, key);
    const [files, waiting] = [w.files(), (await w.review.status()).seen];
    const refused = { outcome: 'refused', code: 'KEY_REUSED' };
    expect(await other(w, id, key)).toMatchObject(refused);
    await w.reopen();
    expect(await other(w, id, key)).toMatchObject(refused);
    expect(w.files()).toEqual(files);
    expect((await w.review.status()).seen).toBe(waiting);
  });
});

describe('a key', () => {
  it('is one agent’s own', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    await w.review.act('write', [put('a.md', 'a1')], { key: 'k', agent: 'one' });
    expect(await w.review.act('write', [put('a.md', 'a2')], { key: 'k', agent: 'two' })).toMatchObject({
      outcome: 'pending',
    });
  });

  it('of a refusal or a fault is free for the next try', async () => {
    const { w } = here;
    expect(await w.review.act('edit', [replace('a.md', 'a', 'b')], key)).toMatchObject({ code: 'FILE_ABSENT' });
    w.write('a.md', 'a0');
    expect(await w.review.act('edit', [replace('a.md', 'a', 'b')], key)).toMatchObject({ outcome: 'pending' });
  });

  it('tells the first result although the file has changed since', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    const first = await w.review.act('write', [put('a.md', 'a1')], key);
    writeFileSync(w.at('a.md'), 'mine');
    expect(await w.review.act('write', [put('a.md', 'a1')], key)).toEqual({ ...first, replayed: true });
    expect(w.files()).toEqual({ 'a.md': 'mine' });
  });

  it.each(['keepAll', 'discardAll'] as const)('of %s tells the first result of all groups', async (verb) => {
    const { w } = here;
    await pending(w);
    const first = await w.review[verb](key);
    expect(first).toMatchObject({ decisions: [{}, {}] });
    const again = await w.review[verb](key);
    expect({ ...again, decisions: 'decisions' in again && again.decisions.map(({ files }) => files) }).toMatchObject({
      outcome: first.outcome,
      decisions: 'decisions' in first ? first.decisions.map(({ files }) => files) : [],
    });
  });
});
