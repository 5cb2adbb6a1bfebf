/** Commands on drafts: what they do with the files they are given, how they are interrupted, and what is no command. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, bin, type Desk, isBuilt, openDesk, outcome, type Ran } from './desk.js';

/** Other tests run beside this one. */
const soon = { timeout: 30_000 };

/** An app with one revision, and a folder for what is temporary. */
function drafted(): Desk & { readonly env: Readonly<Record<string, string>>; exports(): string[] } {
  const desk = openDesk();
  desk.write('site/app.js', 'show(1);\n');
  desk.write('site/build.sh', 'echo built\n');
  expect(outcome(desk.json(['draft', 'save', 'shop', 'site']))).toEqual([0, 'saved']);
  const temporary = join(desk.path, 'tmp');
  mkdirSync(temporary);
  return { ...desk, env: { TMPDIR: temporary, DESK: desk.path }, exports: () => readdirSync(temporary) };
}

const marks = (desk: Desk): Answer => desk.json(['draft', 'log', 'shop']).revisions[0].marks;

/** The command as somebody who is not the superuser, whom no permission stops. */
function asOrdinaryUser({ path, root }: Desk, args: readonly string[], env: Readonly<Record<string, string>>): Ran {
  const line = [process.execPath, bin, ...args];
  const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const isSuperuser = process.getuid?.() === 0;
  if (isSuperuser) spawnSync('chown', ['-R', '65534:65534', path]);
  const [program = '', ...rest] = isSuperuser ? [...user, ...line] : line;
  return spawnSync(program, rest, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: join(path, 'user'), ...env },
    encoding: 'utf8',
  });
}

const canBeOrdinary = isBuilt && asOrdinaryUser({ path: '', root: '/' } as Desk, ['--version'], {}).status === 0;

describe.skipIf(!isBuilt)('a command on a draft', { timeout: 90_000 }, () => {
  test('may move its files to where they are live', () => {
    const desk = drafted();
    for (const verb of ['check', 'publish']) {
      const move = `mv "$PWD" "$DESK/${verb}"`;
      const answer = desk.json(['draft', verb, 'shop', '--', 'sh', '-c', move], { env: desk.env });
      expect([answer.exit, answer.ok, answer.notes]).toEqual([0, true, undefined]);
      expect(readFileSync(join(desk.path, verb, 'app.js'), 'utf8')).toBe('show(1);\n');
    }
    expect(desk.exports()).toEqual([]);
  });

  test.skipIf(!canBeOrdinary)('is told as it ended, whatever it left behind', () => {
    const desk = drafted();
    const run = (verb: string, line: string): Ran =>
      asOrdinaryUser(desk, ['draft', verb, 'shop', '--', 'sh', '-c', line], desk.env);
    const closed = 'mkdir -p go/pkg; echo x > go/pkg/m; chmod -R a-w go';
    expect(run('publish', closed)).toMatchObject({ status: 0, stdout: 'Published. r1 is live.\n' });
    expect(run('check', `${closed}; exit 3`).stdout).toContain('exit status 3');
    expect(desk.exports()).toEqual([]);
    const stays = 'mkdir here; echo x > here/f; chmod 0 here';
    const { status, stdout } = run('check', stays);
    const [left = ''] = desk.exports();
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Passed\. r1\n.*note.* what is left is in /)]);
    expect(stdout).toContain(join(desk.path, 'tmp', left));
    expect(run('publish', stays)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Published\..*\n.*note/) });
  });

  test.skipIf(!canBeOrdinary)('is not there to save a file that cannot be read: its path is told', () => {
    const desk = drafted();
    desk.write('site/sub/secret', 'x');
    spawnSync('chmod', ['0', desk.file('site/sub/secret')]);
    const ran = asOrdinaryUser(desk, ['--json', 'draft', 'save', 'shop', 'site'], desk.env);
    expect(JSON.parse(ran.stdout).error).toMatchObject({ code: 'VERBATIM_IO', path: desk.file('site/sub/secret') });
  });

  test('that is interrupted ends with all that it started, and nothing false is recorded', async () => {
    const wait = '(echo $$ > "$DESK/$VERBATIM_REVISION.pid"; sleep 60; touch "$DESK/late") & wait';
    for (const [signal, marked, args, told] of [
      ['SIGTERM', {}, ['check', 'shop', '--', 'sh', '-c', wait], 'Nothing is recorded of this check.'],
      ['SIGINT', {}, ['ship', 'shop', '--check', wait, '--publish', 'true'], 'Nothing is recorded of this check.'],
      [
        'SIGHUP',
        { publish: 'unconfirmed' },
        ['publish', 'shop', '--', 'sh', '-c', wait],
        'Whether r1 is live is not known',
      ],
    ] as const) {
      const desk = drafted();
      const child = desk.start(['draft', ...args], { env: desk.env });
      let text = '';
      child.stderr?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
      await expect.poll(() => desk.read('../1.pid'), soon).toMatch(/\d\n/);
      if (signal === 'SIGHUP') {
        expect(desk.json(['draft', 'publish', 'shop', '--', 'true'])).toMatchObject({ code: 'PUBLISH_RUNNING' });
      }
      child.kill(signal);
      expect(await once(child, 'close')).toEqual([130, null]);
      expect(text).toContain(`Interrupted. ${told}`);
      expect(isGroupThere(desk.read('../1.pid'))).toBe(false);
      expect([desk.exports(), marks(desk)]).toEqual([[], marked]);
    }
  });

  test('that ends well although it was interrupted is recorded, and what would come next is not begun', async () => {
    const desk = drafted();
    const check = 'trap "exit 0" TERM; echo x > "$DESK/started"; sleep 60 & wait';
    const child = desk.start(['--json', 'draft', 'ship', 'shop', '--check', check, '--publish', 'touch "$DESK/late"'], {
      env: desk.env,
    });
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    await expect.poll(() => desk.read('../started'), soon).toBe('x\n');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(JSON.parse(text)).toMatchObject({
      outcome: 'publish-failed',
      message: 'It was interrupted before it began.',
    });
    expect([desk.exports(), marks(desk)]).toEqual([[], { check: 'ok' }]);
    expect(existsSync(join(desk.path, 'late'))).toBe(false);
  });

  test('needs words, and a folder a name', () => {
    const desk = drafted();
    for (const words of [
      ['check', 'shop', '--', ''],
      ['publish', 'shop', '--', ''],
      ['publish', 'shop', '--confirm', '--', ''],
      ['ship', 'shop', '--check', '', '--publish', 'true'],
      ['ship', 'shop', '--check', 'true', '--publish', ' '],
    ]) {
      const told = desk.json(['draft', ...words]);
      expect([words, told.exit, told.error?.code]).toEqual([words, 64, 'USAGE']);
    }
    expect(outcome(desk.json(['draft', 'save', 'shop', '']))).toEqual([2, 'refused', 'INPUT_INVALID']);
    mkdirSync(desk.file('empty'));
    const exported = desk.json(['draft', 'export', 'shop', '1', ''], { cwd: desk.file('empty') });
    expect([outcome(exported), readdirSync(desk.file('empty'))]).toEqual([[2, 'refused', 'INPUT_INVALID'], []]);
    expect(marks(desk)).toEqual({});
  });

  test('says why a script of the draft cannot be run', () => {
    const desk = drafted();
    const told = desk.json(['draft', 'check', 'shop', '--', './build.sh']);
    expect([told.exit, told.message]).toEqual([2, expect.stringContaining('without the right to be run')]);
  });
});

function isGroupThere(leader = ''): boolean {
  try {
    return process.kill(-Number(leader), 0);
  } catch {
    return false;
  }
}
