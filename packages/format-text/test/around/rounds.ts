import { blockedByEdits, type ChangeId, composeAround, type Verdict } from '../../src/index.js';
import type { Chance } from './chance.js';
import { editByHand, typedMark } from './person.js';
import type { Review } from './review.js';
import { linesIn } from './text-of-bytes.js';

/** What a turn of one verdict made of the file. */
export interface Turn {
  readonly round: number;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * Goes on with a review: verdicts turn one by one, of changes that no edit blocks, and between them the person edits again.
 * What each turn made of the file.
 */
export function moreRounds({ set, reading, ...review }: Review, chance: Chance): Turn[] {
  const turns: Turn[] = [];
  let { current, verdicts } = review;
  for (let round = 1; round <= 5; round++) {
    const blocked = blockedByEdits(set, verdicts, current);
    const free = 'unfit' in blocked ? [] : set.changes.filter(({ id }) => !blocked.has(id));
    if (free.length === 0) return turns;
    const { id } = chance.pick(free);
    const wanted = new Map<ChangeId, Verdict>(verdicts).set(id, verdicts.get(id) === 'reject' ? 'accept' : 'reject');
    const composed = composeAround(set, verdicts, wanted, current);
    if ('bytes' in composed) {
      turns.push({ round, from: current, to: composed.bytes });
      current = composed.bytes;
      verdicts = wanted;
    } else if (set.format !== 'json') throw new Error(`A change that is free is blocked: ${id}`);
    if (chance.is(50)) current = reading.bytes(editByHand(reading.text(current), chance, round).text);
  }
  return turns;
}

/** The lines that a person typed or typed into, in their order. */
export function typedLines(text: string): string[] {
  return linesIn(text).filter((line) => line.includes(typedMark));
}
