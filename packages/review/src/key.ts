/**
 * Keys make retries safe (P13): the first answer is stored in the transaction that made it true, and told again for the
 * same arguments. Other arguments under the same key are refused.
 */
import { refuse } from '@verbatim/core';
import { type LedgerTransaction, type LedgerView, sha256 } from '@verbatim/ledger';
import type { Context } from './review-api.js';
import { type Room, timestamp } from './room.js';

export interface KeyClaim {
  /** Hash of agent and key. */
  readonly scope: string;
  /** Hash of verb and arguments. */
  readonly arguments: string;
}

/** Carries a stored answer up to where answers are given. */
export class Replay extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('replay');
    this.answer = answer;
  }
}

export function claimKey(context: Context, verb: string, args: unknown): KeyClaim | undefined {
  if (context.key === undefined) return undefined;
  return {
    scope: sha256(JSON.stringify([context.agent ?? null, context.key])),
    arguments: sha256(JSON.stringify([verb, args])),
  };
}

/** Throws `Replay` where the key was answered before, refuses `KEY_REUSED` where that was for something else. */
export function stopIfAnswered(view: LedgerView, claim: KeyClaim | undefined): void {
  const answer = answerUnder(view, claim);
  if (answer !== undefined) throw new Replay(answer);
}

/** What was answered under the key before. Refuses `KEY_REUSED` where that was for something else. */
export function answerUnder(view: LedgerView, claim: KeyClaim | undefined): unknown {
  if (claim === undefined) return undefined;
  const record = view.key(claim.scope);
  if (record === undefined) return undefined;
  if (record.arguments !== claim.arguments) {
    refuse(
      'KEY_REUSED',
      'This key was used before for something else.',
      [],
      'Give every new request a key of its own.',
    );
  }
  return record.answer;
}

export function storeAnswer(
  room: Room,
  transaction: LedgerTransaction,
  claim: KeyClaim | undefined,
  answer: unknown,
): void {
  if (claim === undefined) return;
  transaction.putKey(claim.scope, { arguments: claim.arguments, answer, at: timestamp(room) });
}

/** Of an answer that changed nothing: a retry of it changes nothing either, whatever has become of the files by then. */
export function keepAnswer(room: Room, claim: KeyClaim | undefined, answer: unknown): void {
  if (claim === undefined) return;
  room.ledger.lease('unchanged', (transaction) => {
    stopIfAnswered(transaction, claim);
    storeAnswer(room, transaction, claim, answer);
  });
}
