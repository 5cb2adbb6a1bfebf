import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { verbTable } from '../src/cli/completion/verb-table.js';
import { verbList } from '../src/cli/verb-list.js';
import { bin, isBuilt, openDesk } from './desk.js';

describe.skipIf(!isBuilt)('a line that is not understood', () => {
  test.each([
    [[], /^Verbatim keeps/],
    [['edt'], /did you mean `edit`/],
    [['edit'], /Expected argument for FILE/],
    [['edit', 'a.md', '--replace', 'x'], /Expected input for flag --with/],
    [['edit', 'a.md', 'b.md', '--replace', 'x', '--with', 'y'], /Too many arguments/],
    [['edit', 'a.md', '--replace', 'x', '--replace', 'y', '--with', 'z'], /encountered "y" after "x"/],
    [['serve', '--port', '99999'], /a whole number from 1 to 65535 is needed/],
    [['status', '--bogus'], /No flag registered for --bogus/],
    [['status', 'extra'], /Too many arguments/],
    [['delete', '-f'], /written with \.\/ before it/],
    [['inspect', 'a.md', '--from', '-1'], /a whole number from 0 is needed/],
    [['begin', 'a.md', '--pid', 'me'], /a whole number from 1 is needed/],
    [['insert-paragraph', 'a.docx'], /Expected input for flag --text/],
    [['insert-paragraph', 'a.docx', '--text', 'x', '--after', '-1'], /a whole number from 0 is needed/],
    [['add-text-box', 'a.pptx', '--text', 'x', '--slide', '0'], /a whole number from 1 is needed/],
    [
      ['set-cell', 'a.xlsx', '--cell', 'A!A1', '--value', '1', '--type', 'date'],
      /one of number, boolean, text is needed/,
    ],
    [['history', 'a.md', '--since', '2026-02-30'], /a day like 2026-03-01/],
    [['history', 'a.md', '--since', '2026-04-31T10:00Z'], /a day like 2026-03-01/],
    [['keep'], /Name what to keep/],
    [['discard', 'a.md', '--all'], /in one way/],
    [['keep', '--all', '--changed'], /in one way/],
    [['discard', '--changed'], /No flag registered for --changed/],
    [['demo', '--root', '.'], /folders of its own/],
    [['status\u001b[2J'], /status\\x1b\[2J/],
  ])('exits 64 and says what to do: %j', (args, message) => {
    const desk = openDesk();
    const ran = desk.run(args);
    expect(ran.status).toBe(64);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(message);
  });

  test.each([[[]], [['edt']], [['edit']], [['delete', '-f']], [['keep']]])(
    'is JSON where JSON was asked for: %j',
    (args) => {
      const answer = openDesk().json(args);
      expect(answer).toMatchObject({ exit: 64, error: { code: 'USAGE', path: null } });
      expect(answer.error.hint).toMatch(/verbatim|dash/);
    },
  );
});

describe.skipIf(!isBuilt)('a list of edits', () => {
  test('that is a folder is refused as that', () => {
    const desk = openDesk();
    desk.write('sub/a.md', 'text');
    expect(desk.json(['apply', 'sub'])).toMatchObject({ exit: 2, outcome: 'refused', code: 'IS_FOLDER' });
  });
});

describe.skipIf(!isBuilt)('help', () => {
  test('tells every verb, and each verb its options', () => {
    const desk = openDesk();
    const ran = desk.run(['--help']);
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
    const verbs = [...ran.stdout.matchAll(/^ {2}([a-z][a-z-]+) {2,}/gm)].map(([, verb]) => verb ?? '');
    expect(verbs.sort()).toEqual(Object.keys(verbList).sort());
    for (const verb of verbs.slice(0, 6)) {
      const help = desk.run([verb, '--help']);
      expect(help.status).toBe(0);
      expect(help.stdout).toContain('--root');
      expect(help.stdout).toContain(`\n  verbatim ${verb}`);
    }
    expect(desk.run(['help', 'edit']).stdout).toBe(desk.run(['edit', '-h']).stdout);
  });

  test('shows examples that name only options which the verb has', () => {
    for (const { name, options, description } of verbTable()) {
      const lines = [...description.matchAll(/verbatim [a-z-]+.*/g)].map(([line]) => line);
      if (!name.startsWith('draft ')) expect(lines.length, name).toBeGreaterThan(0);
      for (const line of lines.filter((one) => one.startsWith(`verbatim ${name}`))) {
        const used = [...line.matchAll(/(?<= )--[a-z-]+/g)].map(([option]) => option);
        expect(options.map((option) => option.name)).toEqual(expect.arrayContaining(used));
      }
    }
  });

  test('and version need no ledger', () => {
    const desk = openDesk();
    expect(desk.run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const trace = ['--import', `data:text/javascript,${encodeURIComponent(loadWatch)}`];
    const ran = spawnSync(process.execPath, [...trace, bin, '--help'], { encoding: 'utf8' });
    expect(ran.status).toBe(0);
    expect(ran.stderr).not.toMatch(/lmdb|koffi|stricli|packages/);
  });
});

/** Tells every module that is loaded. */
const loadWatch = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
import { writeSync } from 'node:fs';
export async function load(url, context, next) { writeSync(2, url + '\\\\n'); return next(url, context); }\`));
`;
