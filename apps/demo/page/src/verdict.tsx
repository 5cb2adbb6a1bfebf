import type { ShownChange } from '@verbatim/review';
import type { Judging } from './changes.tsx';

/**
 * Accept and reject of one change; a verdict can be given again, the other way. Of a change that is blocked, only what
 * writes nothing: to accept what stands in the file already.
 */
export function Verdict({ change, judging }: { readonly change: ShownChange; readonly judging: Judging }) {
  const { id, verdict, label, blocked } = change;
  const { isBusy, say } = judging;
  const why = blocked === undefined ? {} : { 'aria-describedby': blockedId(judging, id) };
  const isStuck = blocked !== undefined;
  return (
    <span class="pair small">
      <button
        type="button"
        class="keep"
        data-key="y"
        disabled={isBusy || verdict === 'accept' || (isStuck && verdict === 'reject')}
        aria-label={`${verdict === 'accept' ? 'Accepted' : 'Accept'}: ${label}`}
        {...why}
        onClick={() => say('accept', [id])}
      >
        {verdict === 'accept' ? '✓ Accepted' : 'Accept'}
      </button>
      <button
        type="button"
        class="discard"
        data-key="n"
        disabled={isBusy || verdict === 'reject' || isStuck}
        aria-label={`${verdict === 'reject' ? 'Rejected' : 'Reject'}: ${label}`}
        {...why}
        onClick={() => say('reject', [id])}
      >
        {verdict === 'reject' ? '✕ Rejected' : 'Reject'}
      </button>
    </span>
  );
}

/** Of the element that says why the change is blocked. */
export function blockedId({ row }: Pick<Judging, 'row'>, change: string): string {
  return `blocked-${row}-${change}`;
}
