import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, type Desk, isBuilt, openDesk, outcome } from './desk.js';

function copiesOf(desk: Desk, target = './notes.md'): readonly Answer[] {
  return desk.json(['history', target]).copies;
}

/** The agent wrote "two" over "one". */
function edited(): Desk {
  const desk = openDesk();
  desk.write('notes.md', 'one\n');
  desk.json(['write', 'notes.md', '--agent', 'ada', '--request', 'r1'], { input: 'two\n' });
  return desk;
}

describe.skipIf(!isBuilt)('history on the command line', () => {
  test('lists the copies of a file, a folder and an action, newest first, and never their text', () => {
    const desk = edited();
    expect(outcome(desk.json(['save', 'notes.md', '--note', 'before lunch']))).toEqual([0, 'saved']);
    expect(outcome(desk.json(['save', 'notes.md']))).toEqual([0, 'unchanged']);
    const copies = copiesOf(desk);
    expect(copies.map(({ label }) => label)).toEqual(['Restore point', 'Agent edit', 'Before agent edit']);
    expect(copies[0]).toMatchObject({
      note: 'before lunch',
      hash: desk.sha256('notes.md'),
      restorable: true,
      pinned: false,
    });
    expect(copies[1]).toMatchObject({ agent: 'ada', request: 'r1', status: 'pending' });
    expect(copiesOf(desk, '.')).toEqual(copies);
    expect(copiesOf(desk, `action:${copies[1].action}`)).toEqual(copies.slice(1));
    const told = desk.run(['history', 'notes.md']).stdout;
    for (const { id, hash } of copies) expect(told).toMatch(new RegExp(`${id}.*${hash.slice(0, 12)}`));
    expect(told).not.toContain(copies[0].hash);
    expect(told).toContain('“before lunch”');
    expect(desk.json(['history', 'notes.md', '--count', '2'])).toMatchObject({ copies: copies.slice(0, 2) });
    const { next } = desk.json(['history', 'notes.md', '--count', '2']);
    expect(desk.json(['history', 'notes.md', '--below', String(next)]).copies).toEqual(copies.slice(2));
    expect(desk.json(['history', 'notes.md', '--since', '2200-01-01']).copies).toEqual([]);
    expect(desk.json(['history', 'notes.md', '--since', '2026-31-31']).exit).toBe(64);
  });

  test('restores a copy after showing what would change, and undoes the restore', () => {
    const desk = edited();
    desk.json(['keep', 'notes.md']);
    desk.write('notes.md', 'mine\n');
    const oldest = copiesOf(desk).at(-1);
    const shown = desk.json(['restore', 'notes.md', oldest.id, '--preview']);
    expect(shown).toMatchObject({
      exit: 0,
      changeCount: 1,
      changes: [{ parts: [{ before: 'mine\n', after: 'one\n' }] }],
    });
    expect(desk.run(['restore', 'notes.md', oldest.id, '--preview']).stdout).toContain('mine');
    expect(desk.read('notes.md')).toBe('mine\n');
    const restored = desk.json(['restore', 'notes.md', oldest.id]);
    expect(outcome(restored)).toEqual([0, 'restored']);
    expect(desk.read('notes.md')).toBe('one\n');
    expect(copiesOf(desk).slice(0, 2)).toMatchObject([{ label: 'Restored' }, { label: 'Before restore' }]);
    expect(outcome(desk.json(['restore', 'notes.md', oldest.id]))).toEqual([0, 'unchanged']);
    expect(outcome(desk.json(['undo', restored.decision]))).toEqual([0, 'restored']);
    expect(desk.read('notes.md')).toBe('mine\n');
  });

  test('puts a whole action back, files that it made and deleted included', () => {
    const desk = openDesk();
    desk.write('a.md', 'a\n');
    desk.write('b.md', 'b\n');
    desk.write(
      'edits.json',
      JSON.stringify({
        edits: [
          { op: 'replace', path: 'a.md', replace: 'a', with: 'A' },
          { op: 'delete', path: 'b.md' },
          { op: 'write', path: 'c.md', text: 'c\n' },
        ],
      }),
    );
    const { action } = desk.json(['apply', 'edits.json']);
    desk.json(['keep', action]);
    expect(outcome(desk.json(['restore', '--action', action]))).toEqual([0, 'restored']);
    expect([desk.read('a.md'), desk.read('b.md'), desk.read('c.md')]).toEqual(['a\n', 'b\n', undefined]);
  });

  test('every decision can be undone from what was printed', () => {
    const desk = edited();
    desk.json(['discard', 'notes.md']);
    const [line] = desk.run(['history', 'notes.md']).stdout.match(/undo d[0-9a-z]{10}/) ?? [];
    expect(desk.shell(line as string)).toMatchObject({ status: 0 });
    expect(desk.read('notes.md')).toBe('two\n');
    expect(desk.json(['status']).actions).toHaveLength(1);
    expect(outcome(desk.json(['undo', 'd000000000x']))).toEqual([2, 'refused', 'DECISION_UNKNOWN']);
  });

  test('a pinned copy is told as such, and what goes next is told on request', () => {
    const desk = edited();
    desk.json(['keep', 'notes.md']);
    const [copy] = copiesOf(desk);
    expect(outcome(desk.json(['pin', 'notes.md', copy.id]))).toEqual([0, 'pinned']);
    expect(outcome(desk.json(['pin', 'notes.md', copy.id]))).toEqual([0, 'unchanged']);
    expect(copiesOf(desk)[0].pinned).toBe(true);
    expect(outcome(desk.json(['unpin', 'notes.md', copy.id]))).toEqual([0, 'unpinned']);
    desk.json(['save', 'notes.md']);
    expect(desk.json(['history', 'notes.md', '--prune-preview']).pruneNext).toMatchObject([{ due: false }]);
    expect(desk.run(['history', 'notes.md', '--prune-preview']).stdout).toContain('Removed next to make room');
    expect(outcome(desk.json(['pin', 'notes.md', 's000000000x']))).toEqual([2, 'refused', 'COPY_UNKNOWN']);
  });

  test('verify finds a damaged copy, says which, and only that copy is unusable', () => {
    const desk = edited();
    expect(desk.json(['verify', '--deep'])).toMatchObject({ exit: 0, ok: true, problems: [], opened: 0 });
    const [after, before] = copiesOf(desk);
    const [place] = spawnSync('find', [desk.home, '-name', before.hash], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    spawnSync('chmod', ['600', place as string]);
    writeFileSync(place as string, 'rot!');
    expect(desk.json(['verify'])).toMatchObject({
      exit: 2,
      ok: false,
      problems: [{ code: 'COPY_CORRUPT', path: 'notes.md', hash: before.hash }],
    });
    expect(desk.run(['verify']).stdout).toContain('COPY_CORRUPT');
    expect(copiesOf(desk)).toMatchObject([
      { restorable: true },
      { restorable: false, why: expect.stringMatching(/integrity/) },
    ]);
    expect(desk.json(['discard', 'notes.md']).message).toMatch(/The edit was not rejected\.$/);
    desk.write('notes.md', 'mine\n');
    expect(desk.json(['restore', 'notes.md', before.id]).code).toBe('COPY_CORRUPT');
    expect(outcome(desk.json(['restore', 'notes.md', after.id]))).toEqual([0, 'restored']);
  });

  test('export writes an archive that anybody can read and check, and replaces no file', () => {
    const desk = edited();
    const exported = desk.json(['export', 'notes.md', '--to', 'copies.zip']);
    expect(exported).toMatchObject({
      exit: 0,
      ok: true,
      outcome: 'exported',
      to: desk.file('copies.zip'),
      copies: 2,
      missing: [],
    });
    expect(desk.sha256('copies.zip')).toBe(exported.sha256);
    expect(outcome(desk.json(['export', 'notes.md', '--to', 'copies.zip']))).toEqual([2, 'refused', 'PATH_TAKEN']);
    expect(outcome(desk.json(['export', 'notes.md', '--to', join('nowhere', 'copies.zip')]))).toEqual([
      2,
      'refused',
      'INPUT_INVALID',
    ]);
    expect(outcome(desk.json(['export', 'other.md']))).toEqual([2, 'refused', 'COPY_UNKNOWN']);
    const script =
      'import sys, zipfile, hashlib; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip()); [print(hashlib.sha256(z.read(line[66:])).hexdigest() == line[:64], z.read(line[66:]).decode().strip()) for line in z.read("SHA256SUMS").decode().splitlines()]';
    const read = spawnSync('python3', ['-c', script, desk.file('copies.zip')], { encoding: 'utf8' });
    if (read.error === undefined) expect(read.stdout).toBe('None\nTrue one\nTrue two\n');
  });

  test('purge tells first what would go, and refuses while a decision waits', () => {
    const desk = edited();
    expect(outcome(desk.json(['purge', 'notes.md', '--yes']))).toEqual([2, 'refused', 'REVIEW_PENDING']);
    desk.json(['keep', 'notes.md']);
    expect(desk.json(['purge', 'notes.md'])).toMatchObject({ outcome: 'preview', bytes: 8 });
    expect(desk.run(['purge', 'notes.md']).stdout).toContain('verbatim purge ./notes.md --yes');
    expect(copiesOf(desk)).toHaveLength(2);
    expect(outcome(desk.json(['purge', 'notes.md', '--yes']))).toEqual([0, 'purged']);
    expect(copiesOf(desk)).toEqual([]);
    expect(desk.read('notes.md')).toBe('two\n');
    expect(spawnSync('grep', ['-rl', 'two', desk.home], { encoding: 'utf8' }).stdout).toBe('');
  });

  test('in a workspace that nobody knows there is nothing, and it is said so without making anything', () => {
    const desk = openDesk();
    expect(desk.json(['history', '.'])).toMatchObject({ exit: 0, copies: [] });
    expect(desk.json(['verify'])).toMatchObject({ exit: 0, ok: true });
    expect(spawnSync('ls', [desk.home], { encoding: 'utf8' }).stdout).toBe('');
  });
});
