/**
 * A disk that is really full: the ledger, or the workspace with the trash, lies on a small disk of its own, which somebody
 * fills in the middle of an operation. Then room is made again.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isVerbatimError } from '@verbatim/core';
import { describe, expect, it } from 'vitest';
import { type SwapOrder, swapOrders } from '../workspace.js';
import { children } from './children.js';
import { type Operation, operations } from './operations.js';
import type { Told } from './settled.js';
import { inScene, strike } from './strike.js';
import { isLong, type Point, sweep } from './sweep.js';

const { stopped } = children();
const tiny = '3m';
/** Of an operation's calls, every so many is one before which the disk is filled. */
const callsApart = isLong ? 6 : 1;
const why = whyNoDisk();
if (why !== undefined) console.log(`no disk is filled: ${why}`);

describe.skipIf(why !== undefined).each(swapOrders)('in the %s order', (order) => {
  it.each(['ledger', 'workspace'] as const)(
    'whenever the disk of the %s is full, what is told is true, and everything works when there is room',
    { timeout: isLong ? 3_600_000 : 120_000 },
    async (place) => {
      const words = new Map<string, number>();
      const points: Point[] = [];
      for (const operation of operations) {
        const calls = await callsOf(operation, order);
        for (let stopAt = 1; stopAt < calls.length - 1; stopAt += callsApart) {
          points.push({
            name: `${operation.name}, filled before call ${stopAt} (${calls[stopAt - 1]})`,
            run: () =>
              onTinyDisk(place, (base, filler) =>
                inScene(
                  operation,
                  order,
                  async ({ workspace }, { ids }) => {
                    workspace.isKept = true;
                    const child = await stopped({ base, order, run: { operation: operation.name, ids }, stopAt });
                    fill(filler);
                    const told = await child.goOn();
                    const word = wordOf(told);
                    words.set(word, (words.get(word) ?? 0) + 1);
                    rmSync(filler);
                    return told;
                  },
                  { base },
                ),
              ),
          });
        }
      }
      await sweep(`${order}, the disk of the ${place} is filled`, points, 12);
      console.log(`told: ${[...words].map(([word, count]) => `${count} ${word}`).join(', ')}`);
      // The long form may have gone on after the points that were told so.
      if (!isLong) expect([...words.keys()].join()).toContain('VERBATIM');
    },
  );
});

const known = new Map<string, readonly string[]>();

async function callsOf(operation: Operation, order: SwapOrder): Promise<readonly string[]> {
  const name = `${order} ${operation.name}`;
  const calls = known.get(name) ?? (await strike(operation, order, () => {})).calls;
  known.set(name, calls);
  return calls;
}

function wordOf(told: Told): string {
  if (told.kind === 'nothing') return 'nothing, it crashed';
  if (told.kind === 'answer') return told.answer.outcome;
  return isVerbatimError(told.error) ? told.error.code : String(told.error);
}

/** `filler` is a file on the small disk, outside of everything that is looked at. */
async function onTinyDisk(
  place: 'ledger' | 'workspace',
  use: (base: string, filler: string) => Promise<unknown>,
): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'verbatim-tiny-'));
  const ledger = join(base, 'ledger');
  const mounts: string[] = [];
  const mount = (at: string, size: string): void => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', at]);
    mounts.unshift(at);
  };
  try {
    if (place === 'workspace') mount(base, tiny);
    mkdirSync(ledger, { mode: 0o700 });
    mount(ledger, place === 'ledger' ? tiny : '64m');
    await use(base, join(place === 'ledger' ? ledger : base, 'filler'));
  } finally {
    for (const at of mounts) execFileSync('umount', ['-l', at]);
    rmSync(base, { recursive: true, force: true });
  }
}

/** To the last byte. */
function fill(path: string): void {
  const fd = openSync(path, 'w');
  try {
    for (let bytes = 65_536; bytes >= 1; bytes = bytes === 1 ? 0 : Math.floor(bytes / 16)) {
      const chunk = Buffer.alloc(bytes);
      try {
        while (writeSync(fd, chunk) === bytes);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(fd);
  }
}

function whyNoDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root';
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return undefined;
  } catch {
    return 'mounting is not allowed here';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
