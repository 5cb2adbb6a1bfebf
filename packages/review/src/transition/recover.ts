/**
 * Recovery: settles what a crash left. Under the lock, record by record: a live owner is left alone; of a dead one, what
 * was committed is cleaned up and everything else is put back. Writes only files that hold exactly what we wrote (P9).
 */
import { isVerbatimError } from '@verbatim/core';
import type { JournalRecord } from '@verbatim/ledger';
import { staysAsItIs } from '../messages.js';
import type { Room } from '../room.js';
import { isAbandoned } from './abandoned.js';
import { putAllBack } from './apply.js';
import { clear, isLeft } from './cleared.js';
import { DiedUnderWay } from './under-way.js';

export interface Recovered {
  /** One for each operation that was settled, or could not be. */
  readonly sentences: string[];
  /** Why files could not be put back yet. Their records stay, so that nothing else is done to these files until then. */
  readonly failures: readonly unknown[];
}

/** Settles what it can: what stands in the way of one operation does not stop what has to do with other files. */
export async function recoverTransitions(room: Room): Promise<Recovered> {
  const { ledger, tree } = room;
  const isDue = (record: JournalRecord): boolean => isLeft(tree, record) && isAbandoned(room, record);
  if (!ledger.read((view) => view.journal()).some(isDue)) return { sentences: [], failures: [] };

  const settled: { record: JournalRecord; leftOut: readonly string[] }[] = [];
  const failures: unknown[] = [];
  ledger.lease('recover', (transaction) => {
    for (const record of transaction.journal()) {
      if (!isDue(record)) continue;
      if (record.state !== 'intended') {
        settled.push({ record, leftOut: [] });
        continue;
      }
      const outcome = putAllBack(room, record, transaction, undefined);
      if (outcome.kind === 'failed')
        settled.push({ record: { ...record, state: 'put-back' }, leftOut: outcome.leftOut ?? [] });
      else if (outcome.kind === 'unsettled') failures.push(outcome.error);
    }
  });

  const sentences: string[] = [];
  for (const { record, leftOut } of settled) {
    if (record.state === 'put-back') sentences.push(...toldOf(record, leftOut));
    try {
      for (const path of await clear(room, record)) sentences.push(`rescued: ${path}`);
    } catch (error) {
      sentences.push(`What an operation (${record.verb}) left could not be cleared away yet: ${messageOf(error)}`);
    }
  }
  sentences.push(...failures.map((error) => `${messageOf(error)} ${isVerbatimError(error) ? (error.hint ?? '') : ''}`));
  return { sentences, failures };
}

function messageOf(error: unknown): string {
  return String((error as Error | undefined)?.message ?? error);
}

function toldOf({ verb, steps }: JournalRecord, leftOut: readonly string[]): string[] {
  const back = steps.map(({ path }) => path).filter((path) => !leftOut.includes(path));
  return [
    ...(back.length > 0 ? [`An operation (${verb}) was cut short; its files were put back: ${back.join(', ')}.`] : []),
    ...leftOut.map((path) => `An operation (${verb}) was cut short, and ${staysAsItIs(path)}`),
  ];
}

/**
 * Runs a verb, and once more where the process died that it was waiting for: its plan was made on files that were half way
 * between two states. What was settled in between is added to `sentences`.
 */
export async function pastTheDead<A>(room: Room, run: () => Promise<A>, sentences: string[] = []): Promise<A> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DiedUnderWay)) throw error;
      const recovered = await recoverTransitions(room);
      // It was waiting for these files.
      if (recovered.failures.length > 0) throw recovered.failures[0];
      sentences.push(...recovered.sentences);
    }
  }
}
