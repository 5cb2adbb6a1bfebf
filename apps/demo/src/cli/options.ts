/** Options that several verbs share, as the parser of verbs takes them. */
import type { FlagParametersForType, TypedFlagParameter } from '@stricli/core';
import type { DiffPlace } from '@verbatim/review';
import { valueOf } from './argument-list.js';
import type { Shell } from './shell.js';

export interface CommonOptions {
  readonly root?: string;
  readonly home?: string;
  readonly json: boolean;
  readonly agent?: string;
  readonly request?: string;
  readonly key?: string;
}

export interface DecisionFlags {
  readonly seen?: string;
  readonly acceptReplaced: boolean;
  readonly all: boolean;
}

export interface JudgeFlags {
  readonly seen?: string;
  readonly acceptReplaced: boolean;
  readonly aroundEdits: boolean;
}

export interface WritingOptions {
  readonly allowUnsafeReplace: boolean;
}

/** Reads the value that a token stands for. */
export function asTyped(this: Shell, token: string): string {
  return valueOf(token, this.values);
}

export function optional(brief: string, placeholder: string): TypedFlagParameter<string | undefined, Shell> {
  return { kind: 'parsed', parse: asTyped, optional: true, brief, placeholder };
}

export function required(brief: string, placeholder: string): TypedFlagParameter<string, Shell> {
  return { kind: 'parsed', parse: asTyped, brief, placeholder };
}

export function optionalCount(
  brief: string,
  least: number,
  most?: number,
): TypedFlagParameter<number | undefined, Shell> {
  return { kind: 'parsed', parse: countFrom(least, most), optional: true, brief, placeholder: 'N' };
}

/** A revision's number, `24` or `r24`. */
export function optionalRevision(brief: string): TypedFlagParameter<number | undefined, Shell> {
  return { kind: 'parsed', parse: revisionOf, optional: true, brief, placeholder: 'N' };
}

export const requiredRevision: {
  readonly brief: string;
  readonly placeholder: string;
  readonly parse: (this: Shell, token: string) => number;
} = { brief: 'A revision’s number', placeholder: 'REV', parse: revisionOf };

function revisionOf(this: Shell, token: string): number {
  const [, digits] = /^r?(\d{1,9})$/.exec(valueOf(token, this.values)) ?? [];
  if (digits === undefined) throw new RangeError('a revision’s number is needed, like 24 or r24');
  return Number(digits);
}

export function requiredCount(brief: string, least: number): TypedFlagParameter<number, Shell> {
  return { kind: 'parsed', parse: countFrom(least), brief, placeholder: 'N' };
}

/** A place in a diff, `HUNK:LINE`, both from 1. */
export function optionalPlace(brief: string): TypedFlagParameter<DiffPlace | undefined, Shell> {
  return {
    kind: 'parsed',
    optional: true,
    brief,
    placeholder: 'HUNK:LINE',
    parse(token) {
      const [, hunk, line] = /^([1-9]\d{0,8})(?::([1-9]\d{0,8}))?$/.exec(valueOf(token, this.values)) ?? [];
      if (hunk === undefined) throw new RangeError('HUNK:LINE is needed, two whole numbers from 1');
      return { hunk: Number(hunk), line: Number(line ?? 1) };
    },
  };
}

/** A day or a time, as ISO 8601 in UTC. */
export function optionalTime(brief: string): TypedFlagParameter<string | undefined, Shell> {
  return {
    kind: 'parsed',
    optional: true,
    brief,
    placeholder: 'TIME',
    parse(token) {
      const text = valueOf(token, this.values);
      const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
      const time = isDay(day) ? Date.parse(text) : Number.NaN;
      if (Number.isNaN(time)) throw new RangeError('a day like 2026-03-01 or a time like 2026-03-01T14:05Z is needed');
      return new Date(time).toISOString();
    },
  };
}

/** A date takes the 30th of February for the 2nd of March; here it is a mistake. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Parses one of a few words. */
export function oneOf<C extends string>(choices: readonly C[]): (this: Shell, token: string) => C {
  return function (token) {
    const text = valueOf(token, this.values);
    const choice = choices.find((one) => one === text);
    if (choice !== undefined) return choice;
    throw new RangeError(`one of ${choices.join(', ')} is needed`);
  };
}

export function yesOrNo(brief: string): TypedFlagParameter<boolean, Shell> {
  return { kind: 'boolean', default: false, withNegated: false, brief };
}

export const commonOptions: FlagParametersForType<CommonOptions, Shell> = {
  root: optional('The workspace', 'DIR'),
  home: optional('The folder that keeps the copies', 'DIR'),
  json: yesOrNo('Answer with one JSON value'),
  agent: optional('Who acts', 'NAME'),
  request: optional('The turn or prompt that this belongs to', 'ID'),
  key: optional('Makes a retry safe: the same key answers the same', 'KEY'),
};

export const writingOptions: FlagParametersForType<WritingOptions, Shell> = {
  allowUnsafeReplace: yesOrNo('Replace files on disks where a racing save could be lost (weakens a promise)'),
};

const seen = optional('What status or inspect called "seen": refused if the review has moved since', 'SEEN');
const acceptReplaced = yesOrNo('Go on although another program replaced a file with equal bytes');

export const undoOptions: FlagParametersForType<Pick<JudgeFlags, 'seen' | 'acceptReplaced'>, Shell> = {
  seen,
  acceptReplaced,
};

export const judgeOptions: FlagParametersForType<JudgeFlags, Shell> = {
  seen,
  acceptReplaced,
  aroundEdits: yesOrNo('Go on although you edited the file since: only the bytes of these changes are replaced'),
};

export const decisionOptions: FlagParametersForType<DecisionFlags, Shell> = {
  seen,
  acceptReplaced,
  all: yesOrNo('Everything that waits, group by group'),
};

function countFrom(least: number, most?: number): (this: Shell, token: string) => number {
  return function (token) {
    const text = valueOf(token, this.values);
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= least && value <= (most ?? value)) return value;
    throw new RangeError(`a whole number from ${least}${most === undefined ? '' : ` to ${most}`} is needed`);
  };
}

export interface Positional {
  readonly brief: string;
  readonly placeholder: string;
  readonly parse: (this: Shell, input: string) => string;
}

export function named(placeholder: string, brief: string): Positional {
  return { brief, placeholder, parse: asTyped };
}
