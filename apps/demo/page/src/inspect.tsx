import type { StatusAction, StatusFile } from '@verbatim/review';
import { useEffect, useMemo } from 'preact/hooks';
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
  const inspected = useMemo(() => openInspected(action.id, file.path), [action.id, file.path]);
  useEffect(() => inspected.close, [inspected]);
  const { file: shown, changes, seen, problem, isLoading } = inspected.shown.value;
  const trouble = troubles.value.get(row);
  if (shown === undefined) return <p class="calm">{isLoading ? 'Working out the changes …' : problem}</p>;

  const canJudge = shown.decidedBy === 'per-change' && action.status === 'pending' && seen !== undefined;
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
      {trouble !== undefined && <Trouble row={row} trouble={trouble} action={action} />}
      {judging !== undefined && shown.changeCount > 1 && (
        <Kinds changes={changes} isWhole={left === 0} judging={judging} />
      )}
      <ChangeList format={shown.format} changes={changes} {...(judging === undefined ? {} : { judging })} />
      {left > 0 && (
        <button type="button" class="more" disabled={isLoading} onClick={() => loadMore(action.id, file.path)}>
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

/** A verdict on all changes of a kind. */
function Kinds({ changes, isWhole, judging: { isBusy, say } }: KindsProps) {
  const counts = new Map<string, number>();
  for (const { kind, verdict } of changes) if (verdict === undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const several = [...counts].filter(([, count]) => count > 1);
  if (several.length === 0) return null;
  return (
    <div class="kinds">
      {several.map(([kind, count]) => {
        const all = isWhole ? `all ${count} of kind “${kind}”` : `all of kind “${kind}”`;
        return (
          <span key={kind} class="pair">
            <button type="button" class="quiet" disabled={isBusy} onClick={() => say('accept', [`kind:${kind}`])}>
              Accept {all}
            </button>
            <button type="button" class="quiet" disabled={isBusy} onClick={() => say('reject', [`kind:${kind}`])}>
              Reject {all}
            </button>
          </span>
        );
      })}
    </div>
  );
}
