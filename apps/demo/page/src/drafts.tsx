import { useEffect, useState } from 'preact/hooks';
import type { AppShown } from '../../src/operations/drafts/read-draft.ts';
import { ask } from './client.ts';
import { Draft } from './draft.tsx';
import { go, place } from './place.ts';
import { Sheet } from './sheet.tsx';
import { draftMoves, moves } from './state.ts';
import { counted } from './words.ts';

/** Apps that have a draft; nothing where there are none. */
export function Drafts() {
  const [apps, setApps] = useState<readonly AppShown[]>([]);
  const moved = moves.value + draftMoves.value;
  useEffect(() => {
    const load = async (): Promise<void> => {
      const answer = await ask('drafts', {});
      if ('apps' in answer) setApps(answer.apps);
    };
    // The line is followed elsewhere; what is shown stays until it is back.
    void load().catch(() => {});
  }, [moved]);
  const shown = place.value.draft;
  const one = apps.find(({ app }) => app === shown);
  if (apps.length === 0) return null;
  return (
    <>
      <section class="decided" aria-label="Drafts">
        <h2>Drafts</h2>
        <ul>
          {apps.map((standing) => (
            <li key={standing.app}>
              <div class="what">
                <span class="name">{standing.app}</span>
                <StandingLine standing={standing} />
              </div>
              <button
                type="button"
                aria-label={`Timeline of ${standing.app}`}
                onClick={() => go({ draft: standing.app })}
              >
                Timeline
              </button>
            </li>
          ))}
        </ul>
      </section>
      {one !== undefined && (
        <Sheet key={one.app} title={`Draft of ${one.app}`} kind="side" onClose={() => go({ draft: undefined })}>
          <StandingLine standing={one} />
          <Draft standing={one} />
        </Sheet>
      )}
    </>
  );
}

function StandingLine({ standing }: { readonly standing: AppShown }) {
  const { head, files, published, editedAfterPublishing, lastPassed, publish } = standing;
  return (
    <span class="meta">
      r{head}
      <i aria-hidden="true">·</i>
      {counted(files, 'file')}
      <i aria-hidden="true">·</i>
      {published === null ? 'not published' : `r${published} is live${editedAfterPublishing ? ', edited since' : ''}`}
      <i aria-hidden="true">·</i>
      {lastPassed === null ? 'no check passed' : `r${lastPassed} passed its check`}
      {publish !== 'none' && (
        <span class="badge">{publish === 'running' ? 'Being published' : 'Publish unconfirmed'}</span>
      )}
    </span>
  );
}
