import { describe, expect, it } from 'vitest';
import { createDrafts, createMemoryDraftStore, type Drafts } from '../../src/index.js';
import { bytes, must, openMemory, text } from '../open.js';

const process = (pid: number) => ({ pid, started: '1', boot: 'b', namespace: '' });

/** Two processes over one store; `alive` tells what each sees of the other. */
function two(): { one: Drafts; other: Drafts; sees: { liveness: 'alive' | 'dead' | 'unknown'; now: number } } {
  const store = createMemoryDraftStore();
  const sees = { liveness: 'alive' as 'alive' | 'dead' | 'unknown', now: 0 };
  const clock = { now: () => sees.now, sleep: async () => {} };
  const open = (pid: number): Drafts =>
    createDrafts({ store, clock, disk: { self: () => process(pid), liveness: () => sees.liveness } });
  return { one: open(1), other: open(2), sees };
}

describe('publishing', () => {
  it('hands out exactly the revision that it records', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    await app.write('a', bytes('2'));
    let seen = '';
    const answer = await app.publish(async (files) => {
      await app.write('a', bytes('3'));
      seen = `r${files.revision} ${text(await files.read('a'))}`;
    });
    expect(answer).toEqual({ outcome: 'published', revision: 2 });
    expect(seen).toBe('r2 2');
    expect(await app.standing()).toMatchObject({ published: 2, head: 3, editedAfterPublishing: true });
  });

  it('is one at a time, also across processes', async () => {
    const { one, other } = two();
    await one.app('a').write('f', bytes('1'));
    let nested: unknown;
    let beside: unknown;
    await one.app('a').publish(async () => {
      nested = await one.app('a').publish(() => {});
      beside = await other.app('a').publish(() => {});
      expect(await other.app('a').standing()).toMatchObject({ publish: 'running', published: null });
      expect(await other.app('a').confirmPublish()).toMatchObject({ code: 'NOTHING_TO_CONFIRM' });
    });
    expect(nested).toMatchObject({ outcome: 'refused', code: 'PUBLISH_RUNNING' });
    expect(beside).toMatchObject({ outcome: 'refused', code: 'PUBLISH_RUNNING' });
    expect(await one.app('a').standing()).toMatchObject({ publish: 'none', published: 1 });
  });

  it('that was cut short is unconfirmed, pinned, and closed by a confirmation alone', async () => {
    const { one, other, sees } = two();
    const app = other.app('a');
    await app.write('f', bytes('1'));
    void one.app('a').publish(() => new Promise(() => {}));
    await expect.poll(async () => (await app.standing()).publish).toBe('running');
    sees.liveness = 'dead';
    expect(await app.standing()).toMatchObject({ publish: 'unconfirmed', publishing: 1, published: null });
    for (let n = 0; n < 60; n++) await app.write('f', bytes(`x${n}`));
    expect(must(await app.history(), 'history').revisions.at(-1)).toMatchObject({ revision: 12 });
    expect(must(await app.history({ before: 12 }), 'history').revisions).toMatchObject([
      { revision: 1, marks: { publish: 'unconfirmed' } },
    ]);
    expect(await app.confirmPublish()).toEqual({ outcome: 'published', revision: 1 });
    expect(await app.standing()).toMatchObject({ publish: 'none', published: 1 });
  });

  it('that was cut short is closed by a new publish, too', async () => {
    const { one, other, sees } = two();
    await other.app('a').write('f', bytes('1'));
    let finish = (): void => {};
    const first = one.app('a').publish(() => new Promise<void>((resolve) => (finish = resolve)));
    await expect.poll(async () => (await other.app('a').standing()).publish).toBe('running');
    sees.liveness = 'dead';
    await other.app('a').write('f', bytes('2'));
    expect(await other.app('a').publish(() => {})).toMatchObject({ outcome: 'published', revision: 2 });
    // The one that was taken for dead comes back, and does not take the mark.
    finish();
    expect(await first).toMatchObject({ outcome: 'refused', code: 'NOTHING_TO_CONFIRM' });
    expect(await other.app('a').standing()).toMatchObject({ published: 2 });
  });

  it('that fails leaves unconfirmed what was cut short before it', async () => {
    const { one, other, sees } = two();
    const app = other.app('a');
    await app.write('f', bytes('1'));
    void one.app('a').publish(() => new Promise(() => {}));
    await expect.poll(async () => (await app.standing()).publish).toBe('running');
    sees.liveness = 'dead';
    await app.write('f', bytes('2'));
    const failing = () => app.publish(() => Promise.reject(new Error('down')), { revision: 2 });
    expect(await failing()).toMatchObject({ outcome: 'failed' });
    const open = { publish: 'unconfirmed', publishing: 1, unconfirmed: [1], published: null };
    expect(await app.standing()).toMatchObject(open);
    for (let n = 0; n < 60; n++) await app.write('f', bytes(`x${n}`));
    expect(await app.retained(1)).toMatchObject({ outcome: 'retained' });
    expect(await app.confirmPublish(2)).toMatchObject({ outcome: 'refused', code: 'NOTHING_TO_CONFIRM' });
    expect(await app.confirmPublish(1)).toEqual({ outcome: 'published', revision: 1 });
    expect(await app.standing()).toMatchObject({ publish: 'none', unconfirmed: [], published: 1 });
  });

  it('that were cut short one after the other all stay until one is confirmed', async () => {
    const store = createMemoryDraftStore();
    const dead = (pid: number): Drafts =>
      createDrafts({ store, disk: { self: () => process(pid), liveness: () => 'dead' } });
    const app = dead(9).app('a');
    for (const [pid, revision] of [
      [1, 1],
      [2, 2],
      [3, 1],
    ] as const) {
      if (pid < 3) await app.write('f', bytes(`${pid}`));
      void dead(pid)
        .app('a')
        .publish(() => new Promise(() => {}), { revision });
      await expect.poll(async () => (await app.standing()).unconfirmed[0]).toBe(revision);
    }
    expect(await app.standing()).toMatchObject({ publish: 'unconfirmed', publishing: 1, unconfirmed: [1, 2, 1] });
    expect(must(await app.history(), 'history').revisions.map(({ marks }) => marks.publish)).toEqual([
      'unconfirmed',
      'unconfirmed',
    ]);
    expect(await app.confirmPublish(2)).toEqual({ outcome: 'published', revision: 2 });
    expect(await app.standing()).toMatchObject({ publish: 'none', unconfirmed: [], published: 2 });
  });

  it('by somebody who cannot be looked at counts as running for an hour', async () => {
    const { one, other, sees } = two();
    sees.liveness = 'unknown';
    await other.app('a').write('f', bytes('1'));
    void one.app('a').publish(() => new Promise(() => {}));
    await expect.poll(async () => (await other.app('a').standing()).publish).toBe('running');
    sees.now += 3_600_001;
    expect((await other.app('a').standing()).publish).toBe('unconfirmed');
  });

  it('that failed leaves what was live', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    await app.publish(() => {});
    await app.write('a', bytes('2'));
    const answer = await app.publish(() => Promise.reject(new Error('host is down')));
    expect(answer).toEqual({ outcome: 'failed', revision: 2, message: 'host is down' });
    expect(await app.standing()).toMatchObject({ published: 1, publish: 'none' });
  });

  it.each([['a sentence'], [false], [true], [null], [{ ok: false }]])(
    'that answers something (%j) is taken neither for done nor for failed, and told',
    async (said) => {
      const { app } = await openMemory();
      await app.write('a', bytes('1'));
      await app.publish(() => {});
      await app.write('a', bytes('2'));
      const answering = app.publish((async () => said) as never, { key: 'p' });
      await expect(answering).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID', path: 'groceries' });
      expect(await app.standing()).toMatchObject({ published: 1, publish: 'unconfirmed' });
      const shipping = app.ship({ check: () => true, publish: (() => said) as never });
      await expect(shipping).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
      expect(await app.standing()).toMatchObject({ published: 1, publish: 'unconfirmed' });
      expect(await app.publish(() => {}, { key: 'p' })).toEqual({ outcome: 'published', revision: 2 });
      expect(await app.standing()).toMatchObject({ published: 2, publish: 'none' });
    },
  );

  it('needs a function', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    let checks = 0;
    for (const call of [
      () => app.publish(undefined as never),
      () => app.ship({ check: () => ++checks > 0 } as never),
      () => app.ship({ check: true, publish: () => {} } as never),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
    }
    expect(checks).toBe(0);
    expect(await app.standing()).toMatchObject({ publish: 'none', published: null, lastPassed: null });
  });

  it('needs a revision that is there', async () => {
    const { app } = await openMemory();
    expect(await app.publish(() => {})).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await app.ship({ check: () => true, publish: () => {} })).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await app.recordCheck(3, { ok: true })).toMatchObject({ code: 'REVISION_UNKNOWN' });
    expect(await app.confirmPublish()).toMatchObject({ code: 'NOTHING_TO_CONFIRM' });
  });

  it('and checking under a key answer a retry the same', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    let runs = 0;
    const publish = () => app.publish(() => void runs++, { key: 'p' });
    expect([await publish(), await publish(), runs]).toMatchObject([
      { revision: 1 },
      { revision: 1, replayed: true },
      1,
    ]);
    await app.recordCheck(1, { ok: false }, { key: 'c' });
    expect(await app.recordCheck(1, { ok: false }, { key: 'c' })).toMatchObject({ ok: false, replayed: true });
    expect(await app.metrics()).toMatchObject({ published: 1, checks: 1 });
  });
});

describe('a publish that was cut short', () => {
  /** As if its process had been killed while it ran. */
  async function killed(begin: (app: ReturnType<Drafts['app']>, run: () => Promise<void>) => void) {
    const { one, other, sees } = two();
    const app = other.app('a');
    await app.write('f', bytes('1'));
    begin(one.app('a'), () => new Promise(() => {}));
    await expect.poll(async () => (await app.standing()).publish).toBe('running');
    sees.liveness = 'dead';
    await app.write('f', bytes('2'));
    return app;
  }

  it('and was confirmed answers its key with what is live, and deploys nothing', async () => {
    const app = await killed((begun, run) => void begun.publish(run, { key: 'k' }));
    await app.confirmPublish();
    let runs = 0;
    const retry = await app.publish(() => void runs++, { key: 'k' });
    expect(retry).toEqual({ outcome: 'published', revision: 1, replayed: true });
    expect([runs, (await app.standing()).published]).toEqual([0, 1]);
    expect(await app.publish(() => {}, { key: 'k', revision: 2 })).toMatchObject({ code: 'KEY_REUSED' });
  });

  it('is tried again under its key with the revision that was begun', async () => {
    const app = await killed((begun, run) => void begun.publish(run, { key: 'k' }));
    const failing = () => Promise.reject(new Error('down'));
    expect(await app.publish(failing, { key: 'k' })).toEqual({ outcome: 'failed', revision: 1, message: 'down' });
    expect(await app.publish(() => {}, { key: 'k' })).toEqual({ outcome: 'published', revision: 1 });
    expect(await app.publish(() => {}, { key: 'k' })).toMatchObject({ revision: 1, replayed: true });
  });

  it('keeps its key from other requests', async () => {
    const app = await killed((begun, run) => void begun.publish(run, { key: 'k' }));
    expect(await app.write('f', bytes('3'), { key: 'k' })).toMatchObject({ code: 'KEY_REUSED' });
    expect(await app.publish(() => {}, { key: 'k', revision: 2 })).toMatchObject({ code: 'KEY_REUSED' });
    expect(await app.publish(() => {}, { key: 'another' })).toMatchObject({ outcome: 'published', revision: 2 });
  });

  it('on the way of ship is checked and published as it was begun, or told as shipped', async () => {
    const begin = (begun: ReturnType<Drafts['app']>, publish: () => Promise<void>) =>
      void begun.ship({ check: () => true, publish }, { key: 'k' });
    const seen: number[] = [];
    const check = ({ revision }: { revision: number }) => seen.push(revision) > 0;
    const again = (app: ReturnType<Drafts['app']>) => app.ship({ check, publish: () => {} }, { key: 'k' });
    expect(await again(await killed(begin))).toEqual({ outcome: 'shipped', revision: 1 });
    expect(seen).toEqual([1]);
    const confirmed = await killed(begin);
    await confirmed.confirmPublish();
    expect(await again(confirmed)).toEqual({ outcome: 'shipped', revision: 1, replayed: true });
    expect(seen).toEqual([1]);
  });

  it('answers every key that it was begun under', async () => {
    const store = createMemoryDraftStore();
    const dead = (pid: number) =>
      createDrafts({ store, disk: { self: () => process(pid), liveness: () => 'dead' } }).app('a');
    const app = dead(9);
    await app.write('f', bytes('1'));
    for (const [pid, key] of ['one', 'two', 'one'].entries()) {
      void dead(pid).publish(() => new Promise(() => {}), { key });
      await expect.poll(async () => (await app.standing()).unconfirmed.length).toBe([1, 2, 3][pid]);
    }
    await app.write('f', bytes('2'));
    await app.confirmPublish(1);
    for (const key of ['one', 'two']) {
      expect(await app.publish(() => {}, { key })).toEqual({ outcome: 'published', revision: 1, replayed: true });
    }
  });
});

describe('checks', () => {
  it.each([[undefined], [true], [{}], [{ ok: 'failed' }], [{ ok: 1 }]])(
    'that say neither yes nor no (%j) are not recorded',
    async (result) => {
      const { app } = await openMemory();
      await app.write('a', bytes('1'));
      await expect(app.recordCheck(1, result as never)).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
      expect(must(await app.history(), 'history').revisions[0]?.marks).toEqual({});
    },
  );

  it('answer which revision passed last, and which is the newest that passed', async () => {
    const { app, clock } = await openMemory();
    for (const content of ['1', '2', '3']) await app.write('a', bytes(content));
    const check = async (revision: number, ok: boolean) => {
      clock.move(1_000);
      await app.recordCheck(revision, { ok });
      const { lastPassed, newestPassed } = await app.standing();
      return [lastPassed, newestPassed];
    };
    expect(await check(2, true)).toEqual([2, 2]);
    expect(await check(3, false)).toEqual([2, 2]);
    expect(await check(1, true)).toEqual([1, 2]);
    expect(await check(3, true)).toEqual([3, 3]);
    expect(await check(3, false)).toEqual([1, 2]);
    expect(await check(1, false)).toEqual([2, 2]);
    expect(await check(2, false)).toEqual([null, null]);
  });
});

describe('shipping', () => {
  it('publishes exactly what was checked, even when the draft moves on meanwhile', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    const seen: string[] = [];
    const answer = await app.ship({
      async check(files) {
        await app.write('a', bytes('2'));
        seen.push(text(await files.read('a')));
        return true;
      },
      async publish(files) {
        seen.push(text(await files.read('a')));
      },
    });
    expect(answer).toEqual({ outcome: 'shipped', revision: 1 });
    expect(seen).toEqual(['1', '1']);
  });

  it.each([
    ['says no', () => false, undefined],
    [
      'throws',
      () => {
        throw new Error('3 issues');
      },
      '3 issues',
    ],
  ])('stops where the check %s', async (_, check, message) => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    let published = false;
    const answer = await app.ship({ check, publish: () => void (published = true) });
    expect(answer).toEqual({ outcome: 'check-failed', revision: 1, ...(message && { message }) });
    expect(published).toBe(false);
    expect(must(await app.history(), 'history').revisions[0]?.marks).toEqual({ check: 'failed' });
  });

  it.each([[undefined], [null], ['it failed'], [1], [{ ok: true }]])(
    'stops where the check answers neither true nor false (%j), and says so',
    async (said) => {
      const { app } = await openMemory();
      await app.write('a', bytes('1'));
      let published = false;
      const shipping = app.ship({ check: (() => said) as never, publish: () => void (published = true) });
      await expect(shipping).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
      expect(published).toBe(false);
      expect(must(await app.history(), 'history').revisions[0]?.marks).toEqual({});
    },
  );

  it('under a key is done once, and tried anew where it failed', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    const said = [false, true];
    let published = 0;
    const ship = () => app.ship({ check: () => said.shift() ?? false, publish: () => void published++ }, { key: 's' });
    expect(await ship()).toMatchObject({ outcome: 'check-failed' });
    expect(await ship()).toEqual({ outcome: 'shipped', revision: 1 });
    await app.write('a', bytes('2'));
    expect(await ship()).toEqual({ outcome: 'shipped', revision: 1, replayed: true });
    expect(published).toBe(1);
  });

  it('says where the publish failed', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    const answer = await app.ship({ check: () => true, publish: () => Promise.reject(new Error('down')) });
    expect(answer).toEqual({ outcome: 'publish-failed', revision: 1, message: 'down' });
    expect(await app.standing()).toMatchObject({ published: null, lastPassed: 1 });
  });
});
