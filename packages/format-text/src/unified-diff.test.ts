import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1, utf8, utf16 } from '../test/bytes.js';
import { limits } from './limits.js';
import { type UnifiedDiffOptions, unifiedDiff } from './unified-diff.js';

const names = { beforeName: 'old.txt', afterName: 'new.txt' };
type File = string | Uint8Array | undefined;
const diff = (before: File, after: File, options: Partial<UnifiedDiffOptions> = {}) => {
  const bytes = (file: File) => (typeof file === 'string' ? utf8(file) : file);
  return unifiedDiff(bytes(before), bytes(after), { ...names, ...options });
};
const bodyOf = (text: string) => text.split('\n').slice(2, -1);
const tenLines = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n';

describe('unifiedDiff', () => {
  test('is empty for equal files', () => {
    expect(diff('a\n', 'a\n')).toEqual({ text: '', added: 0, removed: 0, hunks: 0, truncated: false });
  });

  test('shows hunks with context and standard headers', () => {
    const { text, ...counts } = diff(tenLines, tenLines.replace('e\n', 'E\nEE\n'));
    expect(text).toBe('--- old.txt\n+++ new.txt\n@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n+EE\n f\n g\n h\n');
    expect(counts).toEqual({ added: 2, removed: 1, hunks: 1, truncated: false });
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

  test('names a file that does not exist /dev/null, and tells an empty one from it', () => {
    expect(diff(undefined, 'a\n').text).toBe('--- /dev/null\n+++ new.txt\n@@ -0,0 +1 @@\n+a\n');
    expect(diff('a\n', undefined).text).toBe('--- old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n');
    expect(diff(undefined, '')).toMatchObject({ text: '--- /dev/null\n+++ new.txt\n', truncated: false });
    expect(diff(undefined, undefined).text).toBe('');
    expect(diff(undefined, 'a\0').text).toBe('Binary files /dev/null and new.txt differ\n');
  });

  test('shows added to, emptied and extended files', () => {
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

  test('is cut at the limit of lines and says so, with the whole counts', () => {
    const after = `${Array.from({ length: 5_000 }, (_, at) => `line ${at}`).join('\n')}\n`;
    const cut = diff('', after);
    expect(cut).toMatchObject({ added: 5_000, removed: 0, hunks: 1, truncated: true, next: { hunk: 1, line: 1_998 } });
    expect(cut.text.split('\n')).toHaveLength(limits.diffLinesMax + 2);
    expect(cut.text).toMatch(/\n\\ Cut here\. The difference goes on at line 1998 of hunk 1 of 1\.\n$/);
    expect(diff('', 'a\nb\n', { linesMax: 5 })).toMatchObject({ truncated: false });
    expect(diff('', 'a\nb\n', { linesMax: 4 })).toMatchObject({ truncated: true });
  });

  test('is cut at the limit of bytes', () => {
    const after = `${'é'.repeat(1_000)}\n`.repeat(200);
    const cut = diff('', after);
    expect(cut).toMatchObject({ added: 200, truncated: true });
    expect(utf8(cut.text).length).toBeLessThan(limits.diffBytesMax + 100);
    expect(diff('', after, { from: cut.next! }).next).toBeUndefined();
  });

  test('goes on where it left off', () => {
    const after = tenLines.replace('b\n', 'B\n').replace('i\n', 'I\n');
    const first = diff(tenLines, after, { context: 1, linesMax: 9 });
    expect(bodyOf(first.text)).toEqual([
      '@@ -1,3 +1,3 @@',
      ' a',
      '-b',
      '+B',
      ' c',
      '\\ Cut here. The difference goes on at line 1 of hunk 2 of 2.',
    ]);
    const { text, ...counts } = diff(tenLines, after, { context: 1, linesMax: 9, from: first.next! });
    expect(bodyOf(text)).toEqual(['@@ -8,3 +8,3 @@', ' h', '-i', '+I', ' j']);
    expect(counts).toEqual({ added: 2, removed: 2, hunks: 2, truncated: true });
    const middle = diff(tenLines, after, { context: 1, linesMax: 3, from: { hunk: 2, line: 3 } });
    expect(middle.next).toEqual({ hunk: 2, line: 4 });
    expect(bodyOf(middle.text)[0]).toBe('\\ From line 3 of hunk 2 of 2: @@ -8,3 +8,3 @@');
  });

  test('shows the hunks asked for', () => {
    const file = (word: string) =>
      Array.from({ length: 50 }, (_, at) => (at % 10 === 5 ? `${word}\n` : '.\n')).join('');
    const { text, next } = diff(file('a'), file('b'), { from: { hunk: 2, line: 1 }, hunksMax: 2 });
    expect(text.match(/@@ .* @@/g)).toEqual(['@@ -13,7 +13,7 @@', '@@ -23,7 +23,7 @@']);
    expect(next).toEqual({ hunk: 4, line: 1 });
    expect(diff(file('a'), file('b'), { from: { hunk: 6, line: 1 } }).text.split('\n')).toHaveLength(3);
    expect(() => diff('a', 'b', { from: { hunk: 0, line: 1 } })).toThrow('counted from 1');
  });

  test('shows every line exactly once, text after text, whatever the limits', () => {
    const file = fc.array(fc.constantFrom('a', 'b', 'ééé', '}'), { maxLength: 40 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(
        file,
        file,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 200 }),
        (before, after, linesMax, bytesMax) => {
          fc.pre(before !== after);
          const limited = { linesMax, bytesMax, context: 1 };
          const whole = diff(before, after, { context: 1 });
          const shown: string[] = [];
          let page = diff(before, after, limited);
          for (;;) {
            const body = bodyOf(page.text).filter((line) => !/^\\ (Cut here|From line \d)/.test(line));
            const size = page.text.split('\n').length - bodyOf(page.text).length + body.length - 1;
            expect(size <= linesMax || body.filter((line) => /^[ +-]/.test(line)).length === 1).toBe(true);
            expect(page).toMatchObject({ added: whole.added, removed: whole.removed, hunks: whole.hunks });
            shown.push(...body);
            if (page.next === undefined) break;
            expect(page.truncated).toBe(true);
            page = diff(before, after, { ...limited, from: page.next });
          }
          expect(shown).toEqual(bodyOf(whole.text));
        },
      ),
      { numRuns: 500 },
    );
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
      hunks: 0,
      truncated: true,
    });
    const { text, ...counts } = diff('a\nb\n', utf16('\ufeffa\nb\nc\n'));
    expect(bodyOf(text)).toEqual(['\\ The encoding changed from utf-8 to utf-16le. Its lines are not compared here.']);
    expect(counts).toEqual({ added: 3, removed: 2, hunks: 0, truncated: true });
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
