import type { RecentDecision } from '../../src/web/recent-decisions.ts';
import { undo } from './act.ts';
import { Proof } from './proof.tsx';
import { busy, decisions, troubles } from './state.ts';
import { Trouble } from './trouble.tsx';
import { verdictWords, when } from './words.ts';

/** What was decided, newest first, each with its proof and its undo; from the ledger, so a reload brings it back. */
export function Decided() {
  if (decisions.value.length === 0) return null;
  return (
    <section class="decided" aria-label="Decided">
      <h2>Decided</h2>
      <ul>
        {decisions.value.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </ul>
    </section>
  );
}

function Decision({ decision }: { readonly decision: RecentDecision }) {
  const { id, at, verdict, files } = decision;
  const row = `decision:${id}`;
  const trouble = troubles.value.get(row);
  const words = verdictWords(verdict, files);
  return (
    <li>
      <details>
        <summary>
          <span class="name">{words}</span>
          <time class="meta" dateTime={at}>
            {when(at)}
          </time>
        </summary>
        {files.map((file) => (
          <div key={file.path} class="receipt">
            <span class="path">{file.path}</span>
            <Proof {...file.sha256} />
          </div>
        ))}
      </details>
      <button
        type="button"
        class="quiet"
        disabled={busy.value.has(row)}
        aria-label={`Undo: ${words}`}
        onClick={() => void undo(id, row)}
      >
        Undo
      </button>
      {trouble !== undefined && <Trouble row={row} trouble={trouble} />}
    </li>
  );
}
