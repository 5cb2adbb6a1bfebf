/** What an answer says to do next works where it is read: with the options that were given, and for what is there. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type Desk, isBuilt, openDesk, outcome } from './desk.js';

vi.setConfig({ testTimeout: 120_000 });

/** A desk whose folders are known by options alone. */
function optioned(): { readonly desk: Desk; readonly options: readonly string[]; readonly folder: string } {
  const desk = openDesk();
  const options = ['--root', desk.root, '--home', join(desk.path, 'copies')];
  desk.write('notes.md', 'one\n');
  desk.json(['edit', 'notes.md', '--replace', 'one', '--with', 'two', ...options]);
  const [id = ''] = readdirSync(join(desk.path, 'copies', 'workspaces'));
  return { desk, options, folder: join(desk.path, 'copies', 'workspaces', id) };
}

describe.skipIf(!isBuilt)('a command to run next', () => {
  test.each([[['status']], [['doctor']]])('after a fault or a problem has the options that were given: %j', (verb) => {
    const { desk, options, folder } = optioned();
    writeFileSync(join(folder, 'data.mdb'), 'not an index');
    const { stdout, stderr } = desk.run([...verb, ...options]);
    expect(`${stdout}${stderr}`).toContain(`\n         (with ${options.join(' ')})\n`);
  });

  test('after a moved workspace is relocate, with what it needs', () => {
    const { desk, options } = optioned();
    const moved = join(desk.path, 'moved');
    renameSync(desk.root, moved);
    const home = options.slice(2).join(' ');
    const told = desk.run(['salvage', '--root', moved, ...options.slice(2)], { cwd: desk.path }).stderr;
    expect(told).toContain(`  next   verbatim relocate --root ${moved}\n         (with ${home})\n`);
    expect(desk.run(['relocate', '--root', moved, ...options.slice(2)], { cwd: desk.path })).toMatchObject({
      status: 0,
    });
    const copied = join(desk.path, 'copied');
    cpSync(moved, copied, { recursive: true });
    const asked = desk.run(['relocate', '--root', copied, ...options.slice(2)], { cwd: desk.path }).stderr;
    expect(asked).toContain(`relocate --from OLD-DIR\n         (with --root ${copied} ${home})\n`);
  });

  test('for one of several decisions has them too', () => {
    const { desk, options } = optioned();
    desk.write('notes.md', 'three\n');
    expect(desk.run(['discard', '--all', ...options]).stdout).toContain(`(with ${options.join(' ')})`);
  });

  test('after a wait that was given up has them too', () => {
    const script = `
      const { lockWatchModule } = await import(${JSON.stringify(new URL('../dist/cli/run-verb.js', import.meta.url).href)});
      const { timedOut } = await import(lockWatchModule(false, 'keep', { home: '/my home' }));
      await timedOut({ seconds: 30 });`;
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(ran.stderr).toMatch(/ {2}next {3}.*verbatim status.*\n {9}\(with --home '\/my home'\)\n$/);
    expect(ran.status).toBe(1);
  });

  test('is told as it is where no option was given', () => {
    const { desk } = optioned();
    expect(desk.run(['hook', 'claude-code', '--install', '--root', join(desk.path, 'nowhere')]).stderr).not.toContain(
      '(with',
    );
    expect(desk.run(['relocate', '--root', desk.root]).stderr).not.toContain('--home');
  });
});

describe.skipIf(!isBuilt)('an interrupted action', () => {
  test('of which the file was edited since is given up, as status says; one that was not is recorded', () => {
    const desk = openDesk();
    for (const name of ['a.md', 'b.md']) desk.write(name, 'one\n');
    const begun = ['a.md', 'b.md'].map((name) => desk.json(['begin', name]).action as string);
    for (const name of ['a.md', 'b.md']) desk.write(name, 'two\n');
    for (const action of begun) expect(outcome(desk.json(['cancel', action]))).toEqual([0, 'interrupted']);
    desk.json(['edit', 'a.md', '--replace', 'two', '--with', 'three']);
    const steps = (): string[] =>
      [...desk.run(['status']).stdout.matchAll(/^(?:Record {3}|Give up {2})verbatim (.*)$/gm)].map(
        ([, line]) => line ?? '',
      );
    expect(steps().sort()).toEqual([`cancel ${begun[0]}`, `commit ${begun[1]}`]);
    // Decided, the newer edit still is newer.
    desk.json(['discard', 'a.md']);
    expect(steps().sort()).toEqual([`cancel ${begun[0]}`, `commit ${begun[1]}`]);
    for (const line of steps()) expect(desk.shell(line)).toMatchObject({ status: 0, stderr: '' });
    expect(desk.run(['status']).stdout).not.toMatch(/^(?:Record|Give up)/m);
  });
});

describe.skipIf(!isBuilt)('a publish, check or ship that is asked for again under its key', () => {
  test.each([
    ['publish', ['publish', 'shop'], 'Published.'],
    ['check', ['check', 'shop'], 'Passed.'],
  ])('says that it answers for the first one: %s', (_, words, done) => {
    const desk = openDesk();
    desk.write('site/app.js', 'one\n');
    desk.json(['draft', 'save', 'shop', 'site']);
    const run = (...command: string[]) => desk.run(['draft', ...words, '--key', 'k1', '--', ...command]).stdout;
    expect(run('true')).not.toContain('answered before');
    const again = run('touch', desk.file('ran'));
    expect(again).toContain('This was answered before');
    expect(again).toContain(done);
  });
});
