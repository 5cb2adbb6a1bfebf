import { decide } from './act.ts';
import { Action } from './action.tsx';
import { busy, type Group, groups, troubles } from './state.ts';
import { Trouble } from './trouble.tsx';
import { counted, when } from './words.ts';

/** What waits, by request. */
export function Requests() {
  return (
    <>
      {groups.value.map((group) => (
        <Request key={group.key} group={group} />
      ))}
    </>
  );
}

function Request({ group }: { readonly group: Group }) {
  const { key, actions } = group;
  const pending = actions.filter(({ status }) => status === 'pending');
  const files = pending.reduce((sum, action) => sum + action.files.length, 0);
  const targets = pending.map(({ id }) => `action:${id}`);
  const isBusy = busy.value.has(key);
  const trouble = troubles.value.get(key);
  const name = nameOf(group);
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
              Keep all {counted(files, 'file')}
            </button>
            <button type="button" class="quiet" disabled={isBusy} onClick={() => void decide('discard', key, targets)}>
              Discard all {counted(files, 'file')}
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
