import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Run } from '../../src/web/runs/run.ts';
import { stopRun } from './draft-act.ts';
import { runWords } from './drafts-state.ts';
import { when } from './words.ts';

/** The newest run of an app: how it goes, what it printed last, and how it came out. */
export function DraftRun({ run }: { readonly run: Run }) {
  const { state, startedAt, output, isCut } = run;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Whoever pressed Stop finds the outcome where the button was.
    if (state !== 'running' && document.activeElement === document.body) panel.current?.focus();
  }, [state]);
  const reason = reasonOf(run);
  return (
    <div class="run" data-state={state} ref={panel} tabIndex={-1}>
      <div class="run-head">
        <div class="what">
          <p role="status">
            <strong>{runWords(run)}</strong>
          </p>
          <span class="meta">
            <time dateTime={startedAt}>begun {when(startedAt)}</time>
          </span>
        </div>
        {state === 'running' && (
          <button type="button" onClick={() => void stopRun(run)}>
            Stop
          </button>
        )}
      </div>
      {reason !== undefined && <p>{reason}</p>}
      {output !== '' && <Output text={output} isCut={isCut} />}
    </div>
  );
}

function reasonOf({ state, step, message, code }: Run): string | undefined {
  if (state === 'stopped' && step === 'check') return 'A check that is stopped is not recorded.';
  if (state === 'stopped' && step === 'publish')
    return 'It may be live all the same: look, then confirm it or publish again.';
  if (message === undefined || message === '') return undefined;
  return state === 'failed' && step === 'publish' && code === undefined
    ? `${message} What was live stays live.`
    : message;
}

/** Stays at its last line as it grows, unless somebody has scrolled up to read. */
function Output({ text, isCut }: { readonly text: string; readonly isCut: boolean }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <pre
      class="output"
      ref={box}
      tabIndex={0}
      aria-label="What it printed last"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 8;
      }}
    >
      {isCut && <span class="empty">Earlier lines are not shown.{'\n'}</span>}
      {text}
    </pre>
  );
}
