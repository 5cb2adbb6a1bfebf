/** A file's copies, newest first, through its renames. */
import { sameBytes } from '@verbatim/core';
import type { LedgerView, Snapshot } from '@verbatim/ledger';

/** Renames that are followed for one file. */
const renamesMax = 100;

/** Newest first, below sequence `below` where it is given. Where the file came by a rename, the old name's copies follow. */
export function* copiesThroughRenames(view: LedgerView, path: string, below?: number): Iterable<Snapshot> {
  let place: Place | undefined = { path, below: below ?? Number.POSITIVE_INFINITY };
  for (let renames = 0; place !== undefined && renames <= renamesMax; renames++) {
    let source: Place | undefined;
    for (const copy of view.copiesOf(place.path, { below: place.below })) {
      yield copy;
      source = sourceOf(view, copy) ?? source;
    }
    place = source;
  }
}

interface Place {
  readonly path: string;
  /** Copies from this sequence on are another file's. */
  readonly below: number;
}

/** Where the file was before, if this copy is the absence that a rename ended. */
function sourceOf(view: LedgerView, copy: Snapshot): Place | undefined {
  if (copy.action === null || copy.state.kind !== 'absent') return undefined;
  const pairs = view.pairs(copy.action);
  const arrival = pairs.find((pair) => pair.path === copy.path && pair.kind === 'moved' && pair.before === copy.id);
  const arrived = view.after(arrival);
  if (arrival === undefined || arrived === undefined) return undefined;
  const departure = pairs.find((pair) => {
    const left = view.before(pair);
    return (
      pair.kind === 'moved' && pair.path !== copy.path && left !== undefined && sameBytes(left.state, arrived.state)
    );
  });
  return departure === undefined ? undefined : { path: departure.path, below: departure.seq };
}
