import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, isBuilt, openDesk, outcome } from './desk.js';

const changed =
  'This file changed after the reviewed agent edit. Its review remains pending so newer work is not overwritten.';

function edited(desk: Desk, name = 'notes.md', old = 'one', text = 'two'): string {
  if (desk.read(name) === undefined) desk.write(name, 'one\n');
  const answer = desk.json(['edit', name, '--replace', old, '--with', text]);
  expect(outcome(answer)).toEqual([0, 'pending']);
  return answer.action;
}

/** Every file of the home whose name is this hash. */
function copiesOf(desk: Desk, hash: string | null): string[] {
  return readdirSync(desk.home, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(hash ?? 'none'))
    .map((path) => join(desk.home, path));
}

describe.skipIf(!isBuilt)('discard', () => {
  test('P15: puts the bytes back and proves it', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    const before = desk.sha256('notes.md');
    edited(desk);
    const after = desk.sha256('notes.md');
    const answer = desk.json(['discard', 'notes.md']);
    expect(outcome(answer)).toEqual([0, 'discarded']);
    expect(answer.files).toEqual([{ path: 'notes.md', sha256: { before, after, now: before }, did: 'restored' }]);
    expect(desk.sha256('notes.md')).toBe(before);
    expect(desk.json(['status']).actions).toEqual([]);
    edited(desk);
    const told = desk.run(['discard', './notes.md']);
    expect(told.stdout).toContain('= before');
    expect(told.stdout).toContain('Discarded. 1 file is as before the agent, byte for byte.');
  });

  test('P2: refuses after a person edited, in the fixed words, with file, check and next step', () => {
    const desk = openDesk();
    edited(desk);
    desk.write('notes.md', 'two, and mine\n');
    const answer = desk.json(['discard', 'notes.md']);
    expect(answer).toMatchObject({ exit: 2, outcome: 'refused', code: 'FILE_CHANGED', message: changed });
    const told = desk.run(['discard', 'notes.md']);
    expect(told.stdout).toBe('');
    expect(told.stderr).toContain(`Refused. ${changed}\n  file   ./notes.md\n  check  FILE_CHANGED\n  next   `);
    expect(told.stderr).toContain('verbatim keep ./notes.md');
    expect(desk.read('notes.md')).toBe('two, and mine\n');
    expect(desk.run(['status']).stdout).toContain('discard is blocked');
    expect(outcome(desk.json(['keep', 'notes.md']))).toEqual([0, 'kept']);
    expect(desk.read('notes.md')).toBe('two, and mine\n');
  });

  test('of a file that another program replaced needs --accept-replaced', () => {
    const desk = openDesk();
    edited(desk);
    writeFileSync(desk.file('other'), 'two\n');
    renameSync(desk.file('other'), desk.file('notes.md'));
    expect(outcome(desk.json(['discard', 'notes.md']))).toEqual([2, 'refused', 'FILE_REPLACED']);
    expect(outcome(desk.json(['discard', 'notes.md', '--accept-replaced']))).toEqual([0, 'discarded']);
    expect(desk.read('notes.md')).toBe('one\n');
  });

  test('of a set with a missing or spoilt copy is refused in words that end as fixed', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    const before = desk.sha256('notes.md');
    edited(desk);
    const copies = copiesOf(desk, before);
    expect(copies).toHaveLength(1);
    for (const spoil of [(path: string) => writeFileSync(path, 'bad'), (path: string) => rmSync(path)]) {
      spoil(copies[0] ?? '');
      const answer = desk.json(['discard', 'notes.md']);
      expect(answer.exit).toBe(2);
      expect(answer.message).toMatch(/The edit was not rejected\.$/);
      expect(desk.read('notes.md')).toBe('two\n');
    }
  });

  test('twice answers the same, with other arguments not', () => {
    const desk = openDesk();
    const action = edited(desk);
    const first = desk.json(['discard', `action:${action}`]);
    const second = desk.json(['discard', `action:${action}`]);
    expect(second).toEqual({ ...first, replayed: true });
    expect(outcome(desk.json(['keep', `action:${action}`]))).toEqual([2, 'refused', 'ACTION_SETTLED']);
  });

  test('of the older of two edits says what else it would reach, and by which command', () => {
    const desk = openDesk();
    const first = edited(desk);
    const second = edited(desk, 'notes.md', 'two', 'three');
    const answer = desk.json(['discard', `action:${first}`]);
    expect(outcome(answer)).toEqual([2, 'refused', 'SCOPE_WIDER']);
    expect(answer.next).toContain(`verbatim discard action:${first} action:${second}`);
    expect(outcome(desk.json(['discard', `action:${first}`, `action:${second}`]))).toEqual([0, 'discarded']);
    expect(desk.read('notes.md')).toBe('one\n');
  });
});

describe.skipIf(!isBuilt)('everything at once', () => {
  test('is decided group by group; what is refused is told and nothing else held up', () => {
    const desk = openDesk();
    edited(desk, 'a.md');
    edited(desk, 'b.md');
    desk.write('a.md', 'mine\n');
    const answer = desk.json(['discard', '--all']);
    expect(answer.exit).toBe(2);
    expect(answer.decisions.map((one: { outcome: string }) => one.outcome).sort()).toEqual(['discarded', 'refused']);
    expect([desk.read('a.md'), desk.read('b.md')]).toEqual(['mine\n', 'one\n']);
    edited(desk, 'b.md');
    const kept = desk.json(['keep', '--changed']);
    expect(kept).toMatchObject({ exit: 0, outcome: 'kept', files: [{ path: 'a.md' }] });
    const told = desk.run(['keep', '--all']);
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(told.stdout).toContain('Kept. 1 file stays as it is.');
    expect(desk.json(['discard', '--all'])).toMatchObject({ exit: 0, outcome: 'unchanged', decisions: [] });
    expect(desk.run(['discard', '--all']).stdout).toBe('Nothing waits.\n');
  });
});

describe.skipIf(!isBuilt)('P16: seen', () => {
  test('lets a decision through only while the review is as it was shown', () => {
    const desk = openDesk();
    edited(desk);
    const { seen } = desk.json(['inspect', 'notes.md']);
    edited(desk, 'notes.md', 'two', 'three');
    const answer = desk.json(['discard', 'notes.md', '--seen', seen]);
    expect(outcome(answer)).toEqual([2, 'refused', 'SEEN_MOVED']);
    expect(desk.read('notes.md')).toBe('three\n');
    const now = desk.json(['status']).seen;
    expect(outcome(desk.json(['discard', 'notes.md', '--seen', now]))).toEqual([0, 'discarded']);
  });
});

describe.skipIf(!isBuilt)('P13: a key', () => {
  test('answers the same again, for edits and for verdicts, and refuses other arguments', () => {
    const desk = openDesk();
    desk.write('notes.md', 'one\n');
    const edit = ['edit', 'notes.md', '--replace', 'one', '--with', 'two', '--agent', 'a', '--key', 'k1'];
    const first = desk.json(edit);
    expect(desk.json(edit)).toEqual({ ...first, replayed: true });
    expect(desk.json(['status']).actions).toHaveLength(1);
    const other = desk.json(['edit', 'notes.md', '--replace', 'two', '--with', 'x', '--agent', 'a', '--key', 'k1']);
    expect(outcome(other)).toEqual([2, 'refused', 'KEY_REUSED']);
    const discard = ['discard', 'notes.md', '--key', 'k2'];
    const decided = desk.json(discard);
    expect(desk.json(discard)).toEqual({ ...decided, replayed: true });
    expect(desk.run(discard).stdout).toContain('the first answer is told again');
    expect(desk.read('notes.md')).toBe('one\n');
  });
});

describe.skipIf(!isBuilt)('a target', () => {
  test('that is a file and an action at once is refused; ./ and action: say which', () => {
    const desk = openDesk();
    const action = edited(desk);
    expect(outcome(desk.json(['inspect', action]))).toEqual([0, 'shown']);
    desk.write(action, 'one\n');
    edited(desk, action);
    const answer = desk.json(['discard', action]);
    expect(outcome(answer)).toEqual([2, 'refused', 'TARGET_AMBIGUOUS']);
    expect(answer.next).toBe(`Say ./${action} for the file, or action:${action} for the action.`);
    expect(desk.json(['discard', `./${action}`]).files).toMatchObject([{ path: action }]);
    expect(desk.json(['discard', `action:${action}`]).files).toMatchObject([{ path: 'notes.md' }]);
  });

  test('that only looks like an action is a file where there is one', () => {
    const desk = openDesk();
    edited(desk, 'abcdefghij0');
    expect(desk.json(['inspect', 'abcdefghij0']).files).toMatchObject([{ path: 'abcdefghij0' }]);
    expect(desk.json(['delete', 'abcdefghij0']).outcome).toBe('pending');
    expect(desk.json(['discard', 'abcdefghij0']).files).toMatchObject([{ path: 'abcdefghij0', did: 'restored' }]);
    expect(outcome(desk.json(['inspect', 'a9999999999']))).toEqual([2, 'refused', 'ACTION_UNKNOWN']);
  });

  test('that nobody worked on is told so, and makes no ledger', () => {
    const desk = openDesk();
    for (const args of [
      ['discard', 'notes.md'],
      ['keep', './notes.md'],
      ['inspect', 'notes.md'],
    ]) {
      expect(outcome(desk.json(args))).toEqual([2, 'refused', 'NOTHING_PENDING']);
    }
    expect(outcome(desk.json(['discard', 'action:a0000000000']))).toEqual([2, 'refused', 'ACTION_UNKNOWN']);
    expect(() => readdirSync(desk.home)).toThrow('ENOENT');
  });
});

describe.skipIf(!isBuilt)('inspect', () => {
  test('shows Before and After, a page at a time', () => {
    const desk = openDesk();
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
    desk.write('a.txt', `${lines.join('\n')}\n`);
    const text = lines.map((line, at) => (at % 3 === 0 ? `changed ${at}` : line)).join('\n');
    desk.json(['write', 'a.txt'], { input: `${text}\n` });
    const all = desk.json(['inspect', 'a.txt']);
    expect(all).toMatchObject({ changeCount: 10, page: { from: 0, count: 10 } });
    const page = desk.json(['inspect', 'a.txt', '--from', '4', '--count', '3']);
    expect(page.files[0].changes).toEqual(all.files[0].changes.slice(4, 7));
    const told = desk.run(['inspect', 'a.txt', '--count', '1']);
    expect(told.stdout).toMatch(/Before\n {6}\| line 0\n {4}After\n {6}\| changed 0\n/);
    expect(told.stdout).toContain('Shown: 1 to 1 of 10 changes; go on with --from 1');
  });

  test('says why a file that is no text is decided as a whole', () => {
    const desk = openDesk();
    desk.write('a.bin', Uint8Array.from([0, 1, 2]));
    desk.json(['write', 'a.bin'], { input: Uint8Array.from([0, 9]) });
    const told = desk.run(['inspect', 'a.bin']).stdout;
    expect(told).toContain('This file is not text, so it is decided as a whole.');
    expect(told).toContain('3 bytes, SHA-256');
  });

  test('never lets content act on the terminal', () => {
    const desk = openDesk();
    desk.write('a.txt', 'x');
    desk.json(['write', 'a.txt'], { input: '\u001b[2J\u009b31m\u202e' });
    // oxlint-disable-next-line no-control-regex
    expect(desk.run(['inspect', 'a.txt']).stdout).not.toMatch(/[\u001b\u0080-\u009f\u202e]/);
  });
});
