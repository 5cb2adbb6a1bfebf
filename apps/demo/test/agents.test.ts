import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBuilt, openDesk, outcome } from './desk.js';

const sentence = ['--replace', 'preliminary', '--with', 'final'];

describe.skipIf(!isBuilt)('edit', () => {
  test('changes the file, leaves it pending and says what to type next', () => {
    const desk = openDesk();
    desk.write('notes.md', 'The result is preliminary.\n');
    const before = desk.sha256('notes.md');
    const ran = desk.run(['edit', 'notes.md', ...sentence, '--agent', 'claude', '--request', 'r7']);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toBe('edited    ./notes.md\n1 edit waits. verbatim inspect ./notes.md\n');
    expect(desk.read('notes.md')).toBe('The result is final.\n');
    const { actions } = desk.json(['status']);
    expect(actions).toMatchObject([
      { status: 'pending', agent: 'claude', request: 'r7', files: [{ path: 'notes.md' }] },
    ]);
    const again = desk.json(['edit', 'notes.md', '--replace', 'final', '--with', 'late']);
    expect(again.files[0].sha256.now).toBe(desk.sha256('notes.md'));
    expect(again.files[0].sha256.before).not.toBe(before);
  });

  test('takes texts that look like options, and several lines', () => {
    const desk = openDesk();
    desk.write('list.md', '- one\n- two\n--json\n');
    expect(outcome(desk.json(['edit', 'list.md', '--replace', '--json', '--with', '-x']))).toEqual([0, 'pending']);
    expect(outcome(desk.json(['edit', 'list.md', '--replace', '- one\n- two', '--with', '']))).toEqual([0, 'pending']);
    expect(desk.read('list.md')).toBe('\n-x\n');
  });

  test('with the same bytes makes no action', () => {
    const desk = openDesk();
    desk.write('a.txt', 'same');
    expect(outcome(desk.json(['edit', 'a.txt', '--replace', 'same', '--with', 'same']))).toEqual([0, 'unchanged']);
    expect(desk.json(['status']).actions).toEqual([]);
  });

  test('refuses a text that is not there, there twice, or empty, and a file that is not there', () => {
    const desk = openDesk();
    desk.write('a.txt', 'x x');
    const edit = (file: string, old: string, ...more: string[]) =>
      desk.json(['edit', file, '--replace', old, '--with', 'y', ...more]);
    expect(outcome(edit('a.txt', 'z'))).toEqual([2, 'refused', 'MATCH_ABSENT']);
    const several = edit('a.txt', 'x');
    expect(outcome(several)).toEqual([2, 'refused', 'MATCH_AMBIGUOUS']);
    expect(several).toMatchObject({ files: [{ path: 'a.txt' }], next: expect.stringContaining('--all') });
    expect(several.message).toContain('2 times');
    expect(outcome(edit('a.txt', ''))).toEqual([2, 'refused', 'INPUT_INVALID']);
    expect(outcome(edit('b.txt', 'x'))).toEqual([2, 'refused', 'FILE_ABSENT']);
    expect(desk.read('a.txt')).toBe('x x');
    expect(outcome(edit('a.txt', 'x', '--all'))).toEqual([0, 'pending']);
    expect(desk.read('a.txt')).toBe('y y');
  });

  test('says that line ends were adapted', () => {
    const desk = openDesk();
    desk.write('a.csv', 'a\r\nb\r\n');
    const answer = desk.json(['edit', 'a.csv', '--replace', 'a\nb', '--with', 'c\nd']);
    expect(answer.notes.join()).toContain('CR LF');
    expect(desk.read('a.csv')).toBe('c\r\nd\r\n');
  });
});

describe.skipIf(!isBuilt)('write', () => {
  test('takes any bytes from standard input', () => {
    const desk = openDesk();
    const bytes = Uint8Array.from([0, 255, 10, 13, 128]);
    expect(outcome(desk.json(['write', 'deep/er/new.bin'], { input: bytes }))).toEqual([0, 'pending']);
    expect(readFileSync(desk.file('deep/er/new.bin'))).toEqual(Buffer.from(bytes));
    expect(desk.json(['discard', 'deep/er/new.bin']).files).toMatchObject([{ did: 'removed', sha256: { now: null } }]);
    expect(existsSync(desk.file('deep'))).toBe(false);
  });

  test('of nothing empties the file and says so', () => {
    const desk = openDesk();
    desk.write('a.txt', 'full');
    const answer = desk.json(['write', 'a.txt']);
    expect(outcome(answer)).toEqual([0, 'pending']);
    expect(answer.notes).toContain('Standard input was empty, so the file is empty.');
    expect(desk.read('a.txt')).toBe('');
    desk.json(['discard', 'a.txt']);
    expect(desk.read('a.txt')).toBe('full');
  });
});

describe.skipIf(!isBuilt)('delete and move', () => {
  test('put a file into the trash and back', () => {
    const desk = openDesk();
    desk.write('sub/a.txt', 'keep me');
    expect(outcome(desk.json(['delete', 'sub/a.txt']))).toEqual([0, 'pending']);
    expect(desk.read('sub/a.txt')).toBeUndefined();
    expect(readFileSync(join(desk.trash, 'files/a.txt'), 'utf8')).toBe('keep me');
    expect(readFileSync(join(desk.trash, 'info/a.txt.trashinfo'), 'utf8')).toContain(`Path=${desk.file('sub/a.txt')}`);
    expect(desk.json(['status']).actions[0].files).toMatchObject([{ path: 'sub/a.txt', kind: 'deleted' }]);
    expect(desk.json(['discard', 'sub/a.txt']).files).toMatchObject([{ did: 'restored' }]);
    expect(desk.read('sub/a.txt')).toBe('keep me');
  });

  test('delete of a folder is refused with the fixed sentence', () => {
    const desk = openDesk();
    mkdirSync(desk.file('sub'));
    const answer = desk.json(['delete', 'sub']);
    expect(outcome(answer)).toEqual([2, 'refused', 'IS_FOLDER']);
    expect(answer.message).toContain('Files can only be moved to trash.');
    expect(desk.run(['delete', 'sub']).stderr).toContain('Files can only be moved to trash.');
  });

  test('move a file, never over another, and back', () => {
    const desk = openDesk();
    desk.write('a.txt', 'a');
    desk.write('b.txt', 'b');
    expect(outcome(desk.json(['move', 'a.txt', 'b.txt']))).toEqual([2, 'refused', 'PATH_TAKEN']);
    const moved = desk.json(['move', 'a.txt', 'sub/c.txt']);
    expect(outcome(moved)).toEqual([0, 'pending']);
    expect([desk.read('a.txt'), desk.read('sub/c.txt')]).toEqual([undefined, 'a']);
    expect(outcome(desk.json(['discard', `action:${moved.action}`]))).toEqual([0, 'discarded']);
    expect([desk.read('a.txt'), existsSync(desk.file('sub'))]).toEqual(['a', false]);
  });
});

describe.skipIf(!isBuilt)('apply', () => {
  const edits = {
    edits: [
      { op: 'replace', path: 'a.md', replace: 'one', with: 'two' },
      { op: 'write', path: 'b.txt', text: 'new' },
      { op: 'delete', path: 'c.txt' },
      { op: 'move', path: 'd.txt', to: 'e.txt' },
    ],
  };

  test('makes several edits one action, from a file or standard input', () => {
    const desk = openDesk();
    for (const name of ['a.md', 'c.txt', 'd.txt']) desk.write(name, 'one');
    desk.write('../edits.json', JSON.stringify(edits));
    const answer = desk.json(['apply', '../edits.json']);
    expect(outcome(answer)).toEqual([0, 'pending']);
    expect(answer.files).toHaveLength(5);
    expect(desk.json(['status']).actions).toHaveLength(1);
    expect(desk.run(['inspect', `action:${answer.action}`]).stdout).toContain(`discard action:${answer.action}`);
    expect(outcome(desk.json(['discard', `action:${answer.action}`]))).toEqual([0, 'discarded']);
    expect(readdirSync(desk.root).sort()).toEqual(['a.md', 'c.txt', 'd.txt']);
    expect(outcome(desk.json(['apply', '-'], { input: JSON.stringify(edits) }))).toEqual([0, 'pending']);
  });

  test('is all or none, and says what is wrong where', () => {
    const desk = openDesk();
    desk.write('a.md', 'one');
    const none = desk.json(['apply', '-'], { input: JSON.stringify(edits) });
    expect(outcome(none)).toEqual([2, 'refused', 'FILE_ABSENT']);
    expect(none.files).toEqual([{ path: 'c.txt' }]);
    expect(readdirSync(desk.root)).toEqual(['a.md']);
    expect(desk.read('a.md')).toBe('one');
    expect(outcome(desk.json(['apply', 'nothing.json']))).toEqual([2, 'refused', 'FILE_ABSENT']);
    const broken = desk.json(['apply', '-'], { input: '{"edits":[{"op":"chmod"}]}' });
    expect(outcome(broken)).toEqual([2, 'refused', 'INPUT_INVALID']);
    expect(broken.message).toContain('edits[0]');
  });
});

describe.skipIf(!isBuilt)('begin', () => {
  test('captures, and commit records what the agent wrote by itself', () => {
    const desk = openDesk();
    desk.write('a.txt', 'before');
    const begun = desk.json(['begin', 'a.txt', 'new.txt', '--agent', 'writer']);
    expect(outcome(begun)).toEqual([0, 'open']);
    expect(outcome(desk.json(['begin', 'a.txt']))).toEqual([2, 'refused', 'FILE_BUSY']);
    desk.write('a.txt', 'after');
    desk.write('new.txt', 'made');
    const committed = desk.json(['commit', begun.action]);
    expect(outcome(committed)).toEqual([0, 'pending']);
    expect(committed.files.map(({ path }: { path: string }) => path).sort()).toEqual(['a.txt', 'new.txt']);
    expect(outcome(desk.json(['discard', `action:${begun.action}`]))).toEqual([0, 'discarded']);
    expect([desk.read('a.txt'), desk.read('new.txt')]).toEqual(['before', undefined]);
  });

  test('can be cancelled: nothing changed is cancelled, changed is interrupted', () => {
    const desk = openDesk();
    desk.write('a.txt', 'before');
    const first = desk.json(['begin', 'a.txt']);
    expect(outcome(desk.json(['cancel', `action:${first.action}`]))).toEqual([0, 'cancelled']);
    const second = desk.json(['begin', 'a.txt']);
    desk.write('a.txt', 'after');
    expect(outcome(desk.json(['cancel', second.action]))).toEqual([0, 'interrupted']);
    expect(outcome(desk.json(['discard', 'a.txt']))).toEqual([2, 'refused', 'ACTION_INTERRUPTED']);
    expect(desk.run(['status']).stdout).toContain(`verbatim commit ${second.action}`);
    expect(outcome(desk.json(['commit', second.action]))).toEqual([0, 'pending']);
  });

  test('of a writer that is no process is refused; unknown actions are named', () => {
    const desk = openDesk();
    desk.write('a.txt', 'before');
    expect(desk.json(['begin', 'a.txt', '--pid', '999999999']).outcome).toBe('refused');
    expect(outcome(desk.json(['commit', 'a0000000000']))).toEqual([2, 'refused', 'ACTION_UNKNOWN']);
    expect(outcome(desk.json(['cancel', 'nonsense']))).toEqual([2, 'refused', 'ACTION_UNKNOWN']);
  });
});
