import { undo } from './act.ts';
import { toast } from './state.ts';

/** Says how it came out, and stays until the next thing is said: nobody has to be quick to undo. */
export function Toast() {
  const said = toast.value;
  return (
    <div class="toast-place">
      <div class={said === undefined ? 'unseen' : 'toast'}>
        <span role="status">{said?.text ?? ''}</span>
        {said?.decision !== undefined && (
          <button type="button" onClick={() => void undo(said.decision ?? '')}>
            Undo
          </button>
        )}
        {said !== undefined && (
          <button type="button" class="close" aria-label="Dismiss" onClick={() => (toast.value = undefined)}>
            ✕
          </button>
        )}
      </div>
    </div>
  );
}
