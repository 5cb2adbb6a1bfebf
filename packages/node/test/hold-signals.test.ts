import { spawn } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { type HeldSignal, holdSignals } from '../src/hold-signals.js';

/** So that a signal that should have been held fails a test and not the run. */
const guard = (): void => {};
process.on('SIGHUP', guard);
afterEach(() => expect(process.listeners('SIGHUP')).toEqual([guard]));

function busy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('signals', () => {
  test('that come during synchronous work are told after it, once', async () => {
    const told: HeldSignal[] = [];
    const port = holdSignals((signal) => told.push(signal));
    const release = port.hold();
    const sender = spawn('sh', ['-c', `kill -HUP ${process.pid}; kill -HUP ${process.pid}`]);
    const sent = new Promise((resolve) => sender.on('exit', resolve));
    busy(300);
    release();
    expect(told).toEqual([]);
    await port.settled();
    expect(told).toEqual(['SIGHUP']);
    await sent;
  });

  test('are held until the last of several holds ends', async () => {
    const told: HeldSignal[] = [];
    const port = holdSignals((signal) => told.push(signal));
    const [first, second] = [port.hold(), port.hold()];
    process.kill(process.pid, 'SIGHUP');
    first();
    first();
    await port.settled();
    expect(told).toEqual([]);
    second();
    await port.settled();
    expect(told).toEqual(['SIGHUP']);
  });

  test('nobody sent are not told, and nothing stays behind', async () => {
    const told: HeldSignal[] = [];
    const port = holdSignals((signal) => told.push(signal));
    port.hold()();
    await port.settled();
    expect(told).toEqual([]);
  });

  test('are sent again after the hold, where nobody says otherwise', async () => {
    let heard = 0;
    const hear = (): void => void (heard += 1);
    process.on('SIGHUP', hear);
    const port = holdSignals();
    const release = port.hold();
    process.kill(process.pid, 'SIGHUP');
    busy(50);
    release();
    await port.settled();
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off('SIGHUP', hear);
    expect(heard).toBe(2);
  });
});
