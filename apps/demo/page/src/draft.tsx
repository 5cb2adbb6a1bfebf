import type { HistoryEntry } from '@verbatim/drafts';
import { useEffect, useState } from 'preact/hooks';
import type { AppTold } from '../../src/web/watched.ts';
import { undoDraft } from './act.ts';
import { ask } from './client.ts';
import { DraftDiff } from './draft-diff.tsx';
import { DraftShip } from './draft-ship.tsx';
import { draftMoves } from './drafts-state.ts';
import { busy, troubles } from './state.ts';
import { Trouble } from './trouble.tsx';
import { counted, when } from './words.ts';

/** An app's revisions, newest first, with what each changed; undo copies an older one forward as a new one. */
export function Draft({ standing }: { readonly standing: AppTold }) {
  const { app, previousTurn } = standing;
  const [revisions, setRevisions] = useState<readonly HistoryEntry[]>();
  const [next, setNext] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const moved = draftMoves.value;
  const load = async (before?: number): Promise<void> => {
    const answer = await ask('draft-log', before === undefined ? { app } : { app, before });
    if ('error' in answer) return setProblem(answer.error.message);
    if (answer.outcome === 'refused') return setProblem(answer.message);
    if (answer.outcome === 'unchanged') return;
    setRevisions((older) => (before === undefined ? answer.revisions : [...(older ?? []), ...answer.revisions]));
    setNext(answer.next?.before);
  };
  useEffect(() => {
    load().catch(() => setProblem('The server did not answer.'));
  }, [app, moved]);

  const trouble = troubles.value.get(`draft:${app}`);
  if (revisions === undefined) return <p class="calm">{problem ?? 'Looking …'}</p>;
  return (
    <>
      {trouble !== undefined && <Trouble row={`draft:${app}`} trouble={trouble} />}
      <DraftShip standing={standing} />
      {previousTurn !== null && (
        <section class="history-part">
          <h3>
            Last turn{previousTurn.turn === null ? '' : ` (${previousTurn.turn})`}: r{previousTurn.from} → r
            {previousTurn.to}
          </h3>
          <DraftDiff app={app} from={previousTurn.from} to={previousTurn.to} />
        </section>
      )}
      <section class="history-part">
        <h3>Revisions</h3>
        <ul class="copies">
          {revisions.map((entry) => (
            <Revision key={entry.revision} app={app} head={standing.head} entry={entry} />
          ))}
        </ul>
        {next !== undefined && (
          <button type="button" class="more" onClick={() => void load(next)}>
            Load more
          </button>
        )}
      </section>
    </>
  );
}

function Revision({ app, head, entry }: { readonly app: string; readonly head: number; readonly entry: HistoryEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { revision, at, reason, turn, files, marks } = entry;
  return (
    <li>
      <div class="copy">
        <div class="what">
          <span class="name">
            r{revision} <span class="folder">{reason}</span>
          </span>
          <span class="meta">
            <time dateTime={at}>{when(at)}</time>
            {turn !== null && (
              <>
                <i aria-hidden="true">·</i>
                turn {turn}
              </>
            )}
            <i aria-hidden="true">·</i>
            {counted(files, 'file')}
            {marks.check !== undefined && (
              <span class={`badge ${marks.check === 'ok' ? 'plain-badge' : ''}`}>
                {marks.check === 'ok' ? '✓ Check passed' : '✕ Check failed'}
              </span>
            )}
            {marks.publish !== undefined && <span class="badge plain-badge">{publishWords[marks.publish]}</span>}
          </span>
        </div>
        <div class="buttons">
          <button
            type="button"
            class="quiet"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide changes' : 'Changes'} of r${revision}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Changes'}
          </button>
          {revision !== head && (
            <button
              type="button"
              disabled={busy.value.has(`draft:${app}`)}
              onClick={() => void undoDraft(app, revision, head)}
            >
              Undo to r{revision}
            </button>
          )}
        </div>
      </div>
      {isOpen && (
        <div class="preview">
          <DraftDiff app={app} from={revision - 1} to={revision} />
        </div>
      )}
    </li>
  );
}

const publishWords = {
  live: '● Live',
  earlier: 'Was live',
  running: 'Being published',
  unconfirmed: 'Publish unconfirmed',
} as const;
