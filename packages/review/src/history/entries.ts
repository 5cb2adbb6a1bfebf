/** A file's copies, newest first, through its renames. */
import { type ActionId, labels, sameBytes } from '@verbatim/core';
import type { LedgerView, Pair, Snapshot } from '@verbatim/ledger';
import { locateWhere, type Room } from '../room.js';

/** Renames that are followed for one file. */
const renamesMax = 100;

/**
 * The path whose history is meant: the one that was written where it has copies of its own, whatever lies there now. A link
 * that came into its place has another file's history.
 */
export function locateKept(room: Room, view: LedgerView, given: string): string {
  return locateWhere(room, given, (path) => view.countCopies(path, 1) > 0);
}

/**
 * Newest first, below sequence `below` where it is given. Where the file came by a rename, the old name's copies from before
 * it belong to it; a name that was left and taken again is told once.
 */
export function copiesThroughRenames(
  view: LedgerView,
  path: string,
  below: number = Number.POSITIVE_INFINITY,
): Snapshot[] {
  const found = new Map(placesOf(view, path).flatMap(({ copies }) => copies.map((copy) => [copy.id, copy])));
  return [...found.values()].filter(({ seq }) => seq < below).sort((a, b) => b.seq - a.seq);
}

/** The same, with both halves of the renames themselves: all that there is of the file under any of its names. */
export function copiesUnderAllNames(view: LedgerView, path: string): Snapshot[] {
  const found = new Map<string, Snapshot>();
  for (const { place, copies } of placesOf(view, path)) {
    const left = view.copiesOf(place.path).filter(({ action }) => action !== null && action === place.leftBy);
    for (const copy of [...left, ...copies]) found.set(copy.id, copy);
  }
  return [...found.values()].sort((a, b) => b.seq - a.seq);
}

/** A name that the file had. */
interface Place {
  readonly path: string;
  /** Copies from this sequence on are another file's. */
  readonly below: number;
  /** The action that took the file to another name. */
  readonly leftBy: ActionId | null;
}

function placesOf(view: LedgerView, path: string): { place: Place; copies: Snapshot[] }[] {
  const found: { place: Place; copies: Snapshot[] }[] = [];
  const seen = new Map<string, number>();
  const places: Place[] = [{ path, below: Number.POSITIVE_INFINITY, leftBy: null }];
  for (let place = places.shift(); place !== undefined; place = places.shift()) {
    if (seen.size > renamesMax || place.below <= (seen.get(place.path) ?? 0)) continue;
    seen.set(place.path, place.below);
    const copies = view.copiesOf(place.path, { below: place.below });
    found.push({ place, copies });
    places.push(...copies.flatMap((copy) => sourceOf(view, copy) ?? []));
  }
  return found;
}

/** Where the file was before, if this copy is the absence that a rename ended. A rename that was taken back led nowhere. */
function sourceOf(view: LedgerView, copy: Snapshot): Place | undefined {
  if (copy.action === null || copy.state.kind !== 'absent') return undefined;
  if (isDiscarded(view, copy.action)) return undefined;
  const pairs = view.pairs(copy.action);
  const arrival = pairs.find((pair) => pair.path === copy.path && pair.kind === 'moved' && pair.before === copy.id);
  if (arrival === undefined) return undefined;
  const departure = departureOf(view, arrival, pairs);
  if (departure === undefined || isRestored(view, departure, arrival)) return undefined;
  return { path: departure.path, below: departure.seq, leftBy: departure.action };
}

/** A rename is decided as a whole: a Discard took it back also where changes of other files had been accepted. */
function isDiscarded(view: LedgerView, id: ActionId): boolean {
  const { status, decision } = view.mustAction(id);
  if (status !== 'mixed') return status === 'discarded';
  return decision !== null && view.decision(decision)?.verdict === 'discard';
}

/** True where the last Restore at both names took the file back to the one that it had left. */
function isRestored(view: LedgerView, departure: Pair, arrival: Pair): boolean {
  const restored = (path: string): Snapshot | undefined =>
    view.copiesOf(path).find(({ label, seq }) => label === labels.restored && seq > arrival.seq);
  return restored(departure.path)?.state.kind === 'present' && restored(arrival.path)?.state.kind === 'absent';
}

/** The file that left with these bytes, or, where they were edited on the way, the only one that left. */
function departureOf(view: LedgerView, arrival: Pair, pairs: readonly Pair[]): Pair | undefined {
  const arrived = view.after(arrival);
  const departures = pairs.filter(
    (pair) => pair.kind === 'moved' && pair.path !== arrival.path && view.before(pair)?.state.kind === 'present',
  );
  const same = departures.find((pair) => {
    const left = view.before(pair);
    return left !== undefined && arrived !== undefined && sameBytes(left.state, arrived.state);
  });
  return same ?? (departures.length === 1 ? departures[0] : undefined);
}
