import type { ShownChange } from '@verbatim/review';
import type { Judging } from './changes.tsx';

/** Accept and reject of one change; a verdict can be given again, the other way. */
export function Verdict({ change, judging }: { readonly change: ShownChange; readonly judging: Judging }) {
  const { id, verdict, label } = change;
  const { isBusy, say } = judging;
  return (
    <span class="pair small">
      <button
        type="button"
        class="keep"
        data-key="y"
        disabled={isBusy || verdict === 'accept'}
        aria-label={`${verdict === 'accept' ? 'Accepted' : 'Accept'}: ${label}`}
        onClick={() => say('accept', [id])}
      >
        {verdict === 'accept' ? '✓ Accepted' : 'Accept'}
      </button>
      <button
        type="button"
        class="discard"
        data-key="n"
        disabled={isBusy || verdict === 'reject'}
        aria-label={`${verdict === 'reject' ? 'Rejected' : 'Reject'}: ${label}`}
        onClick={() => say('reject', [id])}
      >
        {verdict === 'reject' ? '✕ Rejected' : 'Reject'}
      </button>
    </span>
  );
}
