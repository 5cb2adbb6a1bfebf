/** Which of many changes to show. */
import type { PageOptions } from '@verbatim/review';

export interface PageInput {
  /** The first one, from 0. */
  readonly from?: number | undefined;
  readonly count?: number | undefined;
  /** Also tell which words differ inside each change. */
  readonly words?: boolean;
}

export function pageOf({ from, count, words = false }: PageInput): PageOptions {
  return { words, ...(from === undefined ? {} : { from }), ...(count === undefined ? {} : { count }) };
}
