import type { DiffedFile } from '@verbatim/drafts';
import { useShown } from './use-shown.ts';
import { counted } from './words.ts';

interface DiffProps {
  readonly app: string;
  readonly from: number;
  readonly to: number;
}

/** What a span of revisions changed, file by file. */
export function DraftDiff({ app, from, to }: DiffProps) {
  const { shown, problem } = useShown('draft-diff', { app, from, to });
  if (shown?.outcome !== 'diff') return <p class="calm">{problem ?? 'Comparing …'}</p>;
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
