import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Answer, isBuilt, openDesk, outcome } from './desk.js';

const names = [
  'with space.md',
  'line\nbreak.md',
  'tab\tand\u001b[31mcolour.md',
  'bidi\u202egpj.md',
  'c1\u009b.md',
  '🙂 notes.md',
  'it\'s "quoted" $HOME `x`.md',
  'back\\slash.md',
  '-leading.md',
  '--json',
  'action:a0000000000',
  '\u00e9.md',
  'e\u0301.md',
  'trailing ',
  'x'.repeat(255),
];

describe.skipIf(!isBuilt)('files with strange names', () => {
  test('are edited, shown on one line each and put back', () => {
    const desk = openDesk();
    for (const name of names) desk.write(name, 'one\n');
    const hashes = names.map(desk.sha256);
    const edits = names.map((name) => ({ op: 'replace', path: `./${name}`, replace: 'one', with: 'two' }));
    const applied = desk.json(['apply', '-'], { input: JSON.stringify({ edits }) });
    expect(applied.files.map(({ path }: { path: string }) => path)).toEqual(names);

    const status = desk.run(['status']).stdout;
    // oxlint-disable-next-line no-control-regex
    expect(status).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(status.match(/edited, 1 change$/gm)).toHaveLength(names.length);

    const discarded = desk.json(['discard', '--', ...names.map((name) => `./${name}`)]);
    expect(outcome(discarded)).toEqual([0, 'discarded']);
    expect(names.map(desk.sha256)).toEqual(hashes);
  });

  test.each(['with space.md', 'line\nbreak.md', 'bidi\u202egpj.md', '-leading.md', '--json'])(
    'can be typed as they are, and pasted from a suggestion: %j',
    (name) => {
      const desk = openDesk();
      desk.write(name, 'one\n');
      const ran = desk.run(['edit', '--replace', 'one', '--with', 'two', '--', name]);
      const command = /^1 edit waits\. verbatim inspect (.*)$/m.exec(ran.stdout)?.[1] ?? '';
      const pasted = desk.shell(`discard ${command}`);
      expect({ status: pasted.status, stderr: pasted.stderr }).toEqual({ status: 0, stderr: '' });
      expect(desk.read(name)).toBe('one\n');
    },
  );
});

describe.skipIf(!isBuilt)('apps and files of drafts with strange names', () => {
  test.each(['y;touch PWNED;', 'shop #2', '-leading'])('can be pasted from a suggestion: %j', (app) => {
    const desk = openDesk();
    desk.write('site/main.js', 'one\n');
    desk.json(['draft', 'save', 'shop', 'site']);
    const saved = desk.run(['draft', 'save', '--home', desk.home, '--', app, 'site']).stdout;
    const undo = /^Undo {5}verbatim (.*)$/m.exec(saved)?.[1] ?? '';
    expect(desk.shell(undo)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('r2') });
    const heads = desk.json(['draft', 'apps']).apps.map((one: Answer) => [one.app, one.head]);
    expect(Object.fromEntries(heads)).toEqual({ shop: 1, [app]: 2 });
    expect(desk.read('PWNED')).toBeUndefined();
  });

  test('go on with a diff where it was cut', () => {
    const desk = openDesk();
    const [app, file] = ['shop #2', '-main file.js'];
    const lines = (text: string) => Array.from({ length: 40 }, (_, line) => `${text} ${line}\n`).join('');
    for (const text of ['one', 'two']) {
      desk.write(`site/${file}`, lines(text));
      desk.json(['draft', 'save', app, 'site']);
    }
    const cut = desk.run(['draft', 'diff', app, '--from', '1', '--to', '2', '--lines', '10']).stdout;
    const goOn = /^Go on: verbatim (.*)$/m.exec(cut)?.[1] ?? '';
    expect(goOn).toContain(`'${file}'`);
    expect(desk.shell(goOn)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('-one 12') });
  });
});

describe.skipIf(!isBuilt)('a path', () => {
  test('that leads out of the workspace is refused before anything is opened', () => {
    const desk = openDesk();
    writeFileSync(`${desk.path}/outside.txt`, 'one');
    symlinkSync(`${desk.path}/outside.txt`, desk.file('link.txt'));
    symlinkSync(desk.path, desk.file('linked'));
    for (const path of ['../outside.txt', `${desk.path}/outside.txt`, 'linked/outside.txt', 'a/../../outside.txt']) {
      expect(outcome(desk.json(['edit', path, '--replace', 'one', '--with', 'two']))).toEqual([
        2,
        'refused',
        'OUTSIDE_ROOT',
      ]);
    }
    expect(desk.json(['edit', 'link.txt', '--replace', 'one', '--with', 'two']).exit).toBe(2);
    expect(desk.read('../outside.txt')).toBe('one');
  });

  test('that is empty, a folder or no regular file is refused by name', () => {
    const desk = openDesk();
    mkdirSync(desk.file('folder'));
    expect(outcome(desk.json(['write', '']))).toEqual([2, 'refused', 'INPUT_INVALID']);
    expect(outcome(desk.json(['write', '.']))).toEqual([2, 'refused', 'IS_FOLDER']);
    expect(outcome(desk.json(['write', 'folder']))).toEqual([2, 'refused', 'IS_FOLDER']);
    expect(outcome(desk.json(['write', '/dev/null', '--root', '/dev']))).toEqual([2, 'refused', 'NOT_A_FILE']);
  });

  test('is taken from the current folder, and from the root where that lies outside', () => {
    const desk = openDesk();
    desk.write('sub/a.txt', 'one');
    desk.write('a.txt', 'one');
    const edit = (cwd: string, path: string) =>
      desk.json(['edit', path, '--root', desk.root, '--replace', 'one', '--with', 'two'], { cwd }).files[0].path;
    expect(edit(desk.file('sub'), 'a.txt')).toBe('sub/a.txt');
    expect(edit(desk.path, 'a.txt')).toBe('a.txt');
    expect(desk.json(['inspect', 'work/sub/a.txt', '--root', 'work'], { cwd: desk.path }).files[0].path).toBe(
      'sub/a.txt',
    );
  });
});
