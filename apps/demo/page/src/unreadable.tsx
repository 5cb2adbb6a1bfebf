import './unreadable.css';
import { type Trouble, workspace } from './state.ts';

/** What waits cannot be read: what happened, what is safe, and what to type. It never looks as if nothing waited. */
export function Unreadable({ failure }: { readonly failure: Trouble }) {
  const { code, message, next } = failure;
  const isDamaged = code === 'VERBATIM_LEDGER_DAMAGED';
  return (
    <section class="unreadable" role="alert" data-code={code}>
      <h1 tabIndex={-1}>{isDamaged ? 'The ledger is damaged' : 'What waits cannot be read'}</h1>
      <p>{message}</p>
      <h2>What is safe</h2>
      <p>
        Your files: nothing of them was touched, and nothing can be decided while this lasts. Every copy from before an
        edit is a file of its own beside the index, so it does not go with it.
      </p>
      <h2>What to do</h2>
      {isDamaged ? <Commands /> : <p>{next ?? 'The page tries again by itself.'}</p>}
    </section>
  );
}

function Commands() {
  const options = workspace.value?.options ?? '';
  return (
    <>
      <p>
        Stop the command that serves this page (Ctrl-C where it runs), so that nobody has the ledger open. Then type,
        one after the other:
      </p>
      <ol>
        <li>
          <code>verbatim verify{options}</code> tells what is damaged. It changes nothing.
        </li>
        <li>
          <code>verbatim salvage --to FOLDER{options}</code> copies every intact copy into a folder of yours, and
          changes nothing else.
        </li>
        <li>
          <code>verbatim salvage{options}</code> rebuilds the index from the copies and sets the damaged one aside. What
          waited is then in History, where each edit can still be put back.
        </li>
        <li>
          <code>verbatim serve{options}</code> serves this page again.
        </li>
      </ol>
    </>
  );
}
