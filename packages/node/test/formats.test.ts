import { setCell } from '@verbatim/format-ooxml';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formats } from '../src/formats/formats.js';
import { fixture } from './fixture.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('the format port', () => {
  test('shows a line with both sides', async () => {
    const { format, decidedBy, reason, changes } = await formats.changes(
      'a.md',
      bytes('one\ntwo\n'),
      bytes('one\n2\n'),
    );
    expect({ format, decidedBy, reason }).toEqual({ format: 'markdown', decidedBy: 'per-change', reason: undefined });
    expect(changes).toHaveLength(1);
    expect(changes[0]?.parts).toEqual([
      { before: expect.stringContaining('two'), after: expect.stringContaining('2') },
    ]);
  });

  test('shows a new and a deleted file as one change each, empty ones too', async () => {
    expect(await formats.changes('a.txt', undefined, bytes('hello'))).toMatchObject({
      format: 'text',
      changes: [{ label: 'new file', parts: [{ before: '', after: 'hello' }] }],
    });
    expect(await formats.changes('a.csv', bytes('x,y'), undefined)).toMatchObject({
      format: 'csv',
      changes: [{ label: 'deleted file', parts: [{ before: 'x,y', after: '' }] }],
    });
    expect((await formats.changes('a.txt', undefined, bytes(''))).changes).toHaveLength(1);
    expect((await formats.changes('a.txt', bytes(''), undefined)).changes).toHaveLength(1);
  });

  test('shows a binary file as sizes and short hashes, with the reason', async () => {
    const { changes, ...rest } = await formats.changes('a.png', Buffer.from([0, 1]), Buffer.from([0, 2, 3]));
    expect(rest).toEqual({
      format: 'binary',
      decidedBy: 'whole-file',
      reason: 'This file is not text, so it is decided as a whole.',
    });
    expect(changes).toHaveLength(1);
    expect(changes[0]?.kind).toBe('binary');
    expect(changes[0]?.parts[0]?.before).toMatch(/^2 bytes, SHA-256 [0-9a-f]{12}…$/);
    expect(changes[0]?.parts[0]?.after).toMatch(/^3 bytes, SHA-256 [0-9a-f]{12}…$/);
  });

  test('caps what it shows, and says so', async () => {
    const lines = (end: string) => bytes(Array.from({ length: 200 }, (_, at) => `line ${at}${end}`).join(''));
    const change = (await formats.changes('a.txt', lines('\r\n'), lines('\n'))).changes[0];
    expect(change?.parts).toHaveLength(50);
    expect(change?.label).toContain('50 of 200 places shown');
    const long =
      (await formats.changes('a.txt', undefined, bytes('x'.repeat(50_000)))).changes[0]?.parts[0]?.after ?? '';
    expect(long.length).toBeLessThan(20_100);
    expect(long).toContain('30000 more bytes');
  });

  test('never shows controls as they are', async () => {
    const shown = (await formats.changes('a.txt', undefined, bytes('\u001b[2J\u202eabc'))).changes[0]?.parts[0]?.after;
    expect(shown).not.toMatch(/[\u001b\u202e]/);
  });

  test('shows texts from inside Office files in the same way', async () => {
    const before = new Uint8Array(fixture('gauge-workbook.xlsx'));
    const { bytes } = setCell(before, { cell: 'Remarks!A1', value: '\u202eabc\u009b' });
    const [cell, formulas, ...others] = (await formats.changes('a.xlsx', before, bytes)).changes;
    expect(cell).toMatchObject({ label: 'Remarks!A1', parts: [{ after: '\\u{202E}abc\\u{009B}' }] });
    expect(formulas?.parts[0]?.after).toContain('fullCalcOnLoad="1"');
    expect(others).toEqual([]);
  });

  test('has a change wherever bytes differ, and none where they agree', async () => {
    const side = fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(side, side, fc.constantFrom('a.md', 'a.json', 'a', 'a.tex'), async (before, after, name) => {
        if (before === undefined && after === undefined) return;
        const isSame = before !== undefined && after !== undefined && Buffer.compare(before, after) === 0;
        const { changes } = await formats.changes(name, before, after);
        expect(changes.length > 0).toBe(!isSame);
        expect(changes.every(({ parts }) => parts.length > 0)).toBe(true);
        expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
      }),
      { numRuns: 500 },
    );
  });
});
