import type { ShownBlock } from '@verbatim/review';
import { BeforeAfter } from './before-after.tsx';
import './blocked.css';

const titles = { before: 'Was', after: 'Is now' };

/** Why a change cannot be put back by itself, with the lines of the person that are in its way. */
export function Blocked({ id, blocked }: { readonly id: string; readonly blocked: ShownBlock }) {
  return (
    <div class="blocked" id={id}>
      <p>
        <strong>Blocked.</strong> {blocked.reason}
      </p>
      {blocked.edits.map((part, index) => (
        <BeforeAfter key={index} part={part} titles={titles} />
      ))}
    </div>
  );
}
