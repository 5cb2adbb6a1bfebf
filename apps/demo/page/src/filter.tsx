import { isFiltered, shownFileCount } from './filtered.ts';
import { moveFocus } from './focus.ts';
import { go, place } from './place.ts';
import { fileCount, usesKeys, waiting } from './state.ts';

const id = 'filter';

/** One field above the list; what it narrows, it counts. */
export function Filter() {
  const text = place.value.filter ?? '';
  if (waiting.value.length < 2 && text === '') return null;
  return (
    <div class="filter" role="search">
      <input
        id={id}
        type="text"
        aria-label="Filter by file, request or agent"
        placeholder="Filter by file, request or agent"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => setFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === 'Escape') leaveOrClear(event.currentTarget);
          if (event.key === 'Enter' && shownFileCount.value > 0) focusFirst();
        }}
      />
      {text === '' && usesKeys.value && <kbd aria-hidden="true">/</kbd>}
      <span class="count" role="status">
        {isFiltered.value && (
          <>
            {shownFileCount.value.toLocaleString('en-US')} of {fileCount.value.toLocaleString('en-US')}
            <span class="unseen"> files shown</span>
          </>
        )}
      </span>
      {text !== '' && (
        <button type="button" class="quiet" aria-label="Clear the filter" onClick={clear}>
          Clear
        </button>
      )}
    </div>
  );
}

/** False where there is none. */
export function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>(`#${id}`);
  field?.focus();
  field?.select();
  return field !== null;
}

export function setFilter(text: string): void {
  go({ filter: text === '' ? undefined : text });
}

function clear(): void {
  setFilter('');
  focusFilter();
}

function leaveOrClear(field: HTMLInputElement): void {
  if (field.value === '') field.blur();
  else setFilter('');
}

function focusFirst(): void {
  (document.activeElement as HTMLElement | null)?.blur();
  moveFocus(1);
}
