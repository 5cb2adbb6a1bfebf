/** A limit that bites is an answer, never a silent cut. Small ones are handed in. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { file, put } from '../workspace.js';
import { discarded, edited, workspaceForEach } from './each-workspace.js';

describe('edits of one file that wait for a decision', () => {
  const here = workspaceForEach({ review: { limits: { pendingPairsPerFileMax: 3 } } });

  it('are no more than the limit; then the person has to decide first', async () => {
    const { w } = here;
    w.write('a.md', '0');
    w.write('b.md', '0');
    for (const text of ['1', '2', '3']) await edited(w, put('a.md', text));
    const refused = {
      outcome: 'refused',
      code: 'PENDING_TOO_MANY',
      message: 'This file has 3 edits that wait for a decision.',
      files: [{ path: 'a.md' }],
      next: expect.stringContaining('verbatim keep'),
    };
    expect(await w.review.act('edit', [put('a.md', '4')])).toMatchObject(refused);
    expect(await w.review.act('edit', [put('b.md', '1'), put('a.md', '4')])).toMatchObject(refused);
    expect(await w.review.begin(['a.md'])).toMatchObject(refused);
    expect(w.files()).toEqual({ 'a.md': '3', 'b.md': '0' });
    await edited(w, put('b.md', '1'));
    await discarded(w, file('a.md'));
    expect(w.files()).toEqual({ 'a.md': '0', 'b.md': '1' });
    await edited(w, put('a.md', '1'));
  });

  it('count again from none after Keep', async () => {
    const { w } = here;
    for (let round = 0; round < 3; round++) {
      for (const text of ['1', '2', '3']) await edited(w, put('a.md', `${round}${text}`));
      await w.review.keep([file('a.md')]);
    }
  });
});

describe('many edits of one file', () => {
  const here = workspaceForEach();

  it('are warned of from the fiftieth on', async () => {
    const { w } = here;
    const notes: (readonly string[] | undefined)[] = [];
    for (let n = 1; n <= 51; n++) {
      const answer = await w.review.act('edit', [put('a.md', String(n))]);
      notes.push('notes' in answer ? answer.notes : undefined);
    }
    expect(notes.slice(0, 49).every((told) => told === undefined)).toBe(true);
    expect(notes.slice(49)).toEqual([
      ['50 edits of a.md wait for a decision; at 500 no more are taken.'],
      ['51 edits of a.md wait for a decision; at 500 no more are taken.'],
    ]);
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded', files: [{ did: 'removed' }] });
  });
});

describe('files of one action', () => {
  const here = workspaceForEach({ review: { limits: { filesPerActionMax: 2 } } });

  it('are no more than the limit', async () => {
    const { w } = here;
    const refused = { outcome: 'refused', code: 'LIMIT', message: 'One action can touch 2 files at most.' };
    expect(await w.review.act('edit', [put('a', '1'), put('b', '1'), put('c', '1')])).toMatchObject(refused);
    expect(await w.review.begin(['a', 'b', 'c'])).toMatchObject(refused);
    expect(w.files()).toEqual({});
    await edited(w, put('a', '1'), put('b', '1'), put('a', '2'));
    expect(w.files()).toEqual({ a: '2', b: '1' });
  });
});

describe('a file over the limit of bytes', () => {
  const here = workspaceForEach({ review: { limits: { fileBytesMax: 5 } } });

  it('that grew so since the edit is a changed file', async () => {
    const { w } = here;
    w.write('a.md', '0');
    await edited(w, put('a.md', '12345'));
    writeFileSync(w.at('a.md'), '123456');
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
    expect(w.files()).toEqual({ 'a.md': '123456' });
  });
});
