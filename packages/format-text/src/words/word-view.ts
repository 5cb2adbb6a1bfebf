import { align, type Keys } from '../align/align.js';
import { Atoms } from '../atoms.js';
import type { Change, ChangeSet } from '../change.js';
import type { CutFile, Side } from '../cut-file.js';
import { displayText } from '../display-text.js';
import { detectEncoding } from '../encoding.js';
import { internBodies } from '../intern.js';
import { limits } from '../limits.js';
import { lengthOf, type Range, type RangePair } from '../range.js';
import { cutTokens, type Token } from './tokens.js';

/** A piece of one side of a part, as `displayText` shows it. */
export interface WordSegment {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Both sides of one part; the texts of a side, put together, are its `displayText`. */
export interface WordPart {
  readonly before: readonly WordSegment[];
  readonly after: readonly WordSegment[];
  /** True where the search was cut short, so that more counts as changed than a closer look would say. */
  readonly coarse: boolean;
}

export type WordView =
  /** One entry for each part of the change. */
  | { readonly kind: 'words'; readonly parts: readonly WordPart[] }
  /** Not looked into; `reason` is a sentence for people. */
  | { readonly kind: 'too-large'; readonly reason: string };

/**
 * Shows what differs inside the changes of a set, word by word, for reading only: decisions are made on changes. Looks at
 * the encodings of the set once; the function that it returns takes any change of the set, and its work is bounded whatever
 * the change holds. Segments never split a character from the marks, joiners and selectors that belong to it.
 */
export function wordViewer({ before, after }: ChangeSet): (change: Change) => WordView {
  const encodings = { before: detectEncoding(before), after: detectEncoding(after) };
  return ({ parts }) => {
    const budget = new WordBudget();
    const shown: WordPart[] = [];
    for (const part of parts) {
      const pair = {
        before: { bytes: before.subarray(part.before.start, part.before.end), encoding: encodings.before },
        after: { bytes: after.subarray(part.after.start, part.after.end), encoding: encodings.after },
      };
      const words = viewPart(pair.before, pair.after, budget);
      if (words === undefined) return { kind: 'too-large', reason: tooLarge };
      shown.push(words);
    }
    return { kind: 'words', parts: shown };
  };
}

/** The same between two texts that are at hand as such. */
export function wordsBetween(before: string, after: string): WordView {
  const encoded = { before: new TextEncoder().encode(before), after: new TextEncoder().encode(after) };
  const encoding = { name: 'utf-8', bomBytes: 0, unitBytes: 1 } as const;
  const part = viewPart({ bytes: encoded.before, encoding }, { bytes: encoded.after, encoding }, new WordBudget());
  return part === undefined ? { kind: 'too-large', reason: tooLarge } : { kind: 'words', parts: [part] };
}

const tooLarge = `This change is too large to be shown word by word: it has more than ${limits.wordCharsMax} characters, or ${limits.wordTokensMax} words that may differ.`;

/** What all parts of one change may use together. */
class WordBudget {
  charsBefore: number = limits.wordCharsMax;
  charsAfter: number = limits.wordCharsMax;
  tokensBefore: number = limits.wordTokensMax;
  tokensAfter: number = limits.wordTokensMax;
  effort: number = limits.wordEffortMax;
}

interface TokenSide extends Side {
  readonly tokens: readonly Token[];
}

/** `undefined` where the budget is used up. */
function viewPart(before: Side, after: Side, budget: WordBudget): WordPart | undefined {
  const cutBefore = cutTokens(before, budget.charsBefore);
  const cutAfter = cutTokens(after, budget.charsAfter);
  if (cutBefore === undefined || cutAfter === undefined) return undefined;
  budget.charsBefore -= cutBefore.chars;
  budget.charsAfter -= cutAfter.chars;

  const sides = { before: { ...before, tokens: cutBefore.tokens }, after: { ...after, tokens: cutAfter.tokens } };
  const keys = internBodies(cutFileOf(sides.before), cutFileOf(sides.after));
  const shared = sharedAtEnds(keys);
  budget.tokensBefore -= keys.before.length - shared;
  budget.tokensAfter -= keys.after.length - shared;
  if (budget.tokensBefore < 0 || budget.tokensAfter < 0) return undefined;

  const { runs, effortSpent } = align(keys, budget.effort);
  budget.effort -= effortSpent;
  const joined = joinOverSpaces(runs, sides.before.tokens);
  return {
    before: segmentsOf(
      sides.before,
      joined.map((run) => run.before),
    ),
    after: segmentsOf(
      sides.after,
      joined.map((run) => run.after),
    ),
    coarse: runs.some(({ isCoarse }) => isCoarse),
  };
}

function cutFileOf({ bytes, encoding, tokens }: TokenSide): CutFile {
  return { bytes, encoding, atoms: Atoms.from(tokens) };
}

/** How many tokens are equal at the start and, behind them, at the end. */
function sharedAtEnds({ before, after }: Keys): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return start + end;
}

/** A space between two replaced words is taken as replaced too: one long mark reads better than two with a gap. */
function joinOverSpaces(runs: readonly RangePair[], before: readonly Token[]): RangePair[] {
  const joined: RangePair[] = [];
  for (const run of runs) {
    const previous = joined.at(-1);
    if (previous !== undefined && isReplacement(previous) && isReplacement(run) && isOneSpace(previous, run, before)) {
      joined[joined.length - 1] = {
        before: { start: previous.before.start, end: run.before.end },
        after: { start: previous.after.start, end: run.after.end },
      };
    } else joined.push(run);
  }
  return joined;
}

function isReplacement({ before, after }: RangePair): boolean {
  return lengthOf(before) > 0 && lengthOf(after) > 0;
}

function isOneSpace(upper: RangePair, lower: RangePair, before: readonly Token[]): boolean {
  return lower.before.start - upper.before.end === 1 && before[upper.before.end]!.isSpace;
}

function segmentsOf({ bytes, encoding, tokens }: TokenSide, changed: readonly Range[]): WordSegment[] {
  const segments: WordSegment[] = [];
  let from = 0;
  const add = (to: number, isChanged: boolean): void => {
    const piece = bytes.subarray(tokens[from]!.start, tokens[to - 1]!.end);
    segments.push({ text: displayText(piece, encoding.name), isChanged });
    from = to;
  };
  for (const { start, end } of changed) {
    if (start === end) continue;
    if (from < start) add(start, false);
    add(end, true);
  }
  if (from < tokens.length) add(tokens.length, false);
  return segments;
}
