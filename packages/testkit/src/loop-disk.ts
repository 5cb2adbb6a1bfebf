/**
 * A disk of our own, on a loop device, whose power can be cut: its image is copied at one moment, and the copy is what the
 * machine finds when it comes back. What no flush had sent to the device yet is not in it. Linux and root only.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export const fileSystems = ['ext4', 'xfs', 'btrfs'] as const;
export type FileSystem = (typeof fileSystems)[number];

export interface LoopDisk {
  /** Where it is mounted; the same place before and after a cut. */
  readonly mount: string;
  /**
   * Copies the image as it is at one moment. `pause` stops everything that writes, and answers how to let it go on: used
   * only where files of the folder that holds the image cannot be cloned, which happens at once.
   */
  snapshot(pause: () => () => void): void;
  /** Goes on with the copy, as after a power cut. Nothing of the disk may be in use. */
  comeBack(): void;
  close(): void;
}

/** Bytes of the image, which is sparse; the file systems need that many. */
const imageBytes = 335_544_320;
const outerBytes = 8 * imageBytes;
const makers: Readonly<Record<FileSystem, readonly string[]>> = {
  ext4: ['-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0'],
  xfs: ['-q', '-f'],
  btrfs: ['-q', '-f'],
};
const copyTriesMax = 200;
/** Images lie in memory where they can: what has reached the device is what counts, not how fast it got there. */
const memory = '/dev/shm';

/** Why there can be none here, in words; undefined where there can. */
export function whyNoDisk(kind: FileSystem): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has loop devices';
  if (process.getuid?.() !== 0) return 'it needs root';
  if (!existsSync('/dev/loop-control')) return 'there are no loop devices';
  if (!hasCommand(`mkfs.${kind}`)) return `mkfs.${kind} is not installed`;
  return canMount() ? undefined : 'mounting is not allowed here';
}

export function openLoopDisk(kind: FileSystem): LoopDisk {
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'verbatim-disk-'));
  const cloning = (['xfs', 'btrfs'] as const).find((one) => hasCommand(`mkfs.${one}`));
  const outer = cloning === undefined ? undefined : join(folder, 'outer');
  if (cloning !== undefined && outer !== undefined) {
    makeImage(`${outer}.img`, outerBytes, cloning);
    mkdirSync(outer);
    run('mount', '-o', 'loop', `${outer}.img`, outer);
  }
  const image = join(outer ?? folder, 'disk.img');
  const copy = join(outer ?? folder, 'copy.img');
  const mount = join(folder, 'mount');
  mkdirSync(mount);
  makeImage(image, imageBytes, kind);
  // The same device every time: identities hold it, and it does not change while the machine stays up.
  const device = run('losetup', '--find', '--show', image);
  run('mount', device, mount);

  const detach = (): void => {
    run('umount', mount);
    run('losetup', '--detach', device);
  };
  return {
    mount,
    snapshot(pause) {
      if (cloning !== undefined) return void run('cp', '--reflink=always', image, copy);
      const goOn = pause();
      try {
        copyUnwritten(image, copy, device);
      } finally {
        goOn();
      }
    },
    comeBack() {
      detach();
      renameSync(copy, image);
      run('losetup', device, image);
      run('mount', device, mount);
    },
    close() {
      detach();
      if (outer !== undefined) run('umount', outer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A plain copy takes a while: it is of one moment only where no write reached the device meanwhile. */
function copyUnwritten(image: string, copy: string, device: string): void {
  for (let tries = 1; tries <= copyTriesMax; tries++) {
    const before = activityOf(device);
    if (before.inFlight !== 0) continue;
    run('cp', '--sparse=always', image, copy);
    const after = activityOf(device);
    if (after.inFlight === 0 && after.writes === before.writes) return;
  }
  throw new Error(`the device was written to during each of ${copyTriesMax} copies`);
}

/** See the kernel's `block/stat.rst`: writes completed, and requests in flight. */
function activityOf(device: string): { writes: number; inFlight: number } {
  const numbers = readFileSync(`/sys/block/${basename(device)}/stat`, 'utf8')
    .trim()
    .split(/\s+/)
    .map(Number);
  return { writes: numbers[4] ?? 0, inFlight: numbers[8] ?? 0 };
}

function makeImage(path: string, bytes: number, kind: FileSystem): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
  run(`mkfs.${kind}`, ...makers[kind], path);
}

function hasCommand(name: string): boolean {
  return [...(process.env['PATH'] ?? '').split(':'), '/sbin', '/usr/sbin'].some((folder) =>
    existsSync(join(folder, name)),
  );
}

let mountable: boolean | undefined;

/** Containers often forbid it, also to root. */
function canMount(): boolean {
  if (mountable !== undefined) return mountable;
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-mount-'));
  try {
    run('mount', '-t', 'tmpfs', 'none', folder);
    run('umount', folder);
    run('losetup', '--find');
    mountable = true;
  } catch {
    mountable = false;
  }
  rmSync(folder, { recursive: true, force: true });
  return mountable;
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
