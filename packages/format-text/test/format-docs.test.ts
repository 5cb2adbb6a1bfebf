import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findChanges, type TextFormat } from '../src/index.js';
import { utf8, utf16 } from './bytes.js';

/** The fenced blocks of a page below `docs/formats`, in order. */
function fencesOf(page: string): string[] {
  const text = readFileSync(new URL(`../../../docs/formats/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^(`{3,})\w+\n([\s\S]*?\n)\1$/gm)].map(([, , body]) => body!);
}

function shown(before: string, after: string, format: TextFormat): string {
  const { changes } = findChanges(utf8(before), utf8(after), { format });
  const width = format === 'csv' || format === 'json' ? 15 : 12;
  return changes.map(({ kind, label }) => `${kind.padEnd(width)}  ${label}\n`).join('');
}

test('the examples in the page on Markdown are what is shown', () => {
  const [before, after, changes, ends] = fencesOf('markdown.md');
  expect(changes).toBe(shown(before!, after!, 'markdown'));
  expect(ends).toBe(shown(`\ufeff${before!.replaceAll('\n', '\r\n')}`, before!, 'markdown'));
});

test('the examples in the page on plain text are what is shown', () => {
  const [before, after, changes, ends, reasons] = fencesOf('text.md');
  expect(changes).toBe(shown(before!, after!, 'text'));
  expect(ends).toBe(shown(`\ufeff${before!.replaceAll('\n', '\r\n')}`, before!, 'text'));

  const reasonOf = (one: Uint8Array, other: Uint8Array) => findChanges(one, other, { fileName: 'a.txt' }).reason;
  expect(reasons?.trimEnd().split('\n')).toEqual([
    reasonOf(utf8('a'), utf8('\0')),
    reasonOf(utf8('a'), utf16('\ufeffa')),
    reasonOf(utf8('a'), utf8('\n'.repeat(200_001))),
    reasonOf(utf8('a'), utf8('a'.repeat(2 ** 24 + 1))),
  ]);
});

test('the examples in the page on CSV are what is shown', () => {
  const [before, after, changes, ends, dialect, wider, column] = fencesOf('csv.md');
  expect(changes).toBe(shown(before!, after!, 'csv'));
  expect(ends).toBe(shown(`\ufeff${before!.replaceAll('\n', '\r\n')}`, before!, 'csv'));
  expect(dialect).toBe(shown(before!, before!.replaceAll(',', ';'), 'csv'));
  expect(column).toBe(shown(before!, wider!, 'csv'));
});

test('the examples in the page on JSON are what is shown', () => {
  const [before, after, changes, ends, first, second, lines] = fencesOf('json.md');
  expect(changes).toBe(shown(before!, after!, 'json'));
  expect(ends).toBe(shown(`\ufeff${before!.replaceAll('\n', '\r\n')}`, before!, 'json'));
  expect(lines).toBe(shown(first!, second!, 'json'));
});
