import { describe, expect, it } from 'vitest';
import { bytes, files, must, openMemory, saved } from '../open.js';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

describe('a turn', () => {
  it('is told what the one before changed, and what happened since', async () => {
    const { app } = await openMemory();
    for (let n = 1; n <= 23; n++) await app.write('n', bytes(`${n}`));
    await app.save(files({ 'app.js': lines('a', 'b', 'c', 'd'), 'styles.css': lines('x') }));
    await app.startTurn('t1');
    await app.write('app.js', bytes(lines('a', 'B', 'BB', 'c', 'd')), { turn: 't1' });
    await app.write('app.js', bytes(lines('a', 'B', 'BB', 'c')), { turn: 't1' });
    await app.write('styles.css', bytes(lines('x', 'y')), { turn: 't1' });
    await app.undo({ to: 24 });
    const answer = must(await app.startTurn('t2'), 'started');
    expect(answer.summary).toBe(
      [
        'Previous turn changed r24..r27:',
        '- app.js: +2 -2',
        '- styles.css: +1 -0',
        'Since then: r28 (undo to r24)',
      ].join('\n'),
    );
    expect(answer).toMatchObject({ revision: 28, since: [{ revision: 28, reason: 'undo to r24' }] });
  });

  it('says what was added, deleted, renamed or binary', async () => {
    const { app } = await openMemory();
    await app.save(files({ 'old.js': lines('1'), 'gone.js': lines('1', '2') }));
    await app.startTurn('t1');
    await app.apply(
      [
        { op: 'rename', from: 'old.js', to: 'new.js' },
        { op: 'delete', path: 'gone.js' },
        { op: 'write', path: 'fresh.js', bytes: bytes(lines('1', '2', '3')) },
        { op: 'write', path: 'logo.png', bytes: new Uint8Array([0x89, 0x50, 0, 0, 1]) },
      ],
      { turn: 't1' },
    );
    expect(must(await app.startTurn('t2'), 'started').summary.split('\n')).toEqual([
      'Previous turn changed r1..r2:',
      '- fresh.js: +3 -0 (added)',
      '- gone.js: +0 -2 (deleted)',
      '- logo.png: binary (added)',
      '- new.js (renamed from old.js): +0 -0',
    ]);
  });

  it('says so where the one before did nothing, or nothing that is left', async () => {
    const { app } = await openMemory();
    expect(must(await app.startTurn('t0'), 'started').summary).toBe('No previous turn. The draft is at r0.');
    await app.write('a', bytes('1'));
    expect(must(await app.startTurn('t1'), 'started').summary).toBe(
      'Previous turn changed nothing (r0).\nSince then: r1 (write a)',
    );
    await app.write('a', bytes('2'), { turn: 't1' });
    await app.write('a', bytes('1'), { turn: 't1' });
    expect(must(await app.startTurn('t2'), 'started').summary).toBe('Previous turn changed r1..r3: no file differs.');
  });

  it('started again answers the same, whatever happened since', async () => {
    const { app } = await openMemory();
    await app.startTurn('t1');
    await app.write('a', bytes('1\n'), { turn: 't1' });
    const first = await app.startTurn('t2');
    await app.write('a', bytes('2\n'), { turn: 't2' });
    expect(await app.startTurn('t2')).toEqual({ ...first, isOpen: true, replayed: true });
    await app.startTurn('t3');
    for (let n = 0; n < 60; n++) await app.write('a', bytes(`${n}\n`));
    expect(await app.startTurn('t2')).toEqual({ ...first, isOpen: false, replayed: true });
    expect((await app.standing()).turn?.turn).toBe('t3');
  });

  it('tells whether it is open, also where it was closed before anybody asked', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'), { turn: 't1' });
    const second = must(await app.startTurn('t2'), 'started');
    expect(second.isOpen).toBe(true);
    expect(second).not.toHaveProperty('replayed');
    const first = must(await app.startTurn('t1'), 'started');
    expect(first.isOpen).toBe(false);
    expect(await app.startTurn('t1')).toEqual({ ...first, replayed: true });
  });

  it('is started by a write under it, which closes the one before', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1\n'), { turn: 't1' });
    await app.write('a', bytes('2\n'), { turn: 't2' });
    await app.write('b', bytes('2\n'), { turn: 't2' });
    expect(await app.turn('t1')).toMatchObject({ from: 0, to: 1, revisions: 1, isOpen: false });
    expect(await app.turn('t2')).toMatchObject({ from: 1, to: 3, revisions: 2, isOpen: true });
    // Asked late, it still tells what it would have told.
    expect(must(await app.startTurn('t2'), 'started')).toMatchObject({
      revision: 1,
      previous: { turn: 't1', from: 0, to: 1 },
    });
  });

  it('that is closed takes no write, unless its key is told again', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'), { turn: 't1', key: 'k' });
    await app.startTurn('t2');
    expect(await app.write('a', bytes('2'), { turn: 't1' })).toMatchObject({ outcome: 'refused', code: 'TURN_CLOSED' });
    expect(await app.write('a', bytes('1'), { turn: 't1', key: 'k' })).toMatchObject({ revision: 1, replayed: true });
    expect(saved(await app.write('a', bytes('3')))).toBe(2);
  });

  it('that was refused its write is not started by it', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'), { turn: 't1' });
    expect(await app.delete('none', { turn: 't2' })).toMatchObject({ code: 'FILE_ABSENT' });
    expect(await app.turn('t2')).toMatchObject({ outcome: 'refused', code: 'TURN_UNKNOWN' });
    expect((await app.standing()).turn?.turn).toBe('t1');
  });

  it('needs no end mark: its span is there while it is open', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1\n'), { turn: 't1' });
    await app.write('a', bytes('2\n'), { turn: 't1' });
    expect(must(await app.diff(), 'diff')).toMatchObject({ turn: 't1', from: 0, to: 2 });
  });

  it('counts files and revisions that are too many to name', async () => {
    const { app } = await openMemory();
    await app.startTurn('t1');
    await app.save(files(Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`f${n + 10}`, `${n}\n`]))), {
      turn: 't1',
    });
    for (let n = 0; n < 13; n++) await app.write('g', bytes(`${n}`));
    const { summary } = must(await app.startTurn('t2'), 'started');
    expect(summary).toContain('\n- and 5 more files\n');
    expect(summary).toMatch(/Since then: r2 \(write g\), .*r11 \(write g\), 3 more up to r14$/);
  });
});
