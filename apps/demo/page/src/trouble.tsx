import type { StatusAction } from '@verbatim/review';
import { decideAction, save } from './act.ts';
import { ask } from './client.ts';
import { openHistory, toggleOpen } from './place.ts';
import { setTrouble, type Trouble as Told } from './state.ts';

interface TroubleProps {
  readonly row: string;
  readonly trouble: Told;
  readonly action?: StatusAction;
}

/** A refusal or a fault, where it was asked for, in its fixed words, with the ways on as buttons. */
export function Trouble({ row, trouble, action }: TroubleProps) {
  const { code, message, files, isRefusal } = trouble;
  return (
    <div class="trouble" role="alert" data-code={code}>
      <p>
        <strong>{isRefusal ? 'Refused.' : 'Failed.'}</strong> {message}
      </p>
      {files.length > 1 && (
        <ul>
          {files.map((path) => (
            <li key={path}>{path}</li>
          ))}
        </ul>
      )}
      <div class="ways">
        <WaysOn row={row} trouble={trouble} {...(action === undefined ? {} : { action })} />
        <button type="button" class="quiet" onClick={() => setTrouble(row, undefined)}>
          Close
        </button>
      </div>
    </div>
  );
}

function WaysOn({ row, trouble, action }: TroubleProps) {
  const { code, files, attempt, next } = trouble;
  const [file] = files;
  const history = file === undefined ? null : <Way onClick={() => openHistory(file)}>Open History</Way>;
  switch (code) {
    case 'FILE_CHANGED':
      return (
        <>
          {attempt?.verb === 'reject' && (
            <Way onClick={() => attempt.again({ aroundEdits: true })}>Reject around my edits</Way>
          )}
          {file !== undefined && (
            <Way onClick={() => void save(file, 'My version', row)}>Save my version as a restore point</Way>
          )}
          {action !== undefined && file !== undefined && (
            <Way onClick={() => void compare(action.id, file)}>Compare</Way>
          )}
          {attempt?.verb === 'discard' && action !== undefined && file !== undefined && isJudged(action, file) && (
            <Way onClick={() => lookAtChanges(row, action.id, file)}>Reject single changes around my edits</Way>
          )}
          {history}
          {attempt?.verb === 'discard' && action !== undefined && (
            <Way onClick={() => void decideAction('keep', action)}>Keep the file as it is</Way>
          )}
        </>
      );
    case 'FILE_REPLACED':
      return (
        <>
          {attempt !== undefined && (
            <Way onClick={() => attempt.again({ acceptReplaced: true })}>Accept the replacement and go on</Way>
          )}
          {history}
        </>
      );
    case 'SCOPE_WIDER': {
      const targets = next?.match(/action:a[0-9a-z]{10}/g) ?? [];
      if (attempt === undefined || targets.length === 0) return null;
      const verb = attempt.verb === 'keep' ? 'Keep' : 'Discard';
      return <Way onClick={() => attempt.again({ targets })}>{`${verb} all ${targets.length} edits together`}</Way>;
    }
    case 'ALREADY_BEFORE':
      return action === undefined ? null : (
        <Way onClick={() => void decideAction('keep', action)}>Close the review</Way>
      );
    case 'COPY_CORRUPT':
    case 'FILE_COUNT_MISMATCH':
    case 'PAIR_INCOMPLETE':
      return (
        <>
          <Way onClick={() => openHistory('.')}>Check every copy</Way>
          {attempt?.verb === 'discard' && action !== undefined && (
            <Way onClick={() => void decideAction('keep', action)}>Keep the file as it is</Way>
          )}
          {history}
        </>
      );
    case 'SEEN_MOVED':
    case 'OFFLINE':
    case 'BUSY':
    case 'FILE_BUSY':
      return attempt === undefined ? null : <Way onClick={() => attempt.again({})}>Try again</Way>;
    default:
      return (
        <>
          {next !== undefined && <span class="next">{next}</span>}
          {history}
        </>
      );
  }
}

function Way({ children, onClick }: { readonly children: string; readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  );
}

function isJudged({ files }: StatusAction, path: string): boolean {
  return files.some((file) => file.path === path && file.decidedBy === 'per-change');
}

function lookAtChanges(row: string, action: string, path: string): void {
  setTrouble(row, undefined);
  toggleOpen(`${action}/${path}`, true);
}

/** The file as it is now beside what the agent left: the preview of its copy. */
async function compare(action: string, path: string): Promise<void> {
  const answer = await ask('history', { target: `action:${action}` });
  const copies = 'copies' in answer ? answer.copies : [];
  openHistory(path, copies.find((copy) => copy.path === path && copy.label === 'Agent edit')?.id);
}
