/** The model of two apps in one store, the real thing beside it, and what has to be equal in both. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ManualClock, manualClock } from '@verbatim/testkit';
import { expect } from 'vitest';
import type { AppDraft, AppPolicy, DraftsReport } from '../../src/index.js';
import { type FaultyDrafts, openFaulty } from '../faulty.js';
import { bytes, must, textsOf } from '../open.js';
import { AppModel, sameFiles } from './model.js';

export const apps = ['one', 'other'] as const;
export const platformFile = 'platform.json';

export class World {
  revisionsMax = 3;
  /** What the platform's generator makes its file of. */
  config = 1;
  keys = 0;
  /** After a fault a copy may lie there that nobody ever names. */
  crashed = false;
  readonly #apps = new Map<string, AppModel>(apps.map((app) => [app, new AppModel()]));

  of(app: string): AppModel {
    return this.#apps.get(app)!;
  }

  set(app: string, model: AppModel): void {
    this.#apps.set(app, model);
  }

  policy(): Partial<AppPolicy> {
    const generate = () => [{ path: platformFile, bytes: bytes(`${this.config}`) }];
    return { revisionsMax: this.revisionsMax, generators: [{ owns: [platformFile], generate }] };
  }

  /** After every command, about the app that it was about. */
  async agree(real: Real, app: string | undefined): Promise<void> {
    for (const [id, model] of this.#apps) if (app === undefined || app === id) await agreeOn(real.app(id), model);
  }

  /** At the end, where all bytes are read. */
  async agreeWholly(real: Real): Promise<void> {
    await this.agree(real, undefined);
    const named = new Set<string>();
    for (const [id, model] of this.#apps) {
      const app = real.app(id);
      for (const number of model.retained) {
        expect(await textsOf(app, number)).toEqual(model.written[number]?.files);
        for (const { hash } of must(await app.revision(number), 'revision').files) named.add(hash);
      }
      for (let number = 1; number < model.head; number++) {
        if (!model.isRetained(number)) expect(await app.revision(number)).toMatchObject({ code: 'REVISION_PRUNED' });
      }
    }
    expect((await real.verify()).problems).toEqual([]);
    // What the last commits let go of goes with the next one.
    await real.app('another').startTurn('t1');
    await real.app('another').startTurn('t2');
    const copies = real.copies();
    for (const hash of named) expect(copies).toContain(hash);
    if (!this.crashed) expect(copies.toSorted()).toEqual([...named].toSorted());
  }
}

async function agreeOn(app: AppDraft, model: AppModel): Promise<void> {
  const { head, open, previous, published, written } = model;
  const { last, newest } = model.passed();
  const spanOf = (turn: typeof open) =>
    turn === undefined ? null : { turn: turn.id, from: turn.from, to: turn.to, revisions: turn.revisions };
  expect(await app.standing()).toMatchObject({
    head,
    published,
    editedAfterPublishing: published !== null && !sameFiles(written[published]!.files, model.files),
    publish: 'none',
    lastPassed: last,
    newestPassed: newest,
    turn: spanOf(open),
    previousTurn: spanOf(previous),
  });
  expect(await textsOf(app)).toEqual(model.files);
  const { revisions } = must(await app.history(), 'history');
  expect(revisions.map(({ revision, turn, files, marks }) => ({ revision, turn, files, marks }))).toEqual(
    model.retained.toReversed().map((revision) => {
      const { turn, undoOf, check, wasPublished, files } = written[revision]!;
      return {
        revision,
        turn,
        files: Object.keys(files).length,
        marks: {
          ...(undoOf === null ? {} : { undoOf }),
          ...(check === undefined ? {} : { check: check.ok ? 'ok' : 'failed' }),
          ...(wasPublished ? { publish: revision === published ? 'live' : 'earlier' } : {}),
        },
      };
    }),
  );
  const span = previous ?? open;
  expect(must(await app.diff({ linesMax: 1 }), 'diff')).toMatchObject(
    span === undefined ? { from: Math.max(0, head - 1), to: head } : { turn: span.id, from: span.from, to: span.to },
  );
  const total = head + model.unchanged;
  expect(await app.metrics()).toMatchObject({
    revisions: head,
    turns: model.turns.length,
    published: model.publishes,
    checks: model.checks,
    noopRate: total === 0 ? null : model.unchanged / total,
    retryRate: total + model.retries === 0 ? null : model.retries / (total + model.retries),
  });
}

/** Drafts in a folder, opened again as often as is asked for. */
export class Real {
  readonly clock: ManualClock = manualClock();
  readonly #world: World;
  readonly #dir: string;
  #opened: FaultyDrafts | undefined;

  constructor(world: World, dir: string) {
    this.#world = world;
    this.#dir = dir;
  }

  app(id: string): AppDraft {
    return this.#now.drafts.app(id);
  }

  verify(): Promise<DraftsReport> {
    return this.#now.drafts.verify();
  }

  async reopen(): Promise<void> {
    await this.close();
    const policy = (): Partial<AppPolicy> => this.#world.policy();
    this.#opened = await openFaulty({ dir: this.#dir, policy, clock: this.clock, unflushed: true });
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.drafts.close();
  }

  /** From here on the disk or the index fails; `at` counts calls, or tells which commit it is. */
  fail(how: number, at: number): void {
    const { faults, commits } = this.#now;
    if (how === 0) faults.arm({ at, fault: { kind: 'error', code: 'ENOSPC', lasting: true } });
    if (how === 1) commits.arm({ at: 1, outcome: 'lost', lasting: true });
    if (how === 2) commits.arm({ at: 1, outcome: 'durable', lasting: true });
    if (how === 3) commits.arm({ at: 1, outcome: 'record-fails', record: 1 + (at % 8) });
  }

  mend(): void {
    this.#now.faults.disarm();
    this.#now.commits.arm();
  }

  copies(): string[] {
    return readdirSync(join(this.#dir, 'copies')).filter((name) => !name.startsWith('.'));
  }

  get #now(): FaultyDrafts {
    return this.#opened!;
  }
}
