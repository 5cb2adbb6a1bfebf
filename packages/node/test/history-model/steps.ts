/** The steps that can be taken, and the form of what must come of one. */
import fc from 'fast-check';
import type { Verbatim } from '../../src/open-verbatim.js';
import { names } from './model.js';
import type { Verdict } from './records.js';

export type Step = { readonly fault?: { readonly at: number; readonly lasting: boolean } | undefined } & (
  | { readonly kind: 'person' | 'agent' | 'bracket'; readonly path: string; readonly line: number; readonly to: string }
  | { readonly kind: 'both'; readonly line: number; readonly to: string }
  | { readonly kind: 'person deletes' | 'delete' | 'save' | 'purge'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly onto: string }
  | { readonly kind: 'keep' | 'discard'; readonly path: string; readonly which: number | null }
  | { readonly kind: Verdict | 'pin' | 'unpin' | 'restore'; readonly path: string; readonly which: number }
  | { readonly kind: 'undo' | 'restore action'; readonly which: number; readonly replaced: boolean }
  | { readonly kind: 'restart' }
);

const path = fc.constantFrom(...names);
const line = fc.nat(3);
const to = fc.constantFrom('p\n', 'q\n', 'r\n', 'two\nlines\n');
const which = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(20) });
const fault = fc.oneof(
  { weight: 14, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ at: fc.integer({ min: 1, max: 60 }), lasting: fc.boolean() }) },
);
const kinds = <T extends string>(...all: T[]) => fc.constantFrom(...all);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: kinds('agent', 'agent', 'bracket', 'person'), path, line, to, fault }) },
  { weight: 2, arbitrary: fc.record({ kind: kinds('both'), line, to, fault }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kinds('delete', 'person deletes', 'save', 'save', 'save', 'purge'), path, fault }),
  },
  { weight: 7, arbitrary: fc.record({ kind: kinds('move'), path, onto: path, fault }) },
  {
    weight: 9,
    arbitrary: fc.record({ kind: kinds('keep', 'discard'), path, which: fc.option(which, { nil: null }), fault }),
  },
  {
    weight: 13,
    arbitrary: fc.record({ kind: kinds('accept', 'reject', 'restore', 'restore', 'pin', 'unpin'), path, which, fault }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kinds('undo', 'undo', 'undo', 'restore action'),
      which,
      replaced: fc.boolean(),
      fault,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kinds('restart') }) },
);

/** What must come of a step: how to take it, whether it changes anything, and what the model is then. */
export interface Foreseen {
  readonly run: (verbatim: Verbatim) => Promise<{ outcome: string; action?: string; decision?: string }>;
  /** Undefined where it must be refused, or change nothing. `either`: what is not held any more may be there still. */
  readonly settle: ((answer: { action: string; decision: string }) => void) | undefined;
  readonly either?: boolean;
}

/** The one that `which` stands for, however many there are. */
export function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[which % Math.max(all.length, 1)];
}
