/** The texts that a review's verdicts make. */
import { type ChangeId, type ChangeSet, compose, findChanges } from '@verbatim/format-text';
import { must } from './model.js';
import type { Review, Text, Verdict } from './records.js';

export function changesOf({ base, head, path: name }: Pick<Review, 'base' | 'head' | 'path'>): ChangeSet | undefined {
  if (base === null || head === null) return undefined;
  return findChanges(Buffer.from(base), Buffer.from(head), { fileName: name });
}

export function composed(review: Review, verdictOf: (id: string) => Verdict): Text {
  const set = must(changesOf(review));
  const verdicts = new Map<ChangeId, Verdict>(set.changes.map(({ id }) => [id, verdictOf(id)]));
  return Buffer.from(compose(set, verdicts)).toString();
}

export function withoutUndecided(review: Review): Text {
  if (!Object.values(review.verdicts).includes('accept')) return review.base;
  return composed(review, (id) => review.verdicts[id] ?? 'reject');
}
