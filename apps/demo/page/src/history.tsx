import type { HistoryEntry } from '@verbatim/review';
import { useState } from 'preact/hooks';
import { save, setPinned, undo } from './act.ts';
import { Check } from './check.tsx';
import { closeHistory, openHistory, place } from './place.ts';
import { Preview } from './preview.tsx';
import { Sheet } from './sheet.tsx';
import { busy, moves, troubles } from './state.ts';
import { Trouble } from './trouble.tsx';
import { useShown } from './use-shown.ts';
import { fileName, shortHash, sizeOf, verdictWords, when } from './words.ts';

const perPage = 50;

/** Restore points and all other copies of a file, or of the workspace: preview, restore, pin, undo. */
export function History() {
  const path = place.value.history;
  if (path === undefined) return null;
  const isAll = path === '.';
  return (
    <Sheet
      key={path}
      title={isAll ? 'History of this workspace' : `History of ${fileName(path)}`}
      kind="side"
      onClose={closeHistory}
    >
      {isAll ? <Check /> : <SavePoint path={path} />}
      <Copies path={path} />
    </Sheet>
  );
}

function SavePoint({ path }: { readonly path: string }) {
  const [note, setNote] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await save(path, note.trim(), 'history');
    setNote('');
  };
  return (
    <form class="save" onSubmit={(event) => void submit(event)}>
      <label>
        <span class="unseen">Note for the restore point</span>
        <input
          type="text"
          maxLength={200}
          value={note}
          placeholder="What to remember it by"
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="keep" disabled={busy.value.has('history')}>
        Save restore point
      </button>
    </form>
  );
}

function Copies({ path }: { readonly path: string }) {
  const [count, setCount] = useState(perPage);
  const isAll = path === '.';
  const input = { target: isAll ? '.' : `./${path}`, count, prunePreview: !isAll };
  const { shown, problem } = useShown('history', input, moves.value);

  const trouble = troubles.value.get('history');
  if (shown === undefined) return <p class="calm">{problem ?? 'Looking …'}</p>;
  const due = new Set(shown.pruneNext?.filter((unit) => unit.due).flatMap(({ copies }) => copies));
  const [next] = shown.pruneNext ?? [];
  return (
    <>
      {trouble !== undefined && <Trouble row="history" trouble={trouble} />}
      {shown.decisions.length > 0 && (
        <section class="history-part">
          <h3>Decisions</h3>
          <ul class="plain">
            {shown.decisions.slice(0, 5).map(({ id, at, verdict }) => (
              <li key={id}>
                <span>
                  {verdictWords(verdict, [{ path, sha256: { before: null, after: null, now: null }, did: 'nothing' }])}
                </span>
                <time class="meta" dateTime={at}>
                  {when(at)}
                </time>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Undo the decision of ${when(at)}`}
                  onClick={() => void undo(id, 'history')}
                >
                  Undo
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="history-part">
        <h3>Copies</h3>
        {shown.copies.length === 0 && <p class="calm">No copies yet. Save a restore point to make the first.</p>}
        <ul class="copies">
          {shown.copies.map((copy) => (
            <Copy
              key={copy.id}
              copy={copy}
              isAll={isAll}
              isDue={due.has(copy.id)}
              isNext={next?.copies.includes(copy.id) ?? false}
            />
          ))}
        </ul>
        {shown.next !== undefined && (
          <button type="button" class="more" onClick={() => setCount(count + perPage)}>
            Load more
          </button>
        )}
        {!isAll && (
          <p class="calm small">
            This file keeps up to 50 copies. Routine copies make room before restore points; pinned ones and those of
            waiting edits stay.
          </p>
        )}
      </section>
    </>
  );
}

interface CopyProps {
  readonly copy: HistoryEntry;
  readonly isAll: boolean;
  readonly isDue: boolean;
  readonly isNext: boolean;
}

function Copy({ copy, isAll, isDue, isNext }: CopyProps) {
  const { id, path, at, label, size, hash, pinned, restorable, why, note, agent } = copy;
  const isPreviewed = place.value.copy === id;
  const name = `${label} of ${when(at)}`;
  return (
    <li data-copy={id}>
      <div class="copy">
        <div class="what">
          <span class="name">{label}</span>
          <span class="meta">
            <time dateTime={at}>{when(at)}</time>
            {agent !== undefined && agent !== null && (
              <>
                <i aria-hidden="true">·</i>
                {agent}
              </>
            )}
            <i aria-hidden="true">·</i>
            {size === null ? 'no file' : sizeOf(size)}
            {hash !== null && (
              <>
                <i aria-hidden="true">·</i>
                <code title={hash}>{shortHash(hash)}</code>
              </>
            )}
            {pinned && <span class="badge">Pinned</span>}
            {(isDue || isNext) && <span class="badge plain-badge">First to make room</span>}
          </span>
          {isAll && <span class="meta path">{path}</span>}
          {note !== undefined && <span class="note-of">“{note}”</span>}
          {why !== undefined && <span class="meta warn">{why}</span>}
        </div>
        <div class="buttons">
          {isAll ? (
            <button type="button" class="quiet" aria-label={`History of ${path}`} onClick={() => openHistory(path, id)}>
              Open
            </button>
          ) : (
            <>
              <button
                type="button"
                class="quiet"
                aria-label={`${pinned ? 'Unpin' : 'Pin'} ${name}`}
                onClick={() => void setPinned(path, id, !pinned)}
              >
                {pinned ? 'Unpin' : 'Pin'}
              </button>
              <button
                type="button"
                disabled={!restorable}
                aria-expanded={isPreviewed}
                aria-label={`${isPreviewed ? 'Hide preview' : 'Preview restore'}: ${name}`}
                onClick={() => openHistory(path, isPreviewed ? undefined : id)}
              >
                {isPreviewed ? 'Hide' : 'Preview'}
              </button>
            </>
          )}
        </div>
      </div>
      {isPreviewed && !isAll && <Preview path={path} copy={id} />}
    </li>
  );
}
