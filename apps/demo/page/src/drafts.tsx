import type { Run } from '../../src/web/runs/run.ts';
import type { AppTold } from '../../src/web/watched.ts';
import { Draft } from './draft.tsx';
import { apps, runOf, runWords } from './drafts-state.ts';
import { go, place } from './place.ts';
import { Sheet } from './sheet.tsx';
import { counted } from './words.ts';

/** Apps that have a draft; nothing where there are none. */
export function Drafts() {
  const shown = place.value.draft;
  const one = apps.value.find(({ app }) => app === shown);
  if (apps.value.length === 0) return null;
  return (
    <>
      <section class="decided" aria-label="Drafts">
        <h2>Drafts</h2>
        <ul>
          {apps.value.map((standing) => (
            <li key={standing.app}>
              <div class="what">
                <span class="name">{standing.app}</span>
                <StandingLine standing={standing} />
                <RunLine run={runOf(standing.app)} />
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

function StandingLine({ standing }: { readonly standing: AppTold }) {
  const { app, head, files, published, editedAfterPublishing, lastPassed, publish } = standing;
  // What runs here is told beside this, with what it is at.
  const isToldElsewhere = publish === 'running' && runOf(app)?.state === 'running';
  return (
    <span class="meta">
      r{head}
      <i aria-hidden="true">·</i>
      {counted(files, 'file')}
      <i aria-hidden="true">·</i>
      {published === null ? 'not published' : `r${published} is live${editedAfterPublishing ? ', edited since' : ''}`}
      <i aria-hidden="true">·</i>
      {lastPassed === null ? 'no check passed' : `r${lastPassed} passed its check`}
      {publish !== 'none' && !isToldElsewhere && (
        <span class="badge">{publish === 'running' ? 'Being published' : 'Publish unconfirmed'}</span>
      )}
    </span>
  );
}

/** A run that wants to be looked at. */
function RunLine({ run }: { readonly run: Run | undefined }) {
  if (run === undefined || run.state === 'done') return null;
  return <span class={`badge ${run.state === 'running' ? 'plain-badge' : ''}`}>{runWords(run)}</span>;
}
