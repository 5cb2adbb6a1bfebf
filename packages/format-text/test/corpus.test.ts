import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../src/compare.js';
import { readSheets } from '../src/csv/read-sheets.js';
import type { Side } from '../src/cut-file.js';
import { cutLines } from '../src/cut-lines.js';
import {
  type ChangeId,
  type ChangeSet,
  compose,
  detectEncoding,
  displayText,
  findChanges,
  recognizeText,
  unifiedDiff,
  type Verdict,
} from '../src/index.js';
import { corpusFiles, corpusPair, corpusPairs, hasCorpus } from './corpus.js';
import { raggedness } from './field-counts.js';
import { linesOf } from './lines.js';
import { checkExact, must, same, spliceByHand, verdictsOf } from './promises.js';

describe.skipIf(!hasCorpus)('real edits', () => {
  test('there are 75 of them', () => {
    expect(corpusPairs).toHaveLength(75);
  });

  test.each(corpusPairs)('$name: every choice is exact', ({ fileName, before, after }) => {
    const set = findChanges(before, after, { fileName });
    checkExact(set);
    expect(set).toMatchObject({ decidedBy: 'per-change', coarse: false });
    expect(findChanges(after, before, { fileName }).changes.length).toBeGreaterThan(0);
    checkExact(findChanges(after, before, { fileName }));

    const isWhole = wholeness(set);
    const subset = fc.array(fc.boolean(), { minLength: set.changes.length, maxLength: set.changes.length });
    fc.assert(
      fc.property(subset, (accepted) => {
        const verdicts = verdictsOf(set.changes, (at) => accepted[at] === true);
        const result = compose(set, verdicts);
        must(same(result, spliceByHand(set, verdicts)), 'composition is slices', set);
        must(same(result, compose(set, new Map([...verdicts].reverse()))), 'the order of decisions is nothing', set);
        isWhole(verdicts, result);
      }),
      { numRuns: 10, seed: 1 },
    );
  });

  test.each(corpusPairs)('$name: changes, ids and labels are the same every time', ({ fileName, before, after }) => {
    const once = findChanges(before, after, { fileName });
    const again = findChanges(Uint8Array.from(before), Uint8Array.from(after), { fileName });
    expect(again.changes).toEqual(once.changes);
  });

  test.each([
    ['dwc-terms-list-flip', { bom: 1, eol: 1, row: 4 }],
    ['fpb-en-2013-mixed-eol', { eol: 1, 'list-item': 1 }],
    ['fpb-ro-crlf-flip', { eol: 1, 'list-item': 1, lines: 1 }],
    ['tika-header-eol', { eol: 1 }],
    ['trap-eol-flip', { eol: 1 }],
    ['trap-eof-newline-only', { eol: 1 }],
    ['fpb-pt-br-bom-flip', { bom: 1, 'list-item': 1 }],
    ['trap-insert-at-eof-noeol', { lines: 1 }],
  ])('%s: a flip of line ends or mark does not hide the content', (name, kinds) => {
    const { before, after, fileName } = corpusPair(name);
    const { changes } = findChanges(before, after, { fileName });
    const counts = Object.entries(kinds).map(([kind]) => [kind, changes.filter((one) => one.kind === kind).length]);
    expect(Object.fromEntries(counts)).toEqual(kinds);
    expect(changes).toHaveLength(Object.values(kinds).reduce((sum, count) => sum + count, 0));
  });

  test.each([
    ['tigerbeetle-rewrap', { reflow: 10, 'format-only': 7, heading: 6, 'list-item': 3 }],
    ['fpb-ja-reformat', { 'format-only': 60 }],
    ['trap-md-list-renumber', { 'format-only': 1, 'list-item': 1 }],
    ['isogit-stash-frontmatter', { 'format-only': 4, 'table-row': 4, fence: 3 }],
    ['tigerbeetle-transfers', { 'table-row': 1, 'list-item': 2, paragraph: 1 }],
  ])('%s: layout is told from words, and blocks from lines', (name, atLeast) => {
    const { before, after, fileName } = corpusPair(name);
    const { changes } = findChanges(before, after, { fileName });
    for (const [kind, count] of Object.entries(atLeast)) {
      expect([kind, changes.filter((one) => one.kind === kind).length >= count]).toEqual([kind, true]);
    }
  });

  test('a rewrapped document is half of the changes that its lines are', () => {
    const { before, after } = corpusPair('tigerbeetle-rewrap');
    const count = (format: 'markdown' | 'text') => findChanges(before, after, { format }).changes.length;
    expect(count('markdown') * 2).toBeLessThan(count('text'));
  });

  test('before blocks are looked at, all of them together are as few stretches as a good line differ finds', () => {
    const runs = corpusPairs.flatMap(({ before, after }) => {
      const compared = compare(before, after, cutLines);
      return compared.kind === 'aligned' ? compared.runs : [];
    });
    // Measured: jsdiff 688, git with the Myers search 657 and with histogram 654, with line ends counted as content.
    expect(runs.length).toBeLessThanOrEqual(654);
  });

  test('no label shows a line end, or a mark that its kind already says', () => {
    for (const { fileName, before, after } of corpusPairs.filter((pair) => pair.fileName.endsWith('.md'))) {
      for (const { kind, label } of findChanges(before, after, { fileName }).changes) {
        expect(label).not.toMatch(/[\r\n␍␊]/);
        if (kind === 'list-item' || kind === 'heading' || kind === 'quote')
          expect(label).not.toMatch(/"(?:[-*+>]|#+) /);
      }
    }
  });

  test.each(corpusPairs)('$name: the unified diff counts what it shows', ({ fileName, before, after }) => {
    const { text, added, removed } = unifiedDiff(before, after, {
      beforeName: fileName,
      afterName: fileName,
      linesMax: 100_000,
    });
    const body = text.split('\n').slice(2);
    expect(body.filter((line) => line.startsWith('+'))).toHaveLength(added);
    expect(body.filter((line) => line.startsWith('-'))).toHaveLength(removed);
  });
});

/**
 * What holds for every choice of changes of a set: whole lines of one side where lines are compared, whole rows of a table,
 * valid JSON where both versions are.
 */
function wholeness(set: ChangeSet): (verdicts: ReadonlyMap<ChangeId, Verdict>, result: Uint8Array) => void {
  const { before, after, format, fallback } = set;
  if (format === 'csv' && fallback === undefined) {
    const sheets = readSheets(sideOf(before), sideOf(after));
    if ('unfit' in sheets) throw new Error(sheets.unfit);
    return (verdicts) => expect(raggedness(set, verdicts, sheets)).toBeUndefined();
  }
  if (format === 'json' && fallback === undefined) {
    const areValid = isJson(before) && isJson(after);
    return (_verdicts, result) => expect(isJson(result) || !areValid).toBe(true);
  }
  const lines = new Set([before, after].flatMap((file) => linesOf(file, detectEncoding(file))));
  return (_verdicts, result) => {
    const encoding = { ...detectEncoding(before), bomBytes: detectEncoding(result).bomBytes };
    expect(linesOf(result, encoding).filter((line) => !lines.has(line))).toEqual([]);
  };
}

function sideOf(bytes: Uint8Array): Side {
  return { bytes, encoding: detectEncoding(bytes) };
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasCorpus)('real files', () => {
  test.each(corpusFiles)('$name: atoms tile it, and an edit anywhere is exact', ({ name, bytes }) => {
    const encoding = detectEncoding(bytes);
    if (bytes.length % encoding.unitBytes === 0) {
      let end: number = encoding.bomBytes;
      for (const atom of cutLines({ bytes, encoding }, 200_000) ?? []) {
        expect(atom.start === end && atom.start <= atom.bodyEnd && atom.bodyEnd <= atom.end).toBe(true);
        end = atom.end;
      }
      expect(end).toBe(bytes.length);
    }

    expect(findChanges(bytes, Uint8Array.from(bytes), { fileName: name }).changes).toEqual([]);
    const half = bytes.length >> 1;
    for (const [from, to] of [
      [0, 0],
      [half, half],
      [half, bytes.length],
      [0, bytes.length],
    ] as const) {
      const after = Uint8Array.from([...bytes.subarray(0, from), 0x41, ...bytes.subarray(to)]);
      checkExact(findChanges(bytes, after, { fileName: name }));
    }
  });

  test.each(corpusFiles)('$name: can be shown and recognised', ({ name, bytes }) => {
    const { name: encoding } = detectEncoding(bytes);
    expect(displayText(bytes, encoding)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]/);
    expect(recognizeText(name, bytes) === 'binary').toBe(encoding === 'binary');
  });
});
