import { useState } from 'preact/hooks';
import { restore } from './act.ts';
import { ChangeList } from './changes.tsx';
import { openHistory } from './place.ts';
import { busy, moves } from './state.ts';
import { useShown } from './use-shown.ts';
import { counted, shortHash } from './words.ts';

const perPage = 50;

/** What Restore would change, before anybody presses it. */
export function Preview({ path, copy }: { readonly path: string; readonly copy: string }) {
  const [count, setCount] = useState(perPage);
  const { shown, problem } = useShown('preview', { file: `./${path}`, copy, count, words: true }, moves.value);
  if (shown === undefined) return <p class="calm">{problem ?? 'Comparing …'}</p>;

  const { sha256, changes, changeCount, format } = shown;
  const isSame = sha256.now === sha256.restored;
  const put = async (): Promise<void> => {
    if (await restore({ scope: 'file', file: `./${path}`, copy }, 'history')) openHistory(path);
  };
  return (
    <div class="preview">
      {isSame ? (
        <p class="calm">The file already is exactly this copy. Restoring it would change nothing.</p>
      ) : (
        <>
          <p class="calm">
            Restore would make {counted(changeCount, 'change')}. Before is the file as it is now, After this copy; what
            is there now is saved first.
          </p>
          <ChangeList format={format} changes={changes} />
          {changes.length < changeCount && (
            <button type="button" class="more" onClick={() => setCount(count + perPage)}>
              Load more ({counted(changeCount - changes.length, 'change')} left)
            </button>
          )}
        </>
      )}
      <p class="proof">
        <span>SHA-256</span>
        <span class="hash" title={sha256.now ?? ''}>
          now <code>{shortHash(sha256.now)}</code>
        </span>
        <span class="hash" title={sha256.restored ?? ''}>
          this copy <code>{shortHash(sha256.restored)}</code>
        </span>
      </p>
      {!isSame && (
        <button type="button" class="keep" disabled={busy.value.has('history')} onClick={() => void put()}>
          Restore this copy
        </button>
      )}
    </div>
  );
}
