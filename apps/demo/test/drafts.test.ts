import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, type Desk, isBuilt, openDesk, outcome } from './desk.js';

const app = 'const total = 1;\nshow(total);\n';

/** A folder with a small app, saved as r1 under the turn t1. */
function drafted(): Desk {
  const desk = openDesk();
  desk.write('site/app.js', app);
  desk.write('site/css/style.css', 'body {}\n');
  desk.json(['draft', 'turn', 'shop', 't1']);
  expect(outcome(desk.json(['draft', 'save', 'shop', 'site', '--turn', 't1']))).toEqual([0, 'saved']);
  return desk;
}

const edit = (desk: Desk, from: string, to: string, ...more: string[]): Answer =>
  desk.json(['draft', 'edit', 'shop', 'app.js', '--replace', from, '--with', to, ...more]);

describe.skipIf(!isBuilt)('drafts on the command line', () => {
  test('a change is a new revision, and none is none', () => {
    const desk = drafted();
    expect(desk.json(['draft', 'save', 'shop', 'site'])).toMatchObject({ exit: 0, revision: 1, unchanged: true });
    expect(edit(desk, 'total = 1', 'total = 2', '--turn', 't1')).toMatchObject({
      revision: 2,
      unchanged: false,
      reason: 'edit app.js',
    });
    expect(desk.json(['draft', 'write', 'shop', 'readme.txt', '--turn', 't1'], { input: 'hello\n' })).toMatchObject({
      revision: 3,
    });
    expect(desk.json(['draft', 'rename', 'shop', 'readme.txt', 'README.txt'])).toMatchObject({
      revision: 4,
      files: [{ kind: 'renamed' }],
    });
    expect(desk.json(['draft', 'delete', 'shop', 'README.txt'])).toMatchObject({ revision: 5 });
    expect(edit(desk, 'nowhere', 'x')).toMatchObject({ exit: 2, code: 'MATCH_ABSENT' });
    expect(edit(desk, 'total = 2', 'total = 3', '--expected', 'r4')).toMatchObject({ exit: 2, code: 'REVISION_MOVED' });
    expect(desk.json(['draft', 'log', 'shop', '--count', '2'])).toMatchObject({
      head: 5,
      revisions: [{ revision: 5 }, { revision: 4 }],
    });
    expect(desk.json(['draft', 'log', 'shop', '--before', 'r3']).revisions).toMatchObject([
      { revision: 2, turn: 't1' },
      { revision: 1 },
    ]);
  });

  test('a mistyped app is told as one that was never saved', () => {
    const desk = drafted();
    for (const verb of ['show', 'log']) {
      const told = desk.run(['draft', verb, 'shpo']);
      expect([told.status, told.stdout]).toEqual([
        0,
        expect.stringMatching(/^Nothing was ever saved as shpo\.\nApps {2}verbatim draft apps/),
      ]);
    }
  });

  test('a key answers a retry with the first revision, and nothing else', () => {
    const desk = drafted();
    const first = edit(desk, 'total = 1', 'total = 2', '--key', 'k1');
    expect(edit(desk, 'total = 1', 'total = 2', '--key', 'k1')).toMatchObject({
      revision: first.revision,
      replayed: true,
    });
    expect(edit(desk, 'total = 1', 'total = 9', '--key', 'k1')).toMatchObject({ exit: 2, code: 'KEY_REUSED' });
  });

  test('a turn begins with what the one before changed, and diff and undo know its span', () => {
    const desk = drafted();
    edit(desk, 'total = 1', 'total = 2', '--turn', 't1');
    desk.json(['draft', 'turn', 'shop', 't2']);
    edit(desk, 'show(total)', 'hide(total)', '--turn', 't2');
    const { summary, revision } = desk.json(['draft', 'turn', 'shop', 't3']);
    expect([revision, summary]).toEqual([3, 'Previous turn changed r2..r3:\n- app.js: +1 -1']);
    expect(desk.run(['draft', 'turn', 'shop', 't3']).stdout).toContain('- app.js: +1 -1');
    const { files } = desk.json(['draft', 'diff', 'shop']);
    expect(files).toMatchObject([{ path: 'app.js', added: 1, removed: 1 }]);
    expect(files[0].text).toContain('--- app.js@2\n+++ app.js@3\n');
    expect(desk.json(['draft', 'diff', 'shop', '--from', '0', '--to', 'r1']).fileCount).toBe(2);
    expect(desk.json(['draft', 'diff', 'shop', 'app.js', '--from', '1']).files[0].text).toContain('+hide(total);');
    expect(desk.json(['draft', 'undo', 'shop', '--turn', 't2'])).toMatchObject({ revision: 4, undoOf: 2 });
    expect(desk.json(['draft', 'show', 'shop', 'app.js'])).toMatchObject({ revision: 4, text: app.replace('1', '2') });
    expect(desk.run(['draft', 'show', 'shop', 'app.js', '--revision', '1']).stdout).toBe(app);
    expect(desk.json(['draft', 'undo', 'shop', '--to', 'r99'])).toMatchObject({ exit: 2, code: 'REVISION_UNKNOWN' });
    expect(desk.json(['draft', 'undo', 'shop', '--to', '1', '--turn', 't1']).exit).toBe(64);
  });

  test('check, publish and ship run a command on a fresh export and record how it ended', () => {
    const desk = drafted();
    const before = readdirSync(tmpdir()).filter((name) => /^verbatim-r\d/.test(name));
    const failed = desk.run([
      'draft',
      'check',
      'shop',
      '--',
      'sh',
      '-c',
      'echo "on $VERBATIM_REVISION"; mkdir x; touch x/y; test -f nothing',
    ]);
    expect([failed.status, failed.stdout.includes('Failed.'), failed.stderr]).toEqual([2, true, 'on 1\n']);
    expect(desk.json(['draft', 'check', 'shop', '--', 'test', '-f', 'css/style.css'])).toMatchObject({
      exit: 0,
      ok: true,
      revision: 1,
    });
    expect(desk.json(['draft', 'check', 'shop', '--', 'no-such-program'])).toMatchObject({ exit: 2, ok: false });
    expect(desk.json(['draft', 'ship', 'shop', '--check', 'false', '--publish', 'touch published'])).toMatchObject({
      exit: 2,
      outcome: 'check-failed',
    });
    expect(desk.json(['draft', 'ship', 'shop', '--check', 'true', '--publish', 'false'])).toMatchObject({
      exit: 2,
      outcome: 'publish-failed',
    });
    expect(desk.json(['draft', 'apps']).apps[0].published).toBe(null);
    const place = join(desk.path, 'live');
    expect(desk.json(['draft', 'publish', 'shop', '--', 'cp', '-r', '.', place])).toMatchObject({
      exit: 0,
      ok: true,
      revision: 1,
    });
    expect(readFileSync(join(place, 'app.js'), 'utf8')).toBe(app);
    edit(desk, 'total = 1', 'total = 2');
    expect(desk.json(['draft', 'show', 'shop']).standing).toMatchObject({
      head: 2,
      published: 1,
      editedAfterPublishing: true,
    });
    expect(desk.json(['draft', 'log', 'shop']).revisions[1].marks).toEqual({ check: 'ok', publish: 'live' });
    expect(desk.json(['draft', 'publish', 'shop']).exit).toBe(64);
    expect(outcome(desk.json(['draft', 'publish', 'shop', '--confirm']))).toEqual([2, 'refused', 'NOTHING_TO_CONFIRM']);
    expect(readdirSync(tmpdir()).filter((name) => /^verbatim-r\d/.test(name))).toEqual(before);
  });

  test('export writes a revision into an empty folder, and into no other', () => {
    const desk = drafted();
    expect(desk.json(['draft', 'export', 'shop', 'r1', 'out'])).toMatchObject({
      exit: 0,
      files: 2,
      to: desk.file('out'),
    });
    expect(desk.read('out/app.js')).toBe(app);
    expect(outcome(desk.json(['draft', 'export', 'shop', '1', 'out']))).toEqual([2, 'refused', 'PATH_TAKEN']);
    expect(outcome(desk.json(['draft', 'export', 'shop', '7', 'other']))).toEqual([2, 'refused', 'REVISION_UNKNOWN']);
  });

  test('what is no part of an app is left out, and it is said so', () => {
    const desk = drafted();
    for (const folder of ['node_modules/x', '.git']) mkdirSync(desk.file(`site/${folder}`), { recursive: true });
    writeFileSync(desk.file('site/node_modules/x/index.js'), 'x');
    symlinkSync('/etc/passwd', desk.file('site/link'));
    const { notes, unchanged } = desk.json(['draft', 'save', 'shop', 'site']);
    expect(unchanged).toBe(true);
    expect(notes.map((note: string) => note.split(' ')[0]).sort()).toEqual(['.git', 'link', 'node_modules']);
    expect(outcome(desk.json(['draft', 'save', 'shop', 'nowhere']))).toEqual([2, 'refused', 'INPUT_INVALID']);
  });

  test('verify names what is damaged by app, revision and file, and says when all is well', () => {
    const desk = openDesk();
    expect(desk.json(['draft', 'verify'])).toMatchObject({ exit: 0, ok: true, apps: 0 });
    desk.run(['draft', 'write', 'shop', 'app.js'], { input: 'let n = 1\n' });
    desk.run(['draft', 'write', 'shop', 'app.js'], { input: 'let n = 2\n' });
    expect(desk.json(['draft', 'verify'])).toMatchObject({ exit: 0, ok: true, apps: 1, revisions: 2, copies: 2 });
    expect(desk.run(['draft', 'verify']).stdout).toContain('1 app, 2 revisions, 2 copies');
    const copies = join(desk.home, 'drafts', 'copies');
    const name = readdirSync(copies).find((one) => readFileSync(join(copies, one), 'utf8').includes('1')) ?? '';
    writeFileSync(join(copies, name), 'let n = 9\n');
    expect(desk.json(['draft', 'verify'])).toMatchObject({
      exit: 2,
      ok: false,
      problems: [{ code: 'COPY_CORRUPT', app: 'shop', revision: 1, path: 'app.js', hash: name }],
    });
    const told = desk.run(['draft', 'verify']);
    expect(told.status).toBe(2);
    expect(told.stdout).toContain('COPY_CORRUPT  shop r1 app.js: A copy fails its integrity check');
    expect(told.stdout).toContain('1 problem.');
  });

  test('looking at drafts makes nothing', () => {
    const desk = openDesk();
    expect(desk.json(['draft', 'apps'])).toMatchObject({ exit: 0, apps: [] });
    expect(desk.json(['draft', 'log', 'shop'])).toMatchObject({ revisions: [] });
    expect(existsSync(desk.home)).toBe(false);
    expect(desk.run(['draft']).status).toBe(64);
    expect(desk.run(['draft', '--help']).stdout).toContain('copy an earlier revision forward');
    expect(desk.run(['draft', 'undo', '--help']).stdout).toContain('--turn');
    expect(spawnSync('ls', ['-A', desk.root], { encoding: 'utf8' }).stdout).toBe('');
  });
});
