/** What may happen to drafts, as commands that are done to the model and to the real thing, which have to agree. */
import { isVerbatimError } from '@verbatim/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AppDraft, WriteAnswer, WriteOptions } from '../../src/index.js';
import { bytes, files as given, must, textsOf } from '../open.js';
import type { AppModel, Expected, Files } from './model.js';
import { apps, platformFile, type Real, type World } from './world.js';

type Command = fc.AsyncCommand<World, Real>;

/** A write, without the turn and the key that it may be under. */
interface Writing {
  readonly name: string;
  call(app: AppDraft, options: WriteOptions): Promise<WriteAnswer>;
  /** The files that it makes; undefined where it is to be refused. */
  files(model: AppModel, world: World): Files | undefined;
  undoOf?(model: AppModel): number;
}

const path = fc.constantFrom('a', 'b', 'A', 'd', 'd/a', 'd/b', platformFile);
const text = fc.constantFrom('', 'x\n', 'y\n', 'x\ny\n', 'x\nx\n', 'long '.repeat(30));
const back = fc.nat({ max: 7 });

const set = fc.dictionary(path, text, { maxKeys: 4 }).map(
  (files): Writing => ({
    name: `save ${JSON.stringify(files)}`,
    call: (app, options) => app.save(given(files), options),
    files({ files: now }) {
      const mine = now[platformFile];
      if (Object.hasOwn(files, platformFile) && files[platformFile] !== mine) return undefined;
      return mine === undefined ? { ...files } : { ...files, [platformFile]: mine };
    },
  }),
);

const write = fc.tuple(path, text).map(
  ([to, content]): Writing => ({
    name: `write ${to} ${JSON.stringify(content)}`,
    call: (app, options) => app.write(to, bytes(content), options),
    files: ({ files }) => (to === platformFile ? undefined : { ...files, [to]: content }),
  }),
);

const remove = path.map(
  (from): Writing => ({
    name: `delete ${from}`,
    call: (app, options) => app.delete(from, options),
    files: ({ files }) => (from === platformFile || files[from] === undefined ? undefined : without(files, from)),
  }),
);

const rename = fc.tuple(path, path).map(
  ([from, to]): Writing => ({
    name: `rename ${from} to ${to}`,
    call: (app, options) => app.rename(from, to, options),
    files({ files }) {
      const content = files[from];
      if (from === platformFile || to === platformFile || content === undefined) return undefined;
      if (from === to) return files;
      return files[to] === undefined ? { ...without(files, from), [to]: content } : undefined;
    },
  }),
);

const edit = fc.tuple(path, fc.constantFrom('x', 'y'), fc.boolean()).map(
  ([at, replace, all]): Writing => ({
    name: `edit ${at}, ${replace}${all ? ', all' : ''}`,
    call: (app, options) => app.edit(at, { replace, with: 'z', all }, options),
    files({ files }) {
      const parts = files[at]?.split(replace) ?? [];
      if (at === platformFile || parts.length < 2 || (parts.length > 2 && !all)) return undefined;
      return { ...files, [at]: parts.join('z') };
    },
  }),
);

const undo = fc.oneof(fc.constant(undefined), back).map((steps): Writing => {
  const target = ({ head }: AppModel): number => head - (steps ?? 1);
  let to = 0;
  return {
    name: steps === undefined ? 'undo' : `undo ${steps} back`,
    call: (app, options) => app.undo(steps === undefined ? {} : { to }, options),
    files(model, world) {
      to = target(model);
      return to < 0 || !model.isRetained(to) ? undefined : restored(model, world, to);
    },
    undoOf: target,
  };
});

const undoTurn = fc.boolean().map((isOpen): Writing => {
  let id = 'none';
  const turn = (model: AppModel) => (isOpen ? model.open : model.previous);
  return {
    name: `undo the ${isOpen ? 'open' : 'previous'} turn`,
    call: (app, options) => app.undo({ turn: id }, options),
    files(model, world) {
      const found = turn(model);
      id = found?.id ?? 'none';
      return found === undefined || !model.isRetained(found.from) ? undefined : restored(model, world, found.from);
    },
    undoOf: (model) => turn(model)?.from ?? 0,
  };
});

const regenerate = fc.constant<Writing>({
  name: 'regenerate',
  call: (app, options) => app.regenerate(options),
  files: ({ files }, { config }) => ({ ...files, [platformFile]: `${config}` }),
});

function restored({ written }: AppModel, { config }: World, to: number): Files {
  return { ...written[to]?.files, [platformFile]: `${config}` };
}

function without(files: Files, path: string): Files {
  const { [path]: _gone, ...rest } = files;
  return rest;
}

const writing = fc.oneof(
  { weight: 3, arbitrary: set },
  { weight: 6, arbitrary: write },
  { weight: 2, arbitrary: remove },
  { weight: 2, arbitrary: rename },
  { weight: 2, arbitrary: edit },
  { weight: 3, arbitrary: undo },
  undoTurn,
  regenerate,
);
const appId = fc.constantFrom(...apps);
/** None, the open one, one that was closed, or a new one. */
const turnOf = fc.constantFrom('none', 'none', 'open', 'open', 'previous', 'new');

function turnIdOf(model: AppModel, choice: string): string | undefined {
  if (choice === 'open') return model.open?.id;
  if (choice === 'previous') return model.previous?.id;
  return choice === 'new' ? `turn ${model.turns.length}` : undefined;
}

const writes = fc
  .record({ app: appId, writing, turn: turnOf, keyed: fc.boolean() })
  .map(({ app, writing: one, turn: choice, keyed }) =>
    command(app, `${one.name}, turn: ${choice}`, async (world, real) => {
      const model = world.of(app);
      const turn = turnIdOf(model, choice);
      const files = one.files(model, world);
      const key = keyed ? `key ${world.keys++}` : undefined;
      const options = { ...(turn === undefined ? {} : { turn }), ...(key === undefined ? {} : { key }) };
      const again = (): Promise<WriteAnswer> => one.call(real.app(app), options);
      const undoOf = one.undoOf?.(model) ?? null;
      const answer = await again();
      agree(answer, model.write(files, turn, world.revisionsMax, undoOf));
      if (keyed && answer.outcome !== 'refused') model.keyed.push({ again, answer });
    }),
  );

/** A write that fails somewhere: what was open is left behind, opened again, and the write tried once more under its key. */
const crashes = fc
  .record({ app: appId, writing, turn: turnOf, at: fc.integer({ min: 1, max: 40 }), how: fc.nat({ max: 3 }) })
  .map(({ app, writing: one, turn: choice, at, how }) =>
    command(app, `${one.name}, turn: ${choice}, fault ${how} at ${at}`, async (world, real) => {
      const before = world.of(app);
      const after = before.copy();
      const turn = turnIdOf(before, choice);
      const options = { key: `key ${world.keys++}`, ...(turn === undefined ? {} : { turn }) };
      const undoOf = one.undoOf?.(before) ?? null;
      const expected = after.write(one.files(before, world), turn, world.revisionsMax, undoOf);
      real.fail(how, at);
      const told = await one.call(real.app(app), options).catch((error: unknown) => {
        if (!isVerbatimError(error)) throw error;
        return undefined;
      });
      real.mend();
      if (told !== undefined) agree(told, expected);
      world.crashed = true;
      await real.reopen();
      const { head } = await real.app(app).standing();
      expect([before.head, after.head]).toContain(head);
      const retried = await one.call(real.app(app), options);
      agree(retried, expected);
      if ('replayed' in retried) after.retries++;
      world.set(app, after);
    }),
  );

const retries = fc.record({ app: appId, nth: fc.nat({ max: 9 }) }).map(({ app, nth }) =>
  command(app, `retry ${nth}`, async (world) => {
    const model = world.of(app);
    const keyed = model.keyed[nth % Math.max(1, model.keyed.length)];
    if (keyed === undefined) return;
    expect(await keyed.again()).toEqual({ ...keyed.answer, replayed: true });
    model.retries++;
  }),
);

const starts = fc.record({ app: appId, turn: turnOf }).map(({ app, turn: choice }) =>
  command(app, `start turn, ${choice}`, async (world, real) => {
    const model = world.of(app);
    const id = turnIdOf(model, choice);
    if (id === undefined) return;
    if (!model.turns.some((turn) => turn.id === id)) model.joinTurn(id);
    const answer = must(await real.app(app).startTurn(id), 'started');
    const index = model.turns.findIndex((turn) => turn.id === id);
    const previous = model.turns[index - 1];
    expect(answer.revision).toBe(model.turns[index]?.from);
    expect(answer.previous).toEqual(
      previous === undefined
        ? null
        : { turn: previous.id, from: previous.from, to: previous.to, revisions: previous.revisions },
    );
  }),
);

const checks = fc.record({ app: appId, steps: back, ok: fc.boolean() }).map(({ app, steps, ok }) =>
  command(app, `check ${steps} back, ${ok}`, async (world, real) => {
    const model = world.of(app);
    const number = model.head - steps;
    const answer = await real.app(app).recordCheck(number, { ok });
    if (number < 1 || !model.isRetained(number)) return expect(answer.outcome).toBe('refused');
    expect(answer).toEqual({ outcome: 'checked', revision: number, ok });
    model.written[number]!.check = { ok, order: model.checks++ };
    real.clock.move(1);
  }),
);

const publishes = fc.record({ app: appId, steps: back, works: fc.boolean() }).map(({ app, steps, works }) =>
  command(app, `publish ${steps} back, ${works ? 'works' : 'fails'}`, async (world, real) => {
    const model = world.of(app);
    const revision = model.head - steps;
    let seen: Files = {};
    const run = async (found: Parameters<Parameters<AppDraft['publish']>[0]>[0]): Promise<void> => {
      seen = await textsOf(real.app(app), found.revision);
      if (!works) throw new Error('down');
    };
    const answer = await real.app(app).publish(run, { revision });
    if (revision < 1 || !model.isRetained(revision)) return expect(answer.outcome).toBe('refused');
    expect(answer).toMatchObject({ outcome: works ? 'published' : 'failed', revision });
    expect(seen).toEqual(model.written[revision]?.files);
    if (!works) return;
    model.published = revision;
    model.written[revision]!.wasPublished = true;
    model.publishes++;
  }),
);

const limits = fc.integer({ min: 2, max: 6 }).map((max) =>
  command(undefined, `keep ${max} revisions`, async (world) => {
    world.revisionsMax = max;
  }),
);
const configures = fc.constant(
  command(undefined, 'configure the platform', async (world) => {
    world.config++;
  }),
);
const reopens = fc.constant(command(undefined, 'reopen', (_world, real) => real.reopen()));

export const allCommands: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [
    writes,
    writes,
    writes,
    writes,
    writes,
    writes,
    retries,
    starts,
    checks,
    publishes,
    limits,
    configures,
    reopens,
    crashes,
  ],
  { maxCommands: 60, size: 'max' },
);

/** `app` is the one that it is about; undefined is both. */
function command(app: string | undefined, name: string, run: (world: World, real: Real) => Promise<unknown>): Command {
  return {
    check: () => true,
    async run(world, real) {
      await run(world, real);
      await world.agree(real, app);
    },
    toString: () => (app === undefined ? name : `${app}: ${name}`),
  };
}

function agree(answer: WriteAnswer, expected: Expected): void {
  expect(answer).toMatchObject(expected);
}
