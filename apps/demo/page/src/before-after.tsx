import type { ShownPart } from '@verbatim/review';
import { useState } from 'preact/hooks';
import { Marked } from './marked.tsx';
import { counted } from './words.ts';

/** Longer texts are folded, so that one large change does not hide the others. */
const foldedCharsMax = 3_000;
const foldedLinesMax = 40;

interface BeforeAfterProps {
  readonly part: ShownPart;
  readonly titles?: { readonly before: string; readonly after: string };
}

export function BeforeAfter({ part, titles = { before: 'Before', after: 'After' } }: BeforeAfterProps) {
  const [isWhole, setWhole] = useState(false);
  const { before, after } = part;
  const isLong = [before, after].some(isLongText);
  const isFolded = isLong && !isWhole;
  return (
    <>
      <div class="sides" data-sides={before === '' || after === '' ? 'one' : 'two'}>
        {before !== '' && (
          <Side
            part={part}
            side="before"
            isFolded={isFolded}
            title={after === '' ? `${titles.before} (removed)` : titles.before}
          />
        )}
        {after !== '' && (
          <Side
            part={part}
            side="after"
            isFolded={isFolded}
            title={before === '' ? `${titles.after} (added)` : titles.after}
          />
        )}
        {before === '' && after === '' && (
          <p class="empty">Nothing that can be shown: the text on both sides is empty.</p>
        )}
      </div>
      {isFolded && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Load all of it ({counted(Math.max(linesIn(before), linesIn(after)), 'line')})
        </button>
      )}
    </>
  );
}

interface SideProps {
  readonly part: ShownPart;
  readonly side: 'before' | 'after';
  readonly isFolded: boolean;
  readonly title: string;
}

function Side({ part, side, isFolded, title }: SideProps) {
  return (
    <div class={`side ${side}`}>
      <span class="side-title">{title}</span>
      <pre>{isFolded ? `${folded(part[side])}` : <Marked part={part} side={side} />}</pre>
    </div>
  );
}

function isLongText(text: string): boolean {
  return text.length > foldedCharsMax || linesIn(text) > foldedLinesMax;
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

function folded(text: string): string {
  const start = text.split('\n', foldedLinesMax).join('\n').slice(0, foldedCharsMax);
  return start.length < text.length ? `${start}\n…` : text;
}
