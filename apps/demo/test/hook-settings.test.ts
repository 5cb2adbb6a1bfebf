/** What `hook claude-code --install` makes of settings that are there: it says that hooks are installed only where they will run. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withHooks } from '../src/hooks/claude-code-settings.js';
import { type Answer, bin, type Desk, isBuilt, openDesk, outcome } from './desk.js';

const settings = '.claude/settings.json';
const events = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'];
const tools = 'Write|Edit|MultiEdit|NotebookEdit';

const install = (desk: Desk, ...more: string[]): Answer =>
  desk.json(['hook', 'claude-code', '--install', '--yes', ...more]);
const hooksOf = (text: string | undefined): Answer => JSON.parse(text ?? '').hooks;
const hooksIn = (desk: Desk): Answer => hooksOf(desk.read(settings));
const commandsOf = (hooks: Answer, event = 'PreToolUse'): string[] =>
  hooks[event].flatMap((group: Answer) => group.hooks.map(({ command }: Answer) => command));
const ours = `node ${bin} hook claude-code`;

/** Settings in which each event has this group alone. */
const settingsOf = (group: object): string =>
  JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, [group]])) }, null, 2);
const running = (command: string, more: object = {}): object => ({ hooks: [{ type: 'command', command }], ...more });

describe('hooks that are installed over others', () => {
  test.each([
    ['/usr/bin/notify-webhook claude-code-started'],
    ['echo "verbatim hook claude-code"'],
    ['verbatim hook claude-code || true'],
    ['/usr/bin/other hook claude-code'],
  ])('stay beside those of somebody else: %s', (command) => {
    const text = withHooks(settingsOf(running(command, { matcher: 'Write' })), ours);
    for (const event of events) {
      expect(hooksOf(text)[event]).toMatchObject([
        running(command, { matcher: 'Write' }),
        { matcher: tools, hooks: [{ command: ours }] },
      ]);
    }
    expect(withHooks(text, ours)).toBeUndefined();
  });

  test.each([
    ['a script that is gone', 'node /opt/gone/verbatim.js hook claude-code'],
    ['a quoted script that is gone', "'/usr/bin/node' '/opt/it'\\''s gone/verbatim.js' hook claude-code"],
    ['a name that may not be found', 'verbatim hook claude-code'],
    ['another home', `${ours} --home '/opt/old home'`],
    ['leave to write outside', `${ours} --allow-outside`],
  ])('replace those that were ours and start otherwise: %s', (_, command) => {
    const foreign = { type: 'command', command: 'make check' };
    const old = { type: 'command', command, timeout: 60 };
    const text = withHooks(settingsOf({ matcher: tools, hooks: [foreign, old] }), ours);
    for (const event of events) expect(commandsOf(hooksOf(text), event)).toEqual(['make check', ours]);
    expect(withHooks(text, ours)).toBeUndefined();
  });

  test.each([
    ['for one tool alone', { matcher: 'Write' }, {}],
    ['for others', { matcher: 'Bash' }, {}],
    ['without waiting', { matcher: tools }, { async: true }],
  ])('are for all tools that write, and block, where ours ran %s', (_, matcher, more) => {
    const hook = { type: 'command', command: ours, timeout: 60, ...more };
    const hooks = hooksOf(withHooks(settingsOf({ ...matcher, hooks: [hook] }), ours));
    expect(hooks.PreToolUse).toEqual([{ matcher: tools, hooks: [expect.objectContaining({ onFailure: 'block' })] }]);
    expect(hooks.PostToolUse).toHaveLength(1);
  });

  test.each([[{}], [{ matcher: '' }], [{ matcher: '*' }], [{ matcher: `${tools}|Other` }]])(
    'are there already where ours run for more tools: %j',
    (matcher) => {
      const wider = Object.entries(hooksOf(withHooks(undefined, ours))).map(([event, [group]]: Answer) => [
        event,
        [{ hooks: group.hooks, ...matcher }],
      ]);
      expect(withHooks(JSON.stringify({ hooks: Object.fromEntries(wider) }), ours)).toBeUndefined();
    },
  );

  test.skipIf(!isBuilt)('do as was asked this time, also where they were installed before', () => {
    const desk = openDesk();
    install(desk);
    const home = join(desk.path, 'copies');
    const more = ['--allow-outside', '--home', home];
    const shown = desk.run(['hook', 'claude-code', '--install', ...more]).stdout;
    const command = /^Write it {2}verbatim (.*)$/m.exec(shown)?.[1] ?? '';
    expect(desk.shell(command).stdout).toContain('Installed.');
    for (const event of events) {
      expect(commandsOf(hooksIn(desk), event)).toEqual([`${ours} --allow-outside --home ${home}`]);
    }
    expect(outcome(install(desk, ...more))).toEqual([0, 'unchanged']);
  });
});

describe.skipIf(!isBuilt)('hooks that would not run', () => {
  test.each([[settings], ['.claude/settings.local.json']])('are refused: %s turns all of them off', (name) => {
    const desk = openDesk();
    install(desk);
    const there = JSON.stringify({ ...(name === settings ? { hooks: hooksIn(desk) } : {}), disableAllHooks: true });
    desk.write(name, there);
    expect(install(desk)).toMatchObject({ exit: 2, code: 'INPUT_INVALID', files: [{ path: name }] });
    expect(desk.run(['hook', 'claude-code', '--install'])).toMatchObject({ status: 2, stdout: '' });
    expect(desk.read(name)).toBe(there);
  });

  test('are refused in a linked file, which is named from the root', () => {
    const desk = openDesk();
    desk.write('settings.json', '{}');
    mkdirSync(desk.file('.claude'));
    symlinkSync('../settings.json', desk.file(settings));
    expect(install(desk)).toMatchObject({ exit: 2, code: 'PATH_IS_LINK', files: [{ path: settings }] });
    expect(desk.json(['hook', 'claude-code', '--install'])).toMatchObject({ exit: 2, code: 'PATH_IS_LINK' });
  });

  test('below the root of a workspace are told as those of the root', () => {
    const desk = openDesk();
    desk.write('sub/notes.md', 'one\n');
    desk.json(['save', 'sub/notes.md']);
    const run = () => desk.run(['hook', 'claude-code', '--install', '--yes'], { cwd: desk.file('sub') }).stdout;
    const told = run();
    expect(told).toContain(`${desk.file(settings)} is now:`);
    expect(told).toContain(`started in ${desk.root} `);
    expect(run()).toContain(`The hooks are in ${desk.file(settings)} already.`);
    expect(install(desk)).toMatchObject({ path: settings, root: desk.root });
  });
});
