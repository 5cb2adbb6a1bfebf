import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasGit: boolean = spawnSync('git', ['merge-file', '-h']).error === undefined;
if (!hasGit) console.warn('comparisons with git merge-file are skipped: there is no git');

export interface ThreeVersions {
  readonly current: Uint8Array;
  readonly expected: Uint8Array;
  readonly target: Uint8Array;
}

/** What `git merge-file -p current expected target` gives for each; `undefined` for a conflict. One shell for all of them. */
export function mergeFiles(cases: readonly ThreeVersions[]): (Uint8Array | undefined)[] {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-merge-'));
  try {
    cases.forEach((versions, at) => {
      const dir = join(folder, String(at));
      mkdirSync(dir);
      for (const name of ['current', 'expected', 'target'] as const) writeFileSync(join(dir, name), versions[name]);
    });
    const script = `for dir in */; do cd "$dir"
      git merge-file -p current expected target >merged 2>error; echo $? >status
      cd ..; done`;
    const { status } = spawnSync('sh', ['-c', script], { cwd: folder });
    if (status !== 0) throw new Error(`The shell ended with ${status}.`);
    return cases.map((_, at) => merged(join(folder, String(at))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function merged(dir: string): Uint8Array | undefined {
  const status = Number(readFileSync(join(dir, 'status'), 'utf8'));
  // Up to 127 it counts conflicts; above it is a failure.
  if (status > 127) throw new Error(readFileSync(join(dir, 'error'), 'utf8'));
  return status === 0 ? readFileSync(join(dir, 'merged')) : undefined;
}
