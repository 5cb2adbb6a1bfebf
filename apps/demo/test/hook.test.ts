import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, type Desk, isBuilt, openDesk, outcome, type Ran } from './desk.js';
import { problemsIn } from './schemas.js';

/** An event as Claude Code sends it, with the fields that it has in every version. */
function event(desk: Desk, more: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    session_id: '1f0c8f4e-55f5-4c0a-9a53-0f9f8f1b2c3d',
    transcript_path: join(desk.path, 'transcript.jsonl'),
    cwd: desk.root,
    prompt_id: 'prompt-1',
    permission_mode: 'default',
    ...more,
  });
}

const editOf = (desk: Desk, name: string) => ({
  tool_name: 'Edit',
  tool_input: { file_path: desk.file(name), old_string: 'one', new_string: 'two', replace_all: false },
});
const before = (desk: Desk, id: string, tool: object = editOf(desk, 'notes.md')): string =>
  event(desk, { hook_event_name: 'PreToolUse', tool_use_id: id, ...tool });
const after = (desk: Desk, id: string, tool: object = editOf(desk, 'notes.md')): string =>
  event(desk, {
    hook_event_name: 'PostToolUse',
    tool_use_id: id,
    tool_response: { originalFile: 'not to be trusted' },
    duration_ms: 3,
    ...tool,
  });
const failed = (desk: Desk, id: string, tool: object = editOf(desk, 'notes.md')): string =>
  event(desk, { hook_event_name: 'PostToolUseFailure', tool_use_id: id, error: 'no', is_interrupt: false, ...tool });

const run = (desk: Desk, input: string, ...more: string[]): Ran =>
  desk.run(['hook', 'claude-code', ...more], { input });
const json = (desk: Desk, input: string): Answer => desk.json(['hook', 'claude-code'], { input });

/** A module for Node's `--import` that writes down the address of every other module that is loaded. */
const listerOf = (list: string): string => {
  const hooks = `
    import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + '\\n');
      return next(url, context);
    }`;
  return `import { register } from 'node:module'; register('data:text/javascript,${encodeURIComponent(hooks).replaceAll("'", '%27')}');`;
};

const allowed = { status: 0, stdout: '', stderr: '' };

describe.skipIf(!isBuilt)('the hook for Claude Code', () => {
  test('captures before a tool writes, records after, and the edit waits for the person', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    expect(run(desk, before(desk, 't1'))).toMatchObject(allowed);
    desk.write('notes.md', 'two\n');
    expect(run(desk, after(desk, 't1'))).toMatchObject(allowed);
    const [action] = desk.json(['status']).actions;
    expect(action).toMatchObject({ status: 'pending', request: 'prompt-1', files: [{ path: 'notes.md' }] });
    expect(action.agent).toBe('claude-code/1f0c8f4e');
    expect(outcome(desk.json(['discard', 'notes.md']))).toEqual([0, 'discarded']);
    expect(desk.read('notes.md')).toBe('one\n');
  });

  test.each([
    ['Write', 'file_path', { content: 'new' }],
    ['MultiEdit', 'file_path', { edits: [] }],
    ['NotebookEdit', 'notebook_path', { new_source: 'x' }],
  ])('knows the file that %s writes, also one that it makes', (tool_name, field, rest) => {
    const desk = openDesk();
    const tool = { tool_name, tool_input: { ...rest, [field]: desk.file('made/new.ipynb') } };
    expect(outcome(json(desk, before(desk, 't1', tool)))).toEqual([0, 'open']);
    desk.write('made/new.ipynb', '{}');
    expect(json(desk, after(desk, 't1', tool))).toMatchObject({ exit: 0, outcome: 'pending' });
    desk.json(['discard', 'made/new.ipynb']);
    expect(desk.read('made/new.ipynb')).toBeUndefined();
  });

  test('answers an event that is sent again as the first time', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    const begun = json(desk, before(desk, 't1'));
    expect(json(desk, before(desk, 't1'))).toMatchObject({ action: begun.action, replayed: true });
    desk.write('notes.md', 'two\n');
    for (let time = 0; time < 2; time++) expect(json(desk, after(desk, 't1')).action).toBe(begun.action);
    expect(desk.json(['status']).actions).toHaveLength(1);
  });

  test('an event that is sent again after somebody typed captures their words first', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    run(desk, before(desk, 't1'));
    desk.write('notes.md', 'the person’s words\n');
    expect(json(desk, before(desk, 't1'))).toMatchObject({ exit: 0, outcome: 'open' });
    desk.write('notes.md', 'agent\n');
    expect(outcome(json(desk, after(desk, 't1')))).toEqual([0, 'pending']);
    expect(outcome(desk.json(['discard', 'notes.md']))).toEqual([0, 'discarded']);
    expect(desk.read('notes.md')).toBe('the person’s words\n');
  });

  test('an id that an agent uses again is another edit', () => {
    const desk = openDesk();
    desk.write('notes.md', '1\n');
    for (const text of ['2\n', '3\n']) {
      expect(run(desk, before(desk, 'call_0'))).toMatchObject(allowed);
      desk.write('notes.md', text);
      expect(outcome(json(desk, after(desk, 'call_0')))).toEqual([0, 'pending']);
    }
    expect(outcome(desk.json(['discard', 'notes.md']))).toEqual([0, 'discarded']);
    expect(desk.read('notes.md')).toBe('1\n');
  });

  test('lets tools pass that write no file, and events that are about none', () => {
    const desk = openDesk();
    const read = { tool_name: 'Read', tool_input: { file_path: desk.file('notes.md') } };
    const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } };
    expect(run(desk, before(desk, 't1', read))).toMatchObject(allowed);
    expect(run(desk, before(desk, 't2', bash))).toMatchObject(allowed);
    expect(run(desk, event(desk, { hook_event_name: 'Stop', stop_hook_active: false }))).toMatchObject(allowed);
    expect(outcome(json(desk, before(desk, 't3', bash)))).toEqual([0, 'passed']);
  });

  test('a tool that failed, or wrote nothing, leaves nothing to decide', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    run(desk, before(desk, 't1'));
    expect(outcome(json(desk, failed(desk, 't1')))).toEqual([0, 'cancelled']);
    expect(outcome(json(desk, failed(desk, 'never-begun')))).toEqual([0, 'passed']);
    run(desk, before(desk, 't2'));
    expect(outcome(json(desk, after(desk, 't2')))).toEqual([0, 'unchanged']);
    run(desk, before(desk, 't3'));
    desk.write('notes.md', 'half');
    expect(outcome(json(desk, failed(desk, 't3')))).toEqual([0, 'interrupted']);
    expect(run(desk, before(desk, 't4'))).toMatchObject(allowed);
  });

  test('a call that the person did not allow does not hold the file for the same agent, and does for another', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    run(desk, before(desk, 'denied'));
    const other = JSON.parse(before(desk, 't1')) as object;
    const busy = run(desk, JSON.stringify({ ...other, session_id: 'another-session' }));
    expect(busy).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('FILE_BUSY') });
    expect(run(desk, before(desk, 't2'))).toMatchObject(allowed);
    desk.write('notes.md', 'two\n');
    expect(outcome(json(desk, after(desk, 't2')))).toEqual([0, 'pending']);
  });

  test.each([
    ['outside of the workspace', (desk: Desk) => before(desk, 't', editOf(desk, '../elsewhere.md')), /OUTSIDE_ROOT/],
    ['a folder', (desk: Desk) => before(desk, 't', editOf(desk, 'sub')), /IS_FOLDER/],
    ['no JSON', () => 'nonsense', /could not be read: it is no JSON/],
    ['nothing', () => '', /could not be read/],
    ['no tool_use_id', (desk: Desk) => before(desk, ''), /no tool_use_id/],
    ['no file', (desk: Desk) => before(desk, 't', { tool_name: 'Edit', tool_input: {} }), /no file_path/],
    ['no event', () => '{}', /names no event/],
  ])('blocks what it cannot capture: %s', (_, input, message) => {
    const desk = openDesk();
    mkdirSync(desk.file('sub'));
    const ran = run(desk, input(desk));
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 2, stdout: '' });
    expect(ran.stderr).toMatch(message);
  });

  test('says how edits outside of the workspace can be allowed, and then lets them through uncaptured', () => {
    const desk = openDesk();
    const outside = editOf(desk, '../elsewhere.md');
    const { stderr } = run(desk, before(desk, 't1', outside));
    expect(stderr).toContain(desk.root);
    expect(stderr).toContain('--allow-outside');
    for (const moment of [before, after, failed]) {
      expect(run(desk, moment(desk, 't2', outside), '--allow-outside')).toMatchObject(allowed);
    }
    // What is inside is captured all the same.
    desk.write('notes.md', 'one\n');
    expect(run(desk, before(desk, 't3'), '--allow-outside')).toMatchObject(allowed);
    expect(desk.json(['status']).actions).toMatchObject([{ files: [{ path: 'notes.md' }] }]);
    expect(desk.json(['hook', 'claude-code', '--install', '--allow-outside']).settings).toContain(
      'hook claude-code --allow-outside"',
    );
  });

  test('records an edit of a file of which the person has accepted a change', () => {
    const desk = openDesk();
    desk.write('notes.md', 'alpha\n\nbeta\n\ngamma\n\ndelta\n');
    run(desk, before(desk, 't1'));
    desk.write('notes.md', 'ALPHA\n\nbeta\n\ngamma\n\nDELTA\n');
    run(desk, after(desk, 't1'));
    const [first] = desk.json(['inspect', './notes.md']).files[0].changes;
    expect(desk.json(['accept', './notes.md', first.id])).toMatchObject({ exit: 0 });
    run(desk, before(desk, 't2'));
    desk.write('notes.md', 'ALPHA\n\nbeta\n\ngamma\n\ndelta, again\n');
    expect(outcome(json(desk, after(desk, 't2')))).toEqual([0, 'pending']);
    expect(desk.json(['discard', 'notes.md'])).toMatchObject({ exit: 0 });
    expect(desk.read('notes.md')).toBe('ALPHA\n\nbeta\n\ngamma\n\ndelta\n');
  });

  test('blocks on a fault, on an edit that was not captured, and on a line that is not understood', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    expect(run(desk, before(desk, 't1'), '--home', desk.file('notes.md')).status).toBe(2);
    expect(json(desk, after(desk, 'unseen'))).toMatchObject({ exit: 2, code: 'ACTION_UNKNOWN' });
    expect(desk.json(['status']).actions).toEqual([]);
    expect(desk.run(['hook', 'other-agent'], { input: '{}' }).status).toBe(2);
    expect(desk.run(['hook'], { input: '{}' }).status).toBe(2);
  });

  test('loads nothing that it does not need, since the agent waits for it', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    const list = desk.file('../loaded');
    const lister = desk.file('../lister.mjs');
    writeFileSync(lister, listerOf(list));
    const env = { NODE_OPTIONS: `--import ${lister}` };
    for (const moment of [before, after]) {
      expect(desk.run(['hook', 'claude-code'], { input: moment(desk, 't1'), env })).toMatchObject(allowed);
      desk.write('notes.md', 'two\n');
    }
    const loaded = desk.read('../loaded') ?? '';
    expect(loaded).toContain('/lmdb/');
    expect(loaded).not.toMatch(/format-text|format-ooxml|packages\/drafts|hono|dist\/web/);
  });

  test('takes the workspace from the agent’s project, wherever the agent is', () => {
    const desk = openDesk();
    desk.write('sub/notes.md', 'one\n');
    const input = JSON.stringify({
      ...(JSON.parse(before(desk, 't1', editOf(desk, 'sub/notes.md'))) as object),
      cwd: desk.file('sub'),
    });
    const env = { CLAUDE_PROJECT_DIR: desk.root };
    expect(desk.run(['hook', 'claude-code'], { input, env, cwd: '/' })).toMatchObject(allowed);
    expect(desk.json(['status']).actions).toMatchObject([{ files: [{ path: 'sub/notes.md' }] }]);
  });

  test('takes a relative path from where the agent is, in the workspace of its project', () => {
    const desk = openDesk();
    desk.write('sub/notes.md', 'one\n');
    desk.write('notes.md', 'another\n');
    const tool = { ...editOf(desk, ''), cwd: desk.file('sub'), tool_input: { file_path: 'notes.md' } };
    const env = { CLAUDE_PROJECT_DIR: desk.root };
    const send = (input: string) => desk.run(['hook', 'claude-code'], { input, env, cwd: desk.path });
    expect(send(before(desk, 't1', tool))).toMatchObject(allowed);
    desk.write('sub/notes.md', 'two\n');
    expect(send(after(desk, 't1', tool))).toMatchObject(allowed);
    expect(desk.json(['status']).actions).toMatchObject([{ status: 'pending', files: [{ path: 'sub/notes.md' }] }]);
    desk.json(['discard', './sub/notes.md']);
    expect(desk.read('sub/notes.md')).toBe('one\n');
  });

  test('does not call it done when a file that was written is not there', () => {
    const desk = openDesk();
    const tool = { tool_name: 'Write', tool_input: { file_path: desk.file('new.md'), content: 'new' } };
    run(desk, before(desk, 't1', tool));
    const ran = run(desk, after(desk, 't1', tool));
    expect(ran).toMatchObject({ status: 2, stderr: expect.stringContaining('there is none, so nothing was recorded') });
    expect(json(desk, after(desk, 't1', tool))).toMatchObject({
      exit: 2,
      code: 'FILE_ABSENT',
      files: [{ path: 'new.md' }],
    });
  });

  test('works where the folder that it was started in is gone', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    writeFileSync(join(desk.path, 'event.json'), before(desk, 't1'));
    const gone = 'mkdir gone && cd gone && rmdir ../gone &&';
    const line = `--version >/dev/null; ${gone} CLAUDE_PROJECT_DIR="${desk.root}" verbatim hook claude-code < "${desk.path}/event.json"`;
    expect(desk.shell(line)).toMatchObject({ status: 0, stderr: '' });
    expect(desk.json(['status']).actions).toMatchObject([{ status: 'open' }]);
    const status = desk.shell(
      `--version >/dev/null; ${gone} verbatim status --root "${desk.root}" --home "${desk.home}"`,
    );
    expect(status).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('1 action waits') });
  });
});

describe.skipIf(!isBuilt)('hook --install', () => {
  const install = (desk: Desk, ...more: string[]): Answer => desk.json(['hook', 'claude-code', '--install', ...more]);
  const settings = '.claude/settings.json';

  test('shows the settings and writes nothing; with --yes writes them, in History and undoable', () => {
    const desk = openDesk();
    const shown = install(desk);
    expect(outcome(shown)).toEqual([0, 'shown']);
    expect(desk.read(settings)).toBeUndefined();
    expect(desk.run(['hook', 'claude-code', '--install']).stdout).toContain('hook claude-code --install --yes');
    expect(desk.run(['hook', 'claude-code', '--install']).stdout).toContain('What a shell command (Bash) writes');
    const installed = install(desk, '--yes');
    expect(outcome(installed)).toEqual([0, 'installed']);
    expect(desk.read(settings)).toBe(shown.settings);
    const { hooks } = JSON.parse(shown.settings) as Answer;
    expect(Object.keys(hooks)).toEqual(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);
    expect(hooks.PreToolUse[0]).toMatchObject({
      matcher: 'Write|Edit|MultiEdit|NotebookEdit',
      hooks: [{ onFailure: 'block' }],
    });
    expect(desk.json(['status']).actions).toEqual([]);
    expect(outcome(install(desk, '--yes'))).toEqual([0, 'unchanged']);
    expect(outcome(desk.json(['undo', installed.decision]))).toEqual([0, 'restored']);
    expect(desk.json(['status']).actions).toHaveLength(1);
  });

  test('the command that it writes works as a shell runs it', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    install(desk, '--yes');
    const { hooks } = JSON.parse(desk.read(settings) ?? '') as Answer;
    writeFileSync(desk.file('event.json'), before(desk, 't1'));
    const [{ command }] = hooks.PreToolUse[0].hooks;
    expect(desk.shell(`--version >/dev/null; ${command} < event.json`)).toMatchObject({ status: 0, stderr: '' });
    expect(desk.json(['status']).actions).toMatchObject([{ status: 'open' }]);
  });

  test('keeps all that is there, with its indentation, line ends and last byte', () => {
    const desk = openDesk();
    const there =
      '{\r\n\t"model": "opus",\r\n\t"hooks": {"Stop": [{"hooks": []}], "PreToolUse": [{"matcher": "Bash", "hooks": []}]}\r\n}';
    desk.write(settings, there);
    expect(outcome(install(desk, '--yes'))).toEqual([0, 'installed']);
    const text = desk.read(settings) ?? '';
    expect(text).toMatch(/^\{\r\n\t"model": "opus",\r\n/);
    expect(text).toMatch(/\}$/);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    const merged = JSON.parse(text) as Answer;
    expect(merged.hooks.Stop).toEqual([{ hooks: [] }]);
    expect(merged.hooks.PreToolUse).toHaveLength(2);
    expect(merged.hooks.PreToolUse[0]).toEqual({ matcher: 'Bash', hooks: [] });
  });

  test.each([
    ['comments', '{\n  // mine\n  "model": "opus"\n}\n'],
    ['a key twice', '{"a": 1, "a": 2}'],
    ['a number that no parser keeps', '{"a": 12345678901234567890}'],
    ['a list', '[]'],
    ['hooks of another form', '{"hooks": []}'],
    ['hooks that are no list', '{"hooks": {"PreToolUse": {}}}'],
  ])('refuses rather than lose %s', (_, there) => {
    const desk = openDesk();
    desk.write(settings, there);
    expect(outcome(install(desk, '--yes'))).toEqual([2, 'refused', 'INPUT_INVALID']);
    expect(desk.read(settings)).toBe(there);
  });

  test('--yes alone is not understood', () => {
    expect(problemsIn('hook.json', { v: 1, outcome: 'passed' })).toEqual([]);
    const ran = openDesk().run(['hook', 'claude-code', '--yes']);
    expect(ran.stderr).toContain('--yes goes with --install');
  });
});
