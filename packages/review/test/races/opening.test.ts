/** Many short commands at once on one ledger, none of which has it open for long: each is the last to close it now and then. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLong } from './form.js';
import { next, processes } from './processes.js';

const { start } = processes();
const memory = '/dev/shm';

it.each([2, 4, 8])(
  '%i processes that open and close the ledger over and over lose nothing and never fail',
  async (count) => {
    const base = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'verbatim-opening-'));
    try {
      const times = Math.ceil((isLong ? 8_000 : 400) / count);
      const options = { dir: join(base, 'ledger'), times };
      const children = Array.from({ length: count }, () => start('openAgain', options));
      const told = await Promise.all(children.map((child) => next<{ numbers: number[]; fault?: string }>(child)));
      expect(told.flatMap(({ fault }) => fault ?? [])).toEqual([]);
      const numbers = told.flatMap((one) => one.numbers).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: times * count }, (_, index) => index + 1));
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  },
);
