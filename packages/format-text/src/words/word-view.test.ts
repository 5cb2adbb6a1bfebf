import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1, utf8, utf16 } from '../../test/bytes.js';
import { corpusPairs, hasCorpus } from '../../test/corpus.js';
import type { Change, ChangeSet } from '../change.js';
import { detectEncoding } from '../encoding.js';
import { displayText, findChanges } from '../index.js';
import { limits } from '../limits.js';
import { type WordPart, type WordSegment, wordViewer } from './word-view.js';

const numRuns = process.env.VERBATIM_LONG === undefined ? 500 : 20_000;
const lines = (before: Uint8Array, after: Uint8Array) => findChanges(before, after, { format: 'text' });

function partsOf(set: ChangeSet, change: Change = set.changes[0]!): readonly WordPart[] {
  const view = wordViewer(set)(change);
  if (view.kind !== 'words') throw new Error(view.reason);
  return view.parts;
}

/** One side as a reader would see it, changed pieces in brackets. */
const marked = (segments: readonly WordSegment[]) =>
  segments.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const plain = (segments: readonly WordSegment[]) => segments.map(({ text }) => text).join('');

function viewOf(before: string, after: string): [string, string] {
  const [part] = partsOf(lines(utf8(before), utf8(after)));
  return [marked(part!.before), marked(part!.after)];
}

/** What holds for every part: the texts of a side are its display text, and pieces alternate. */
function checkView(set: ChangeSet): void {
  const encodings = { before: detectEncoding(set.before), after: detectEncoding(set.after) };
  const view = wordViewer(set);
  for (const change of set.changes) {
    const words = view(change);
    if (words.kind !== 'words') continue;
    expect(words.parts).toHaveLength(change.parts.length);
    change.parts.forEach((part, at) => {
      for (const side of ['before', 'after'] as const) {
        const segments = words.parts[at]![side];
        const { start, end } = part[side];
        expect(plain(segments)).toBe(displayText(set[side].subarray(start, end), encodings[side].name));
        expect(segments.every(({ isChanged }, k) => k === 0 || segments[k - 1]!.isChanged !== isChanged)).toBe(true);
        expect(segments.every(({ text }) => text !== '')).toBe(true);
      }
    });
  }
}

describe('a word view', () => {
  test.each([
    ['one word', 'the quick fox\n', 'the slow fox\n', 'the [quick] fox\n', 'the [slow] fox\n'],
    ['an added word, with one space', 'the fox\n', 'the big fox\n', 'the fox\n', 'the [big ]fox\n'],
    ['punctuation', 'yes, it is\n', 'yes; it is!\n', 'yes[,] it is\n', 'yes[;] it is[!]\n'],
    ['a number as a whole', 'a = 1024\n', 'a = 1025\n', 'a = [1024]\n', 'a = [1025]\n'],
    ['two words beside each other, as one', 'a b c d\n', 'a x y d\n', 'a [b c] d\n', 'a [x y] d\n'],
    ['two words on two lines, as two', 'a b\nc d\n', 'a x\ny d\n', 'a [b]\n[c] d\n', 'a [x]\n[y] d\n'],
    ['added punctuation without its space', 'a b\n', '"a" "b"\n', 'a b\n', '["]a["] ["]b["]\n'],
    ['spaces', 'a  b\n', 'a b\n', 'a[  ]b\n', 'a[ ]b\n'],
    ['Chinese and Japanese by character', '我喜欢猫\n', '我喜欢狗\n', '我喜欢[猫]\n', '我喜欢[狗]\n'],
    ['Korean by word', '나는 고양이\n', '나는 강아지\n', '나는 [고양이]\n', '나는 [강아지]\n'],
  ])('marks %s', (_name, before, after, ...views) => {
    expect(viewOf(before, after)).toEqual(views);
  });

  test.each([
    ['a combining mark', 'x\u0301 = (x)\n', 'x\u0302 = (x)\n', '[x\u0301] = (x)\n', '[x\u0302] = (x)\n'],
    ['a mark on a sign', '=\u0338 1\n', '= 1\n', '[=\u0338] 1\n', '[=] 1\n'],
    ['a skin tone', '👍🏽!\n', '👍🏿!\n', '[👍🏽]!\n', '[👍🏿]!\n'],
    [
      'a family',
      '👨\u200d👩\u200d👧.\n',
      '👨\u200d👩\u200d👦.\n',
      '[👨\u200d👩\u200d👧].\n',
      '[👨\u200d👩\u200d👦].\n',
    ],
    ['a style of emoji', '❤\ufe0f.\n', '❤.\n', '[❤\ufe0f].\n', '[❤].\n'],
    [
      'letters that are drawn as one, behind a joiner',
      '🇩🇪\u200dक्षि.\n',
      '🇩🇪\u200dक्षी.\n',
      '🇩🇪\u200d[क्षि].\n',
      '🇩🇪\u200d[क्षी].\n',
    ],
    ['a flag', '🇩🇪🇫🇷\n', '🇩🇪🇫🇮\n', '🇩🇪[🇫🇷]\n', '🇩🇪[🇫🇮]\n'],
    ['a character outside of the first plane', '𝄞𝄢\n', '𝄞𝄫\n', '𝄞[𝄢]\n', '𝄞[𝄫]\n'],
  ])('never splits %s', (_name, before, after, ...views) => {
    expect(viewOf(before, after)).toEqual(views);
  });

  test('shows what is hidden, in every encoding', () => {
    expect(viewOf('if a\n', 'if \u202ea\r\n')).toEqual(['if a[\n]', 'if [\\u{202E}]a[␍\n]']);
    const [bytes] = partsOf(lines(latin1('a caf\xe9\n'), latin1('a caf\xe8\n')));
    expect([marked(bytes!.before), marked(bytes!.after)]).toEqual(['a caf[\\xE9]\n', 'a caf[\\xE8]\n']);
    const [wide] = partsOf(lines(utf16('\ufeffan old cat\n'), utf16('\ufeffa new cat\n')));
    expect([marked(wide!.before), marked(wide!.after)]).toEqual(['[an old] cat\n', '[a new] cat\n']);
  });

  test('marks bytes that differ although they show alike', () => {
    const [part] = partsOf(lines(latin1('caf\xe9\n'), latin1('caf\\xE9\n')));
    expect([marked(part!.before), marked(part!.after)]).toEqual(['caf[\\xE9]\n', 'caf[\\xE9]\n']);
  });

  test('of an addition or a removal is one piece', () => {
    const [part] = partsOf(lines(utf8('a\n'), utf8('a\nb c\n')));
    expect(part).toEqual({ before: [], after: [{ text: 'b c\n', isChanged: true }], coarse: false });
  });

  test('has one entry for each part of a change', () => {
    const set = lines(utf8('a\r\nb\r\n'), utf8('a\nb\n'));
    expect(partsOf(set).map(({ before, after }) => marked(before) + marked(after))).toEqual(['[␍\n][\n]', '[␍\n][\n]']);
  });
});

describe('work is bounded', () => {
  const words = (count: number, text: (at: number) => string) =>
    utf8(`${Array.from({ length: count }, (_, at) => text(at)).join(' ')}\n`);
  const kindOf = (before: Uint8Array, after: Uint8Array) => {
    const set = lines(before, after);
    return wordViewer(set)(set.changes[0]!).kind;
  };

  test('too many characters are not looked into, on either side, and told', () => {
    const long = utf8('a'.repeat(limits.wordCharsMax + 1));
    const set = lines(long, utf8('b'));
    expect(wordViewer(set)(set.changes[0]!)).toEqual({
      kind: 'too-large',
      reason:
        'This change is too large to be shown word by word: it has more than 10000 characters, or 2000 words that may differ.',
    });
    expect(kindOf(utf8('b'), long)).toBe('too-large');
    expect(kindOf(utf8('b'), long.subarray(1))).toBe('words');
  });

  test('too many words are not looked into, but equal ends do not count', () => {
    const count = limits.wordTokensMax;
    expect(
      kindOf(
        words(count, () => 'a'),
        words(count, () => 'b'),
      ),
    ).toBe('too-large');
    const edited = words(count, (at) => (at === 700 || at === 900 ? 'b' : 'a'));
    expect(
      kindOf(
        words(count, () => 'a'),
        edited,
      ),
    ).toBe('words');
  });

  test('all parts of a change share the limits', () => {
    const count = limits.wordTokensMax + 10;
    const file = (end: string) => utf8(`x${end}`.repeat(count));
    expect(kindOf(file('\r\n'), file('\n'))).toBe('too-large');
  });

  test('a search that gives up is told', () => {
    const pick = (at: number) => 'abc'[(at * at * 7 + at * 3 + (at >> 3)) % 3]!;
    const set = lines(
      words(990, pick),
      words(990, (at) => pick(at * 5 + 1)),
    );
    expect(partsOf(set)[0]!.coarse).toBe(true);
    checkView(set);
  });
});

test('the pieces of any two texts are their display texts, in every encoding, and end between characters', () => {
  const pieces = [
    'a',
    'é',
    'e\u0301',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '漢',
    '👩\u200d🚀',
    '❤\ufe0f',
    '🇩🇪',
    '\u202e',
    '\ufeff',
    '.',
    '👍🏽',
    'क्षि',
    '\u200d',
  ];
  const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 30 });
  const encodings = fc.constantFrom(
    utf8,
    (all: string) => utf16(`\ufeff${all}`),
    (all: string) => utf16(`\ufeff${all}`, true),
  );
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  fc.assert(
    fc.property(text, text, encodings, (before, after, encode) => {
      const set = lines(encode(before), encode(after));
      checkView(set);
      for (const change of set.changes) {
        for (const segments of partsOf(set, change).flatMap((part) => [part.before, part.after])) {
          const starts = new Set(Array.from(graphemes.segment(plain(segments)), ({ index }) => index));
          let at = 0;
          for (const { text: shown } of segments) {
            expect(starts.has(at)).toBe(true);
            at += shown.length;
          }
        }
      }
    }),
    { numRuns },
  );
});

test('any two byte arrays can be viewed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }), (before, after) => {
      checkView(lines(before, after));
    }),
    { numRuns },
  );
});

test.skipIf(!hasCorpus)('every change of the real edits can be viewed', () => {
  for (const { before, after, fileName } of corpusPairs) checkView(findChanges(before, after, { fileName }));
});
