/** The questions that the source text asks of a history, in its words. */
import { beforeEach, describe, expect, it } from 'vitest';
import { bytes, files, must, type Opened, openMemory } from '../open.js';

let opened: Opened;
/** r1..r3 under no turn, r2 live, r3 checked; then a turn of two edits, of which r5 failed its check. */
beforeEach(async () => {
  opened = await openMemory({ revisionsMax: 4 });
  const { app, clock } = opened;
  for (const content of ['1', '2', '3']) await app.write('a', bytes(content));
  await app.publish(() => {}, { revision: 2 });
  await app.recordCheck(3, { ok: true });
  await app.startTurn('t1');
  for (const content of ['4', '5']) await app.write('a', bytes(content), { turn: 't1' });
  clock.move(1_000);
  await app.recordCheck(5, { ok: false });
});

describe('history answers', () => {
  it('which revision is live', async () => {
    expect(await opened.app.standing()).toMatchObject({ published: 2, publish: 'none', unconfirmed: [] });
  });

  it('whether the last turn edited the draft after publishing', async () => {
    const { published, turn, editedAfterPublishing } = await opened.app.standing();
    expect(editedAfterPublishing).toBe(true);
    expect(turn).toMatchObject({ turn: 't1', revisions: 2, to: 5 });
    expect(turn?.to).toBeGreaterThan(published ?? 0);
    await opened.app.publish(() => {});
    expect(await opened.app.standing()).toMatchObject({ published: 5, editedAfterPublishing: false });
  });

  it('which revision passed the last check, and which is the newest state that passed', async () => {
    expect(await opened.app.standing()).toMatchObject({ lastPassed: 3, newestPassed: 3 });
    await opened.app.recordCheck(2, { ok: true });
    expect(await opened.app.standing()).toMatchObject({ lastPassed: 2, newestPassed: 3 });
  });

  it('how many revisions one turn produced', async () => {
    expect(await opened.app.turn('t1')).toMatchObject({ outcome: 'turn', revisions: 2, from: 3, to: 5, isOpen: true });
    expect(await opened.app.turn('none')).toMatchObject({ outcome: 'refused', code: 'TURN_UNKNOWN' });
  });

  it('whether the requested undo target is still retained', async () => {
    for (const content of ['6', '7', '8', '9']) await opened.app.write('a', bytes(content));
    expect(await opened.app.retained(1)).toEqual({ outcome: 'gone', nearest: [0, 2] });
    expect(await opened.app.retained(2)).toMatchObject({ outcome: 'retained' });
    expect(await opened.app.retained(99)).toMatchObject({ outcome: 'never' });
  });

  it('with times, counts, bytes and marks, page by page, and never a body', async () => {
    const { app } = opened;
    await app.save(files({ a: '5', secret: 'the body of a file' }));
    const first = must(await app.history({ limit: 2 }), 'history');
    expect(first.revisions).toMatchObject([
      { revision: 6, files: 2, bytes: 19, reason: 'save secret', turn: null, marks: {} },
      { revision: 5, files: 1, bytes: 1, reason: 'write a', turn: 't1', marks: { check: 'failed' } },
    ]);
    const rest = must(await app.history(first.next), 'history');
    expect(rest.revisions.map(({ revision, marks }) => ({ revision, marks }))).toEqual([
      { revision: 4, marks: {} },
      { revision: 3, marks: { check: 'ok' } },
    ]);
    const last = must(await app.history(rest.next), 'history');
    expect(last.revisions).toMatchObject([{ revision: 2, marks: { publish: 'live' } }]);
    expect(last.next).toBeUndefined();
    expect(JSON.stringify([first, rest, last])).not.toContain('the body of a file');
  });
});
