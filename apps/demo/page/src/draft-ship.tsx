import type { AppTold } from '../../src/web/watched.ts';
import { confirmPublish, copyLine, run } from './draft-act.ts';
import { DraftRun } from './draft-run.tsx';
import { commands, runOf } from './drafts-state.ts';
import { busy } from './state.ts';

/** Check and publish, with the commands that were named to the server; without them, what to type. */
export function DraftShip({ standing }: { readonly standing: AppTold }) {
  const { app, head, publish } = standing;
  const { check, publish: publishing } = commands.value;
  const newest = runOf(app);
  const isBusy = busy.value.has(`draft:${app}`) || newest?.state === 'running';
  const isPublished = isBusy || publish === 'running';
  return (
    <section class="history-part">
      <h3>Check and publish</h3>
      <Unconfirmed standing={standing} isBusy={isPublished} canPublish={publishing !== null} />
      {head > 0 && (check !== null || publishing !== null) && (
        <div class="commands">
          {check !== null && (
            <Command name="Check" line={check}>
              <Press isBusy={isBusy} onPress={() => void run('check', app, head, head)}>{`Check r${head}`}</Press>
            </Command>
          )}
          {publishing !== null && (
            <Command name="Publish" line={publishing}>
              <Press
                isBusy={isPublished}
                onPress={() => void run('publish', app, head, head)}
              >{`Publish r${head}`}</Press>
            </Command>
          )}
          {check !== null && publishing !== null && (
            <Command name="Ship" does="check, then publish what passed">
              <Press isBusy={isPublished} isMain onPress={() => void run('ship', app, head, head)}>
                {`Ship r${head}`}
              </Press>
            </Command>
          )}
        </div>
      )}
      {newest !== undefined && <DraftRun run={newest} />}
      {(check === null || publishing === null) && (
        <>
          <div class="to-type">
            <code>{standing.shipLine}</code>
            <button
              type="button"
              class="quiet"
              aria-label="Copy the command"
              onClick={() => void copyLine(standing.shipLine)}
            >
              Copy
            </button>
          </div>
          <p class="calm small">
            The page runs only commands that were named when its server was started, like{' '}
            <code class="whole">{startLine(check, publishing)}</code>
          </p>
        </>
      )}
      {head > 0 && (check !== null || publishing !== null) && (
        <p class="calm small">Commands run in a fresh copy of r{head}. They were named when the server was started.</p>
      )}
    </section>
  );
}

interface UnconfirmedProps {
  readonly standing: AppTold;
  readonly isBusy: boolean;
  readonly canPublish: boolean;
}

/** Publishes that were cut short, with both ways on. */
function Unconfirmed({ standing, isBusy, canPublish }: UnconfirmedProps) {
  const { app, head, unconfirmed } = standing;
  return (
    <>
      {unconfirmed.map((revision) => (
        <div key={revision} class="trouble">
          <p>
            <strong>r{revision} may be live.</strong> Its publish was cut short, so nobody knows. Look, then say that it
            is live, or publish again.
          </p>
          <div class="ways">
            <Press isBusy={isBusy} onPress={() => void confirmPublish(app, revision)}>
              {`Confirm that r${revision} is live`}
            </Press>
            {canPublish && (
              <Press isBusy={isBusy} onPress={() => void run('publish', app, revision, head)}>
                {`Publish r${revision} again`}
              </Press>
            )}
          </div>
        </div>
      ))}
    </>
  );
}

interface CommandProps {
  readonly name: string;
  readonly line?: string;
  readonly does?: string;
  readonly children: preact.ComponentChildren;
}

function Command({ name, line, does, children }: CommandProps) {
  return (
    <div class="command">
      <div class="what">
        <span class="name">{name}</span>
        {line === undefined ? <span class="meta">{does}</span> : <code>{line}</code>}
      </div>
      {children}
    </div>
  );
}

interface PressProps {
  readonly isBusy: boolean;
  readonly isMain?: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

/** Keeps the focus while it cannot be pressed: who pressed it is still there when the run ends. */
function Press({ isBusy, isMain = false, onPress, children }: PressProps) {
  return (
    <button
      type="button"
      class={isMain ? 'keep' : ''}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onPress();
      }}
    >
      {children}
    </button>
  );
}

function startLine(check: string | null, publish: string | null): string {
  return `verbatim serve${check === null ? ' --check CMD' : ''}${publish === null ? ' --publish CMD' : ''}`;
}
