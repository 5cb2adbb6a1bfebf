import { decide } from './act.ts';
import { Action } from './action.tsx';
import { Filter, setFilter } from './filter.tsx';
import { type ShownGroup, shownGroups } from './filtered.ts';
import { place } from './place.ts';
import { busy, fileCount, type Group, troubles } from './state.ts';
import { Trouble } from './trouble.tsx';
import { counted, when } from './words.ts';

/** What waits, by request, narrowed to what is looked for. */
export function Requests() {
  const isNoneShown = shownGroups.value.length === 0 && fileCount.value > 0;
  return (
    <>
      <Filter />
      {isNoneShown && (
        <p class="calm none-shown">
          No waiting change has “{place.value.filter}” in its file, request or agent.{' '}
          <button type="button" onClick={() => setFilter('')}>
            Show all {counted(fileCount.value, 'file')}
          </button>
        </p>
      )}
      {shownGroups.value.map((group) => (
        <Request key={group.key} group={group} />
      ))}
    </>
  );
}

function Request({ group }: { readonly group: ShownGroup }) {
  const { key, actions, isNarrowed } = group;
  const pending = actions.filter(({ status }) => status === 'pending');
  const files = pending.reduce((sum, action) => sum + action.files.length, 0);
  const targets = pending.map(({ id }) => `action:${id}`);
  const isBusy = busy.value.has(key);
  const trouble = troubles.value.get(key);
  const name = nameOf(group);
  const reach = isNarrowed ? `${counted(files, 'file')} shown` : `all ${counted(files, 'file')}`;
  return (
    <section class="request" aria-label={name}>
      <div class="request-head">
        <h2>{name}</h2>
        <span class="meta">
          <time dateTime={group.at}>{when(group.at)}</time>
        </span>
        <span class="grow" />
        {pending.length > 1 && (
          <span class="buttons">
            <button type="button" class="quiet" disabled={isBusy} onClick={() => void decide('keep', key, targets)}>
              Keep {reach}
            </button>
            <button type="button" class="quiet" disabled={isBusy} onClick={() => void decide('discard', key, targets)}>
              Discard {reach}
            </button>
          </span>
        )}
      </div>
      {trouble !== undefined && <Trouble row={key} trouble={trouble} />}
      <ul class="actions">
        {actions.map((action) => (
          <Action key={action.id} action={action} />
        ))}
      </ul>
    </section>
  );
}

function nameOf({ request, agent }: Group): string {
  if (request !== null) return agent === null ? `Request ${request}` : `Request ${request}, by ${agent}`;
  return agent === null ? 'Edits' : `Edits by ${agent}`;
}
