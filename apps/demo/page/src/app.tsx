import { Decided } from './decided.tsx';
import { Drafts } from './drafts.tsx';
import { Help } from './help.tsx';
import { History } from './history.tsx';
import { openHistory } from './place.ts';
import { Requests } from './requests.tsx';
import { isSheetOpen } from './sheet.tsx';
import { failure, fileCount, isHelpShown, line, status, troubles, workspace, workspaceName } from './state.ts';
import { Toast } from './toast.tsx';
import { Trouble } from './trouble.tsx';
import { Unreadable } from './unreadable.tsx';
import { counted } from './words.ts';

export function App() {
  if (line.value === 'signed-out') return <SignedOut />;
  return (
    <>
      <header class="bar">
        <span class="brand">Verbatim</span>
        {workspace.value !== undefined && (
          <span class="workspace" title={workspace.value.root}>
            {workspaceName.value}
          </span>
        )}
        <LineState />
        <span class="grow" />
        <button type="button" class="quiet" onClick={() => openHistory('.')}>
          History
        </button>
        <button type="button" class="quiet" aria-label="Keyboard and help" onClick={() => (isHelpShown.value = true)}>
          Help
        </button>
      </header>
      <main>
        {failure.value === undefined ? <Waiting /> : <Unreadable failure={failure.value} />}
        <Drafts />
        {failure.value === undefined && <Decided />}
        <div class="room" />
      </main>
      {!isSheetOpen.value && <Toast />}
      <History />
      <Help />
    </>
  );
}

function Waiting() {
  const known = status.value;
  const trouble = troubles.value.get('page');
  return (
    <>
      {known === undefined ? <p class="calm">Looking at what waits …</p> : <Title />}
      {known?.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {trouble !== undefined && <Trouble row="page" trouble={trouble} />}
      {known !== undefined && <Requests />}
    </>
  );
}

function Title() {
  const count = fileCount.value;
  return (
    <div class="title">
      <h1 tabIndex={-1}>
        {count === 0 ? 'Nothing waits for you' : `${counted(count, 'file')} ${count === 1 ? 'waits' : 'wait'} for you`}
      </h1>
      <p>
        {count === 0
          ? 'When an agent changes a file here, the change appears on this page and the original stays safe.'
          : 'The edits are on disk. Discard puts the exact bytes from before back; whatever you typed since is never overwritten.'}
      </p>
    </div>
  );
}

function LineState() {
  const state = line.value;
  return (
    <span class="line" role="status" data-state={state}>
      {state === 'lost' ? 'The server does not answer. Trying again …' : ''}
    </span>
  );
}

function SignedOut() {
  return (
    <main class="alone">
      <h1 tabIndex={-1}>Open the page’s own address</h1>
      <p>
        This tab is not signed in, or the server was started anew. Open the address that <code>verbatim serve</code>{' '}
        printed; nothing is lost, all decisions and reviews are in the ledger.
      </p>
    </main>
  );
}
