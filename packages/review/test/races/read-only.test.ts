/** What may not be written, said to a user to whom the system really refuses it. To root it refuses nothing. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { next, processes } from './processes.js';
import type { Said } from './roles/nobody.js';

const { start } = processes();
const nobody = 65_534;

/** Root runs the child as nobody, who must be able to reach what it runs. */
const isReachable =
  process.getuid?.() !== 0 || [process.execPath, fileURLToPath(import.meta.url)].every((path) => isOpenToAll(path));

describe.runIf(process.platform !== 'win32' && isReachable)('a user without rights', () => {
  it('is refused before anything is written', async () => {
    const isRoot = process.getuid?.() === 0;
    const base = mkdtempSync(join(tmpdir(), 'verbatim-nobody-'));
    mkdirSync(join(base, 'work'));
    writeFileSync(join(base, 'work/of-another.md'), 'before', { mode: 0o666 });
    chmodSync(join(base, 'work/of-another.md'), 0o666);
    if (isRoot) for (const folder of [base, join(base, 'work')]) chownSync(folder, nobody, nobody);
    const child = start('beNobody', { base }, isRoot ? { uid: nobody, gid: nobody } : undefined);
    const { files, ...said } = await next<Said>(child);
    const notKept = { outcome: 'refused', code: 'OWNER_NOT_KEPT' };
    const readOnly = { outcome: 'refused', code: 'FOLDER_READ_ONLY' };
    expect(said).toEqual({
      'edit in a read-only folder': readOnly,
      'create in a read-only folder': readOnly,
      'delete in a read-only folder': readOnly,
      'begin in a read-only folder': readOnly,
      'discard in a read-only folder': readOnly,
      'create below a read-only folder': readOnly,
      'discard when it can be written again': { outcome: 'discarded' },
      'edit of a file that may not be read': { outcome: 'fault', code: 'VERBATIM_IO' },
      'edit in a folder that may not be entered': { outcome: 'fault', code: 'VERBATIM_IO' },
      'edit when the copies may not be written': { outcome: 'fault', code: 'VERBATIM_CAPTURE_FAILED' },
      // Only root can give a file to another.
      'edit of a file that belongs to another': isRoot ? notKept : { outcome: 'pending' },
      // They could not be brought back.
      'delete of a file that belongs to another': isRoot ? notKept : { outcome: 'pending' },
      'begin of a file that belongs to another': isRoot ? notKept : { outcome: 'open' },
    });
    expect(JSON.parse(files?.outcome ?? '')).toEqual({
      'closed/': '',
      'folder/': '',
      'folder/a.md': 'before',
      'hidden.md': 'before',
      ...(isRoot ? { 'of-another.md': 'before' } : {}),
    });
  });
});

function isOpenToAll(path: string): boolean {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o005) !== 0o005) return false;
  return true;
}
