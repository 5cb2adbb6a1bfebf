import type { DiffedFile, DiffShown } from '@verbatim/drafts';
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client.ts';
import { counted } from './words.ts';

interface DiffProps {
  readonly app: string;
  readonly from: number;
  readonly to: number;
}

/** What a span of revisions changed, file by file. */
export function DraftDiff({ app, from, to }: DiffProps) {
  const [shown, setShown] = useState<DiffShown>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const answer = await ask('draft-diff', { app, from, to });
      if (!isCurrent) return;
      if ('error' in answer) setProblem(answer.error.message);
      else if (answer.outcome === 'refused') setProblem(answer.message);
      else if (answer.outcome === 'diff') setShown(answer);
    };
    load().catch(() => setProblem('The server did not answer.'));
    return () => {
      isCurrent = false;
    };
  }, [app, from, to]);
  if (shown === undefined) return <p class="calm">{problem ?? 'Comparing …'}</p>;
  if (shown.files.length === 0) return <p class="calm">No file differs.</p>;
  const rest = shown.fileCount - shown.files.length;
  return (
    <>
      {shown.files.map((file) => (
        <FileDiff key={file.path} file={file} />
      ))}
      {rest > 0 && <p class="calm">And {counted(rest, 'more file')}; verbatim draft diff shows all.</p>}
    </>
  );
}

function FileDiff({ file }: { readonly file: DiffedFile }) {
  const { path, kind, from, added, removed, text, isBinary, truncated } = file;
  return (
    <div class="change">
      <div class="change-head">
        <h4>
          {from === undefined ? path : `${from} → ${path}`} · {kind}
        </h4>
        <span class="meta">
          +{added} −{removed}
        </span>
      </div>
      <pre class="unified" tabIndex={0} aria-label={`Differences of ${path}`}>
        {isBinary
          ? 'This file is not text.'
          : text
              .trimEnd()
              .split('\n')
              .map((line, index) => <Line key={index} line={line} />)}
        {truncated && '…'}
      </pre>
    </div>
  );
}

function Line({ line }: { readonly line: string }) {
  if (line.startsWith('---') || line.startsWith('+++')) return null;
  const side = line.startsWith('+')
    ? 'after'
    : line.startsWith('-')
      ? 'before'
      : line.startsWith('@@')
        ? 'hunk'
        : 'same';
  return (
    <span class={side}>
      {line}
      {'\n'}
    </span>
  );
}
