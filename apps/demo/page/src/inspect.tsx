import type { StatusAction, StatusFile } from '@verbatim/review';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { judge } from './act.ts';
import { ChangeList, type Judging } from './changes.tsx';
import { loadMore, openInspected } from './inspected.ts';
import { Proof } from './proof.tsx';
import { busy, troubles } from './state.ts';
import { Trouble } from './trouble.tsx';
import { counted } from './words.ts';

/** Before and After of one file, with a verdict on each change where the format allows it. */
export function Inspect({ action, file }: { readonly action: StatusAction; readonly file: StatusFile }) {
  const row = `${action.id}/${file.path}`;
  const [isWhole, setWhole] = useState(false);
  const wanted = useMemo(() => ({ action: action.id, path: file.path, isWhole }), [action.id, file.path, isWhole]);
  const inspected = useMemo(() => openInspected(wanted), [wanted]);
  useEffect(() => inspected.close, [inspected]);
  const { file: shown, changes, seen, problem, isLoading } = inspected.shown.value;
  const trouble = troubles.value.get(row);
  if (shown === undefined) return <p class="calm">{isLoading ? 'Working out the changes …' : problem}</p>;

  const isOfOne = shown.decidedBy === 'per-change' && action.status === 'pending';
  const canJudge = isOfOne && shown.chain === undefined && seen !== undefined;
  const isBusy = busy.value.has(row);
  const say = (verb: 'accept' | 'reject', ids: readonly string[]): void =>
    void judge(verb, row, { file: file.path, changes: ids, seen: seen ?? '' });
  const judging: Judging | undefined = canJudge ? { isBusy, say, row } : undefined;
  const left = shown.changeCount - changes.length;
  return (
    <>
      {shown.reason !== undefined && <p class="reason">{shown.reason}</p>}
      {shown.problem !== undefined && (
        <p class="reason warn">Since the agent’s edit this file would not open: {shown.problem}</p>
      )}
      {shown.editedSince === true && judging !== undefined && (
        <p class="reason warn">
          Somebody edited this file since. A change can be put back around those edits, unless they touch it.
        </p>
      )}
      {isOfOne && shown.chain !== undefined && (
        <p class="chain">
          {counted(shown.chain.length, 'edit')} of this file build on each other; single changes are decided on all of
          them together.
          <button type="button" onClick={() => setWhole(true)}>
            Show the changes of all {counted(shown.chain.length, 'edit')}
          </button>
        </p>
      )}
      {trouble !== undefined && <Trouble row={row} trouble={trouble} action={action} />}
      {judging !== undefined && shown.changeCount > 1 && (
        <Kinds changes={changes} isWhole={left === 0} judging={judging} />
      )}
      <ChangeList format={shown.format} changes={changes} {...(judging === undefined ? {} : { judging })} />
      {left > 0 && (
        <button type="button" class="more" disabled={isLoading} onClick={() => loadMore(wanted)}>
          Load more ({counted(left, 'change')} left)
        </button>
      )}
      {problem !== undefined && <p class="calm">{problem}</p>}
      <Proof {...shown.sha256} />
    </>
  );
}

interface KindsProps {
  readonly changes: Parameters<typeof ChangeList>[0]['changes'];
  readonly isWhole: boolean;
  readonly judging: Judging;
}

/** A verdict on all changes of a kind; where some are blocked, only those that are shown and free are put back. */
function Kinds({ changes, isWhole, judging: { isBusy, say } }: KindsProps) {
  const undecided = changes.filter(({ verdict }) => verdict === undefined);
  const kinds = [...new Set(undecided.map(({ kind }) => kind))].map((kind) => {
    const all = undecided.filter((change) => change.kind === kind);
    return { kind, all, free: all.filter(({ blocked }) => blocked === undefined) };
  });
  const several = kinds.filter(({ all }) => all.length > 1);
  if (several.length === 0) return null;
  return (
    <div class="kinds">
      {several.map(({ kind, all, free }) => {
        const words = isWhole ? `all ${all.length} of kind “${kind}”` : `all of kind “${kind}”`;
        const isFree = free.length === all.length;
        const reach = isFree ? [`kind:${kind}`] : free.map(({ id }) => id);
        return (
          <span key={kind} class="pair">
            <button type="button" class="quiet" disabled={isBusy} onClick={() => say('accept', [`kind:${kind}`])}>
              Accept {words}
            </button>
            {free.length > 1 && (
              <button type="button" class="quiet" disabled={isBusy} onClick={() => say('reject', reach)}>
                Reject {isFree ? words : `the ${free.length} not blocked of kind “${kind}”`}
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}
