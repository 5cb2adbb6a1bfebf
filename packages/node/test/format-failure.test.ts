/** A format that fails, as a package may make it that nobody has met yet, must not stand between a person and their bytes. */
import { describe, expect, test, vi } from 'vitest';
import { formats } from '../src/formats/formats.js';
import { fixture } from './fixture.js';

vi.mock(import('@verbatim/format-ooxml'), async (original) => ({
  ...(await original()),
  findOfficeChanges: () => {
    throw new RangeError('Array buffer allocation failed');
  },
  checkOffice: () => {
    throw new RangeError('Array buffer allocation failed');
  },
}));

describe('a format that fails', () => {
  const before = fixture('survey-memo.docx');
  const after = Buffer.concat([before, Buffer.from([0])]);

  test('shows the file as one change, with the reason', async () => {
    const shown = await formats.changes('a.docx', before, after);
    expect(shown).toMatchObject({ format: 'word', decidedBy: 'whole-file' });
    expect(shown.reason).toMatch(/could not be worked out \(Array buffer allocation failed\)/);
    expect(shown.changes.map(({ parts }) => parts)).toEqual([
      [{ before: expect.stringContaining('SHA-256'), after: expect.stringContaining('SHA-256') }],
    ]);
    expect((await formats.changes('a.docx', before, before)).changes).toEqual([]);
    expect((await formats.changes('a.docx', undefined, Buffer.from([0, 1]))).changes).toHaveLength(1);
  });

  test('has found no sound file', async () => {
    expect(await formats.problemOf?.('a.docx', before)).toMatch(/could not be checked/);
  });
});
