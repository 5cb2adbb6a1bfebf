/** Another process that dies in the middle of an edit, with its new bytes put beside the file and nothing swapped yet. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Scratch } from './scratch.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** The other process runs what is built. */
export const isBuilt: boolean = existsSync(new URL('../dist/index.js', import.meta.url));

const script = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const flush = fs.fsyncSync;
fs.fsyncSync = (fd) => {
  if (fs.readlinkSync('/proc/self/fd/' + fd).includes('/.verbatim-')) process.kill(process.pid, 'SIGKILL');
  flush(fd);
};
syncBuiltinESMExports();
const { openVerbatim } = await import('@verbatim/node');
const [root, home] = process.argv.slice(1);
const { review } = await openVerbatim({ root, home });
await review.act('write', [{ op: 'write', path: 'a.md', bytes: Buffer.from('two') }]);
`;

export function crashInTheMiddle({ root, home }: Scratch): void {
  const args = ['--input-type=module', '-e', script, root, home];
  const { signal, stderr } = spawnSync(process.execPath, args, { cwd: packageFolder, encoding: 'utf8' });
  if (signal !== 'SIGKILL') throw new Error(`the process did not die where it should: ${stderr}`);
}
