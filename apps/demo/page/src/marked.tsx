import type { ShownPart } from '@verbatim/review';

/** A text with the words marked that the other side does not have. */
export function Marked({ part, side }: { readonly part: ShownPart; readonly side: 'before' | 'after' }) {
  const words = part.words?.[side];
  if (words === undefined) return <>{part[side]}</>;
  return (
    <>
      {words.map(({ text, changed }, index) => {
        if (!changed) return text;
        return side === 'before' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>;
      })}
    </>
  );
}
