/** What `doctor` finds wrong with the machine, the disks and what is under way. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JournalRecord, openDisk, openLedger } from '@verbatim/ledger';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Desk, isBuilt, openDesk } from './desk.js';

const disk = openDisk();
const well = { exit: 0, ok: true, problems: [] };

/** A process of another program: running, or gone. */
function ownerOf(fate: 'runs on' | 'is gone'): JournalRecord['owner'] {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const owner = disk.process(child.pid ?? 0);
  if (owner === undefined) throw new Error('there is no such process');
  return fate === 'runs on' ? owner : { ...owner, started: `${owner.started}0` };
}

/** Leaves a record of an operation in the ledger of the desk, as a process that was at work on `notes.md` would. */
async function leave(desk: Desk, state: JournalRecord['state'], owner: JournalRecord['owner']): Promise<void> {
  const [id = ''] = readdirSync(join(desk.home, 'workspaces'));
  const ledger = await openLedger({ dir: join(desk.home, 'workspaces', id), disk });
  const file = { kind: 'absent' } as const;
  const step = { path: 'notes.md', from: file, to: file, folder: '.verbatim-0011aabb', staged: 'new', aside: 'old' };
  const at = '2026-01-02T03:04:05.000Z';
  ledger.lease('test', (transaction) => {
    transaction.putJournal({ token: 'left', owner, verb: 'edit', at, state, steps: [step], folders: [] });
  });
  await ledger.close();
}

function knownDesk(): Desk {
  const desk = openDesk();
  desk.json(['write', 'notes.md'], { input: 'v1\n' });
  return desk;
}

describe.skipIf(!isBuilt)('doctor', () => {
  test.each([
    ['was cut short half way', 'intended', false],
    ['was recorded, and left its temporary folder', 'committed', true],
    ['was put back, and left its temporary folder', 'put-back', true],
  ] as const)('tells of an operation that %s when its process died', async (_, state, isFolderThere) => {
    const desk = knownDesk();
    await leave(desk, state, ownerOf('is gone'));
    if (isFolderThere) mkdirSync(desk.file('.verbatim-0011aabb'));
    expect(desk.json(['doctor'])).toMatchObject({
      exit: 2,
      ok: false,
      problems: [{ code: 'RECOVERY_DUE', next: expect.stringContaining('verbatim status') }],
      ledger: { journal: 1 },
    });
    expect(desk.run(['doctor']).stdout).toContain('RECOVERY_DUE');
    // What it says helps.
    expect(desk.run(['status']).status).toBe(0);
    expect(desk.json(['doctor'])).toMatchObject({ ...well, ledger: { journal: 0 } });
  });

  test.each(['committed', 'put-back'] as const)(
    'finds nothing wrong with an operation that is %s and gone',
    async (state) => {
      const desk = knownDesk();
      await leave(desk, state, ownerOf('is gone'));
      expect(desk.json(['doctor'])).toMatchObject({ ...well, ledger: { journal: 0 } });
    },
  );

  test('leaves an operation alone whose process is at work', async () => {
    const desk = knownDesk();
    await leave(desk, 'intended', ownerOf('runs on'));
    expect(desk.json(['doctor'])).toMatchObject({ ...well, ledger: { journal: 1 } });
  });

  test('tells of a disk that is nearly full', ({ skip }) => {
    const desk = openDesk();
    const why = whyNotMounted(desk.root);
    if (why !== undefined) {
      console.log(`no disk that is nearly full: ${why}`);
      skip();
    }
    const problem = { code: 'DISK_FULL', path: desk.root, next: expect.stringContaining('Make room') };
    expect(desk.json(['doctor'])).toMatchObject({ exit: 2, problems: [problem] });
    expect(desk.run(['doctor']).stdout).toMatch(/^DISK_FULL {2}This disk has only \d+ bytes free\.$/m);
  });

  test('tells of a disk on which no file can be replaced', () => {
    const desk = openDesk();
    const problem = {
      code: 'REPLACE_UNSUPPORTED',
      path: desk.root,
      next: expect.stringContaining('--allow-unsafe-replace'),
    };
    const answer = desk.json(['doctor'], { env: { PATH: `${statThatSays(desk, 'exfat')}:${process.env['PATH']}` } });
    expect(answer).toMatchObject({ exit: 2, problems: [problem], root: { exchange: 'no', link: 'no' } });
  });
});

/** The system's `stat`, telling of another file system: who can make a real one of that kind is another machine. */
function statThatSays(desk: Desk, kind: string): string {
  const folder = join(desk.path, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'stat'), `#!/bin/sh\necho ${kind}\n`);
  chmodSync(join(folder, 'stat'), 0o755);
  return folder;
}

/** Mounts a disk in memory with less room than `doctor` asks for; answers why it cannot, where it cannot. */
function whyNotMounted(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has disks in memory';
  if (process.getuid?.() !== 0) return 'mounting one needs root';
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
  if (status !== 0) return 'mounting is not allowed here';
  onTestFinished(() => void spawnSync('umount', [folder]));
  return undefined;
}
