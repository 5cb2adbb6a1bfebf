/** What breaks is told in a sentence, with the path where there is one, exit code 1 and never a stack trace. */
import { describe, expect, test } from 'vitest';
import { isBuilt, openDesk } from './desk.js';

/** Runs before the command, to break something in it. */
function broken(script: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

describe.skipIf(!isBuilt)('a fault', () => {
  test.skipIf(process.platform !== 'linux')('of the disk names the path', () => {
    const desk = openDesk();
    const args = ['edit', 'a.txt', '--replace', 'a', '--with', 'b', '--home', '/proc/nowhere/copies'];
    const answer = desk.json(args);
    expect(answer).toMatchObject({
      exit: 1,
      error: { code: 'VERBATIM_IO', path: expect.stringContaining('/proc/nowhere') },
    });
    const told = desk.run(args);
    expect(told).toMatchObject({ status: 1, stdout: '' });
    expect(told.stderr).toContain('next   Choose another folder for the copies with --home DIR.');
    expect(told.stderr).toMatch(/^Failed\. Could not .*\n {2}path {3}\/proc\/nowhere.*\n {2}code {3}VERBATIM_IO\n/);
  });

  test('that nobody expected is told as a bug of ours', () => {
    const desk = openDesk();
    const env = broken(`
      import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      fs.fstatSync = () => { throw new TypeError('x is not a thing'); }; syncBuiltinESMExports();`);
    expect(desk.json(['status'], { env })).toMatchObject({ exit: 1, error: { code: 'VERBATIM_BUG', path: null } });
    const told = desk.run(['status'], { env });
    expect(told).toMatchObject({ status: 1, stdout: '' });
    expect(told.stderr).toContain('Something happened in Verbatim that should not: x is not a thing');
    expect(told.stderr).toContain('VERBATIM_BUG');
  });

  test('that nobody caught is told the same way', () => {
    const desk = openDesk();
    const env = broken(`
      import net from 'node:net';
      net.Socket.prototype.read = function () { setImmediate(() => { throw new Error('out of the blue'); }); return null; };`);
    const told = desk.json(['write', 'a.txt'], { env, input: 'x' });
    expect(told).toMatchObject({ exit: 1, error: { code: 'VERBATIM_BUG' } });
    expect(told.error.message).toContain('out of the blue');
  });
});
