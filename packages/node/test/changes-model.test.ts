/**
 * Random edits and verdicts on one file against a plain model. The invariant: the base with the undecided changes and the
 * accepted ones is what is on disk, unless a person edited it; then nothing of theirs is ever overwritten.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangeId, compose, findChanges, type Verdict } from '@verbatim/format-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Verbatim } from '../src/open-verbatim.js';
import { makeScratch, open } from './scratch.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;
const name = 'a.txt';

/** One chain that verdicts go to. */
interface Chain {
  readonly original: string;
  base: string;
  head: string;
  verdicts: Map<string, Verdict>;
  isUndone: boolean;
}

interface Model {
  disk: string;
  /** The top chain; older ones are blocked and only watched over. */
  chain: Chain | undefined;
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const setOf = ({ base, head }: Chain) => findChanges(bytes(base), bytes(head), { fileName: name });
const textOf = (chain: Chain, verdictOf: (id: string) => Verdict): string => {
  const set = setOf(chain);
  const verdicts = new Map<ChangeId, Verdict>(set.changes.map(({ id }) => [id, verdictOf(id)]));
  return Buffer.from(compose(set, verdicts)).toString('latin1');
};
const expectedOf = (chain: Chain): string => textOf(chain, (id) => chain.verdicts.get(id) ?? 'accept');
const withoutUndecided = (chain: Chain): string => textOf(chain, (id) => chain.verdicts.get(id) ?? 'reject');

type Step =
  | { readonly kind: 'agent' | 'person'; readonly line: number; readonly text: string }
  | { readonly kind: 'accept' | 'reject'; readonly which: number }
  | { readonly kind: 'keep' | 'discard' | 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('agent' as const), line: fc.nat(9), text: line() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('person' as const), line: fc.nat(9), text: line() }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'reject' as const), which: fc.nat(5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('keep' as const, 'discard' as const, 'restart' as const) }),
  },
);

function line(): fc.Arbitrary<string> {
  return fc.constantFrom('', 'x\n', 'y\r\n', 'two\nlines\n', '\n', 'no end', '\xff\n', 'a\rb\n');
}

/** Replaces one line, or puts one in. */
function withLine(text: string, at: number, line: string): string {
  const lines = text.split(/(?<=\n)/);
  lines.splice(Math.min(at, lines.length), at % 2, line);
  return lines.join('');
}

test('whatever order edits and verdicts come in, the file is the base with what was not rejected', {
  timeout: 600_000,
}, async () => {
  let [written, refused, settled] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const scratch = makeScratch();
      const path = join(scratch.root, name);
      const start = Array.from({ length: 8 }, (_, at) => `line ${at}\n`).join('');
      writeFileSync(path, start);
      let verbatim = await open(scratch);
      const model: Model = { disk: start, chain: undefined };
      for (const one of steps) {
        if (one.kind === 'restart') {
          await verbatim.close();
          verbatim = await open(scratch);
        } else {
          const told = await take(verbatim, path, model, one);
          if (told === 'refused') refused++;
          if (told === 'written') written++;
          if (told === 'settled') settled++;
        }
        expect(readFileSync(path, 'latin1')).toBe(model.disk);
      }
      await verbatim.close();
    }),
    { numRuns: isLong ? 1_000 : 40, seed: 7 },
  );
  expect(Math.min(written, refused, settled)).toBeGreaterThan(0);
});

async function take(
  { review }: Verbatim,
  path: string,
  model: Model,
  one: Exclude<Step, { kind: 'restart' }>,
): Promise<string> {
  const file = [{ kind: 'file', path: name }] as const;
  const { chain } = model;
  const isAsExpected = chain !== undefined && model.disk === expectedOf(chain);
  switch (one.kind) {
    case 'person':
      model.disk = withLine(model.disk, one.line, one.text);
      writeFileSync(path, model.disk, 'latin1');
      return 'typed';
    case 'agent': {
      const next = withLine(model.disk, one.line, one.text);
      const answer = await review.act('write', [{ op: 'write', path: name, bytes: bytes(next) }]);
      expect(answer.outcome).toBe(next === model.disk ? 'unchanged' : 'pending');
      if (next === model.disk) return 'nothing';
      if (chain !== undefined && isAsExpected) {
        const base = chain.verdicts.size > 0 ? withoutUndecided(chain) : chain.base;
        Object.assign(chain, { base, head: next, verdicts: new Map() });
      } else {
        model.chain = { original: model.disk, base: model.disk, head: next, verdicts: new Map(), isUndone: false };
      }
      model.disk = next;
      return 'edited';
    }
    case 'accept':
    case 'reject': {
      if (chain === undefined) return 'nothing';
      const { changes } = setOf(chain);
      const id = changes[one.which % Math.max(changes.length, 1)]?.id;
      if (id === undefined) return 'nothing';
      const before = chain.verdicts.get(id) ?? 'accept';
      const answer = await review[one.kind](name, [id]);
      const turns = before !== one.kind;
      if (turns && !isAsExpected) {
        expect(answer).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
        return 'refused';
      }
      if (chain.verdicts.get(id) === one.kind) {
        expect(answer.outcome).toBe('unchanged');
        return 'nothing';
      }
      chain.verdicts.set(id, one.kind);
      if (one.kind === 'reject') chain.isUndone = true;
      const expected = expectedOf(chain);
      expect(answer.outcome).toBe(!chain.isUndone ? 'kept' : expected === chain.original ? 'discarded' : 'mixed');
      if (turns) model.disk = expected;
      if (chain.verdicts.size < changes.length) return turns ? 'written' : 'recorded';
      model.chain = undefined;
      return 'settled';
    }
    default: {
      if (chain === undefined) return 'nothing';
      const target = chain.verdicts.size > 0 ? withoutUndecided(chain) : chain.base;
      const verdict = one.kind === 'keep' ? review.keep : review.discard;
      const answer = await verdict(file);
      if (one.kind === 'discard' && !isAsExpected) {
        expect(answer).toMatchObject({ outcome: 'refused' });
        return 'refused';
      }
      expect(answer.outcome).toMatch(/kept|discarded|mixed/);
      if (one.kind === 'discard') model.disk = target;
      model.chain = undefined;
      return 'settled';
    }
  }
}
