import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1, utf8, utf16 } from '../test/bytes.js';
import { limits } from './limits.js';
import { type UnifiedDiffOptions, unifiedDiff } from './unified-diff.js';

const names = { beforeName: 'old.txt', afterName: 'new.txt' };
const diff = (before: string | Uint8Array, after: string | Uint8Array, options: Partial<UnifiedDiffOptions> = {}) => {
  const bytes = (file: string | Uint8Array) => (typeof file === 'string' ? utf8(file) : file);
  return unifiedDiff(bytes(before), bytes(after), { ...names, ...options });
};
const bodyOf = (text: string) => text.split('\n').slice(2, -1);
const tenLines = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n';

describe('unifiedDiff', () => {
  test('is empty for equal files', () => {
    expect(diff('a\n', 'a\n')).toEqual({ text: '', added: 0, removed: 0, truncated: false });
  });

  test('shows hunks with context and standard headers', () => {
    const { text, ...counts } = diff(tenLines, tenLines.replace('e\n', 'E\nEE\n'));
    expect(text).toBe('--- old.txt\n+++ new.txt\n@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n+EE\n f\n g\n h\n');
    expect(counts).toEqual({ added: 2, removed: 1, truncated: false });
  });

  test('joins hunks whose context meets, and takes the context asked for', () => {
    const after = tenLines.replace('b\n', 'B\n').replace('i\n', 'I\n');
    expect(diff(tenLines, after).text.match(/@@ .* @@/g)).toEqual(['@@ -1,10 +1,10 @@']);
    expect(diff(tenLines, after, { context: 2 }).text.match(/@@ .* @@/g)).toEqual([
      '@@ -1,4 +1,4 @@',
      '@@ -7,4 +7,4 @@',
    ]);
    expect(diff(tenLines, after, { context: 0 }).text.match(/@@ .* @@/g)).toEqual(['@@ -2 +2 @@', '@@ -9 +9 @@']);
  });

  test('shows created, emptied and extended files', () => {
    expect(bodyOf(diff('', 'a\nb\n').text)).toEqual(['@@ -0,0 +1,2 @@', '+a', '+b']);
    expect(bodyOf(diff('a\n', '').text)).toEqual(['@@ -1 +0,0 @@', '-a']);
    expect(bodyOf(diff('a\n', 'a\nb\n', { context: 0 }).text)).toEqual(['@@ -1,0 +2 @@', '+b']);
  });

  test('marks a last line without line end, on either side', () => {
    expect(bodyOf(diff('a', 'a\n').text)).toEqual(['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a']);
    expect(bodyOf(diff('a\nb', 'a\nc').text)).toEqual([
      '@@ -1,2 +1,2 @@',
      ' a',
      '-b',
      '\\ No newline at end of file',
      '+c',
      '\\ No newline at end of file',
    ]);
    expect(bodyOf(diff('x\nb', 'y\nb').text).at(-1)).toBe('\\ No newline at end of file');
  });

  test('shows differences of line ends and of the mark', () => {
    expect(bodyOf(diff('a\r\nb\n', 'a\nb\r').text)).toEqual(['@@ -1,2 +1,2 @@', '-a␍', '-b', '+a', '+b\\x0D']);
    expect(bodyOf(diff('\ufeffa\n', 'a\n').text)).toEqual(['@@ -1 +1 @@', '-⟨BOM⟩a', '+a']);
  });

  test('escapes undecodable bytes and control characters, in lines and in names', () => {
    const { text } = diff(latin1('caf\xe9\n'), utf8('caf\u202eé\x1b\n'), {
      beforeName: 'a\n+++ b',
      afterName: 'b\u202e',
    });
    expect(text).toBe('--- a␊+++ b\n+++ b\\u{202E}\n@@ -1 +1 @@\n-caf\\xE9\n+caf\\u{202E}é␛\n');
  });

  test('reads 16-bit text', () => {
    expect(bodyOf(diff(utf16('\ufeffone\nĊ\n'), utf16('\ufeffone\nĊ!\n')).text)).toEqual([
      '@@ -1,2 +1,2 @@',
      ' ⟨BOM⟩one',
      '-Ċ',
      '+Ċ!',
    ]);
  });

  test('is cut at the limit and says so, with the whole counts', () => {
    const after = `${Array.from({ length: 5_000 }, (_, at) => `line ${at}`).join('\n')}\n`;
    const cut = diff('', after);
    expect(cut).toMatchObject({ added: 5_000, removed: 0, truncated: true });
    expect(cut.text.split('\n')).toHaveLength(limits.diffLinesMax + 2);
    expect(cut.text).toMatch(/\n\\ Cut after 2000 lines; the difference goes on\.\n$/);
    expect(diff('', 'a\nb\n', { linesMax: 5 })).toMatchObject({ truncated: false });
    expect(diff('', 'a\nb\n', { linesMax: 4 })).toMatchObject({ truncated: true });
  });

  test('cuts long lines and says so', () => {
    const { text, truncated } = diff('', `${'a'.repeat(limits.diffLineCharsMax + 10)}\n`);
    expect(truncated).toBe(true);
    expect(bodyOf(text)[1]).toBe(`+${'a'.repeat(limits.diffLineCharsMax)}… (11 more bytes)`);
  });

  test('does not compare what cannot be compared, and says so', () => {
    expect(diff('a\0', 'b')).toEqual({
      text: 'Binary files old.txt and new.txt differ\n',
      added: 0,
      removed: 0,
      truncated: true,
    });
    const { text, ...counts } = diff('a\nb\n', utf16('\ufeffa\nb\nc\n'));
    expect(bodyOf(text)).toEqual(['\\ The encoding changed from utf-8 to utf-16le. Its lines are not compared here.']);
    expect(counts).toEqual({ added: 3, removed: 2, truncated: true });
  });

  test('is a patch that leads from before to after, as far as it is plain text', () => {
    const line = fc.constantFrom('', 'a', 'b', '}', '\\ No newline at end of file', '-- x', '++ y', '@@ -1 +1 @@');
    const file = fc
      .tuple(fc.array(line, { maxLength: 20 }), fc.boolean())
      .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));
    fc.assert(
      fc.property(file, file, fc.nat(4), (before, after, context) => {
        const { text } = diff(before, after, { context });
        if (before !== after) expect(applyPatch(before, text)).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });
});
