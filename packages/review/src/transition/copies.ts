/** Step 2: every present `from` and `to` state is a durable copy before anything else happens (P1, P7). */
import { type Content, type Hash, RefusalError, refuse, systemCode, VerbatimError } from '@verbatim/core';
import { freeBytesReserve } from '../limits.js';
import type { Room } from '../room.js';
import type { TransitionPlan } from './plan.js';

export function storeCopies({ ledger, tree }: Room, plan: TransitionPlan): void {
  const { copies } = ledger;
  for (const { path, from, fromContent, to, toStored } of plan.files) {
    if (from.kind === 'present') {
      if (fromContent !== undefined) capture(path, () => copies.put(fromContent));
      else if (!copies.verify(from.hash, from.size)) {
        refuse(
          'COPY_CORRUPT',
          "The copy of the agent's result failed its integrity check. The edit was not rejected.",
          [path],
        );
      }
    }
    if (to.kind === 'present' && toStored !== true) capture(path, () => copies.put(to.content));
  }
  for (const content of plan.copies ?? []) capture(plan.files[0]?.path ?? '', () => copies.put(content));
  capture(plan.files[0]?.path ?? '', () => copies.flush());
  const needed = plan.files.reduce((sum, { to }) => sum + (to.kind === 'present' ? to.content.size : 0), 0);
  if (needed > freeBytesReserve && tree.freeBytes() < needed + freeBytesReserve) {
    refuse(
      'LIMIT',
      'There is not enough free space beside the file to write it safely.',
      plan.files.map(({ path }) => path),
      'Free some space, then try again.',
    );
  }
}

/** The same for all copies of a plan; from the intent on the journal names those of its files. */
export function keepPlanCopies(room: Room, plan: TransitionPlan): void {
  keepCopies(room, contentsOf(plan));
}

/** What a plan brings along that need not be a copy yet. */
export function contentsOf({ files, copies = [] }: TransitionPlan): Content[] {
  const ofFiles = files.flatMap(({ fromContent, to, toStored }) => [
    ...(fromContent === undefined ? [] : [fromContent]),
    ...(to.kind === 'present' && toStored !== true ? [to.content] : []),
  ]);
  return [...ofFiles, ...copies];
}

/**
 * Makes sure, under the lock, that copies stored before it still are there: retention in another process may have freed one
 * in between, since no record named it yet.
 */
export function keepCopies({ ledger }: Room, contents: readonly Content[]): void {
  const lost = contents.filter(({ hash }) => !ledger.copies.has(hash));
  if (lost.length === 0) return;
  for (const content of lost) capture('', () => ledger.copies.put(content));
  capture('', () => ledger.copies.flush());
}

/**
 * Copies that were stored for what was refused before any record named them. Never a reason to fail: else they stay as
 * copies that nobody needs, which `verify` counts.
 */
export function releaseContents({ ledger }: Room, contents: readonly Content[]): void {
  if (contents.length === 0) return;
  try {
    const states = contents.map(({ hash, size }) => ({ kind: 'present', hash, size, mode: 0 }) as const);
    ledger.lease('clean up', (transaction) => transaction.release(states));
  } catch {
    // What was refused is what is to be told.
  }
}

/** Runs what stores `contents` on its way. Where it refuses, they are nobody's. */
export async function releasing<T>(room: Room, contents: readonly Content[], run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusalError) releaseContents(room, contents);
    throw error;
  }
}

/** Runs a step of a capture; whatever breaks becomes `VERBATIM_CAPTURE_FAILED`: no write has started (P1). */
export function capture(path: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    const cause = error instanceof VerbatimError ? error.cause : error;
    throw new VerbatimError(
      'VERBATIM_CAPTURE_FAILED',
      `The file's copy could not be stored, so nothing was written: ${(error as Error).message}`,
      {
        path,
        cause: error,
        hint: 'Check the disk that holds the copies (space, permissions), then try again.',
        data: { system: systemCode(cause) },
      },
    );
  }
}

/** A copy that fails its check is refused by the file it belongs to (P5); `ending` says what was not done. */
export function namingContent({ ledger }: Room, path: string, hash: Hash, size: number, ending: string): Content {
  const content = ledger.copies.content(hash, size);
  return {
    ...content,
    pour(sink) {
      try {
        content.pour(sink);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        refuse(
          'COPY_CORRUPT',
          `The copy that would be put back ${ledger.copies.has(hash) ? 'failed its integrity check' : 'is missing'}. ${ending}`,
          [path],
          'Keep the file as it is, or look for another copy in its history.',
        );
      }
    },
  };
}
