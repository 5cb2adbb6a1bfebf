import { describe, expect, test } from 'vitest';
import { type Answer, type Desk, isBuilt, openDesk, outcome } from './desk.js';

const before = '# Trip\n\nPack the tent.\n\n- water\n- bread\n\nLeave at six.\n';
const after = '# Trip\n\nPack the big tent.\n\n- water\n- cheese\n\nLeave at six.\n\nCome back by noon.\n';

function editedTrip(desk: Desk): readonly Answer[] {
  desk.write('trip.md', before);
  expect(outcome(desk.json(['write', 'trip.md'], { input: after }))).toEqual([0, 'pending']);
  return changesOf(desk);
}

function changesOf(desk: Desk): readonly Answer[] {
  return desk.json(['inspect', './trip.md']).files[0].changes;
}

const idOf = (changes: readonly Answer[], text: string): string =>
  changes.find(({ parts }) => parts.some((part: Answer) => `${part.before}${part.after}`.includes(text)))?.id;

describe.skipIf(!isBuilt)('changes of a text file', () => {
  test('are decided one at a time, and the file is the original with what was accepted', () => {
    const desk = openDesk();
    const changes = editedTrip(desk);
    expect(changes).toHaveLength(3);
    expect(desk.json(['reject', 'trip.md', idOf(changes, 'cheese')])).toMatchObject({
      exit: 0,
      outcome: 'mixed',
      undecided: 2,
    });
    expect(desk.read('trip.md')).toBe(after.replace('cheese', 'bread'));
    expect(desk.json(['status']).actions[0].files[0]).toMatchObject({ changeCount: 2, changesInAll: 3 });
    expect(desk.run(['status']).stdout).toContain('2 of 3 changes left');
    desk.json(['accept', 'trip.md', idOf(changes, 'big tent')]);
    expect(outcome(desk.json(['discard', 'trip.md']))).toEqual([0, 'mixed']);
    expect(desk.read('trip.md')).toBe(before.replace('the tent', 'the big tent'));
    expect(desk.json(['status']).actions).toEqual([]);
  });

  test('a name that no change has is refused by that name, and nothing moves', () => {
    const desk = openDesk();
    editedTrip(desk);
    const refused = desk.json(['reject', 'trip.md', 'c0123456789ab']);
    expect(refused).toMatchObject({ exit: 2, code: 'CHANGE_UNKNOWN' });
    expect(refused.message).toContain('c0123456789ab');
    expect(desk.read('trip.md')).toBe(after);
    expect(desk.run(['reject', 'trip.md']).status).toBe(64);
  });

  test('are named by inspect with the commands to type next', () => {
    const desk = openDesk();
    const [first] = editedTrip(desk);
    const told = desk.run(['inspect', 'trip.md']).stdout;
    expect(told).toContain(first.id);
    expect(told).toContain(`verbatim reject ./trip.md ${first.id}`);
    desk.json(['accept', 'trip.md', first.id]);
    expect(desk.run(['inspect', 'trip.md']).stdout).toMatch(new RegExp(`${first.id}.*accepted`));
  });

  test('are told word by word on request', () => {
    const desk = openDesk();
    editedTrip(desk);
    const { changes } = desk.json(['inspect', 'trip.md', '--words']).files[0];
    const of = (words: Answer[]) => words.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
    expect(changes.map(({ parts }: Answer) => parts[0].words && of(parts[0].words.after))).toEqual([
      'Pack the [big ]tent.\n',
      '- [cheese]\n',
      undefined,
    ]);
    const painted = desk.run(['inspect', 'trip.md'], { env: { FORCE_COLOR: '1' } }).stdout;
    expect(painted).toContain('- \u001b[4mcheese\u001b[24m');
    expect(desk.run(['inspect', 'trip.md']).stdout).not.toContain('\u001b');
  });

  test('go around what a person edited since, when asked to', () => {
    const desk = openDesk();
    const changes = editedTrip(desk);
    const typed = after.replace('at six', 'at seven');
    desk.write('trip.md', typed);
    const refused = desk.json(['reject', 'trip.md', idOf(changes, 'big tent')]);
    expect(refused).toMatchObject({ exit: 2, code: 'FILE_CHANGED' });
    expect(refused.next).toContain('--around-edits');
    expect(desk.json(['reject', 'trip.md', idOf(changes, 'big tent'), '--around-edits']).exit).toBe(0);
    expect(desk.read('trip.md')).toBe(typed.replace('the big tent', 'the tent'));
  });

  test('are told to be blocked where a person’s edit touches them, and another one is offered', () => {
    const desk = openDesk();
    const changes = editedTrip(desk);
    desk.write('trip.md', after.replace('Pack the big tent.', 'Pack the big red tent.'));
    const { editedSince, changes: now } = desk.json(['inspect', 'trip.md']).files[0];
    expect([editedSince, now.map(({ blocked }: Answer) => blocked?.edits)]).toEqual([
      true,
      [[{ before: 'Pack the big tent.\n', after: 'Pack the big red tent.\n' }], undefined, undefined],
    ]);
    const told = desk.run(['inspect', 'trip.md'], { env: { NO_COLOR: '1' } }).stdout;
    expect(told).toContain('Somebody edited the file since the agent did.');
    expect(told).toMatch(
      /Blocked: What was edited since overlaps or touches this change.*\n.*Was\n.*big tent.*\n.*Is now\n.*big red tent/,
    );
    expect(told).toContain(`verbatim reject ./trip.md ${idOf(changes, 'cheese')} --around-edits`);
  });

  test('of an edit that another one builds on are decided together with it', () => {
    const desk = openDesk();
    editedTrip(desk);
    const [{ id }] = desk.json(['status']).actions;
    desk.json(['edit', 'trip.md', '--replace', 'six', '--with', 'seven']);
    const told = desk.run(['inspect', id]).stdout;
    expect(told).toContain('2 edits of this file build on each other; single changes are decided on all of them.');
    expect(told).toContain('verbatim inspect ./trip.md');
    expect(told).not.toContain('verbatim reject');
  });

  test('diff shows them as a unified diff, for a file and for an action', () => {
    const desk = openDesk();
    editedTrip(desk);
    const { files, actions } = desk.json(['diff', 'trip.md']);
    expect(files).toMatchObject([{ path: 'trip.md', added: 4, removed: 2, truncated: false }]);
    expect(files[0].text).toMatch(/^--- trip\.md@before\n\+\+\+ trip\.md@after\n@@ -1,8 \+1,10 @@\n/);
    expect(desk.json(['diff', actions[0]]).files).toEqual(files);
    const plain = desk.run(['diff', 'trip.md'], { env: { NO_COLOR: '1' } });
    expect(plain.stdout).toContain('+Pack the big tent.');
    expect(plain.stdout).not.toContain('\u001b');
  });

  test('a long diff goes on where it left off', () => {
    const desk = openDesk();
    desk.write('trip.md', '');
    desk.json(['write', 'trip.md'], { input: Array.from({ length: 5_000 }, (_, at) => `line ${at}\n`).join('') });
    const shown: string[] = [];
    for (let from: string | undefined = '1:1'; from !== undefined; ) {
      const file: Answer = desk.json(['diff', 'trip.md', '--from', from]).files[0];
      shown.push(...file.text.split('\n').filter((line: string) => line.startsWith('+line')));
      from = file.next === undefined ? undefined : `${file.next.hunk}:${file.next.line}`;
    }
    expect(shown).toEqual(Array.from({ length: 5_000 }, (_, at) => `+line ${at}`));
    expect(desk.run(['diff', 'trip.md']).stdout).toContain('Go on: verbatim diff ./trip.md --from 1:');
  });
});
