import { useComputed } from '@preact/signals';
import type { StatusAction, StatusFile } from '@verbatim/review';
import { decideAction, restore } from './act.ts';
import { Inspect } from './inspect.tsx';
import { openHistory, place, toggleOpen } from './place.ts';
import { busy, troubles } from './state.ts';
import { Trouble } from './trouble.tsx';
import {
  blockedWords,
  changesOf,
  counted,
  decisionWords,
  fileName,
  folderOf,
  formatMarks,
  formatNames,
  when,
} from './words.ts';

/** One action: a file with its review bar, or several files that are decided together. */
export function Action({ action }: { readonly action: StatusAction }) {
  const { id, files } = action;
  const [only] = files;
  // A row looks at what is its own of these, so that it is not drawn again with every other one.
  const trouble = useComputed(() => troubles.value.get(id)).value;
  const isBusy = useComputed(() => busy.value.has(id)).value;
  return (
    <li class="action" data-action={id} aria-busy={isBusy}>
      {files.length === 1 && only !== undefined ? (
        <FileRow action={action} file={only} isAlone />
      ) : (
        <>
          <div
            class="row together"
            data-stop={id}
            tabIndex={-1}
            role="group"
            aria-label={`${counted(files.length, 'file')}, decided together`}
          >
            <div class="what">
              <span class="name">{counted(files.length, 'file')}, decided together</span>
              <span class="meta">
                <time dateTime={action.at}>{when(action.at)}</time>
              </span>
            </div>
            <DecisionButtons action={action} />
          </div>
          <ul class="files">
            {files.map((file) => (
              <li key={file.path}>
                <FileRow action={action} file={file} isAlone={false} />
              </li>
            ))}
          </ul>
        </>
      )}
      {trouble !== undefined && <Trouble row={id} trouble={trouble} action={action} />}
    </li>
  );
}

interface RowProps {
  readonly action: StatusAction;
  readonly file: StatusFile;
  readonly isAlone: boolean;
}

function FileRow({ action, file, isAlone }: RowProps) {
  const row = `${action.id}/${file.path}`;
  const isOpen = useComputed(() => place.value.open.includes(row)).value;
  const [name, folder] = [fileName(file.path), folderOf(file.path)];
  const label = `${file.path}, ${formatNames[file.format]}, ${changesOf(file)}, waiting`;
  const shownId = `changes-${row}`;
  return (
    <>
      <div class="row" data-stop={row} tabIndex={-1} role="group" aria-label={label}>
        <span class="mark" aria-hidden="true" data-format={file.format}>
          {formatMarks[file.format]}
        </span>
        <div class="what">
          <span class="name" title={file.path}>
            {folder !== '' && <span class="folder">{folder}</span>}
            {name}
          </span>
          <span class="meta">
            {formatNames[file.format]}
            <i aria-hidden="true">·</i>
            {changesOf(file)}
            {file.blocked !== undefined && <span class="badge">{blockedWords(file.blocked)}</span>}
            {file.problem !== undefined && (
              <span class="badge" title={file.problem}>
                Would not open
              </span>
            )}
            {action.status !== 'pending' && (
              <span class="badge">{action.status === 'open' ? 'Still being written' : 'Never finished'}</span>
            )}
          </span>
        </div>
        <div class="buttons">
          <button
            type="button"
            class="quiet"
            onClick={() => openHistory(file.path)}
            aria-label={`History of ${file.path}`}
          >
            History
          </button>
          {action.status !== 'open' && (
            <button
              type="button"
              class="quiet inspect"
              data-key="enter"
              aria-expanded={isOpen}
              aria-controls={shownId}
              aria-label={`${isOpen ? 'Hide' : 'Inspect'} changes of ${file.path}`}
              onClick={() => toggleOpen(row)}
            >
              {isOpen ? 'Hide changes' : 'Inspect changes'}
            </button>
          )}
          {isAlone && <DecisionButtons action={action} />}
        </div>
      </div>
      {isOpen && (
        <div id={shownId} class="inspected">
          <Inspect action={action} file={file} />
        </div>
      )}
    </>
  );
}

function DecisionButtons({ action }: { readonly action: StatusAction }) {
  const { id, files, status } = action;
  const isBusy = useComputed(() => busy.value.has(id)).value;
  const of = files.length === 1 ? ` of ${files[0]?.path ?? ''}` : '';
  if (status === 'open') return null;
  if (status === 'interrupted') {
    const put = (): void => void restore({ scope: 'action', action: id }, id);
    return (
      <button type="button" disabled={isBusy} onClick={put}>
        Restore {counted(files.length, 'file')} from before
      </button>
    );
  }
  const words = decisionWords(action);
  const ways = [
    { verdict: 'keep', key: 'y' },
    { verdict: 'discard', key: 'n' },
  ] as const;
  return (
    <span class="pair">
      {ways.map(({ verdict, key }) => (
        <button
          key={verdict}
          type="button"
          class={verdict}
          data-key={key}
          disabled={isBusy}
          aria-label={words[verdict] + of}
          onClick={() => void decideAction(verdict, action)}
        >
          {words[verdict]}
        </button>
      ))}
    </span>
  );
}
