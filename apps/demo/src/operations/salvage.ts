import { resolve } from 'node:path';
import { type Salvaged, salvage as salvageLedger } from '@verbatim/node';
import { type PlaceInput, placesOf } from './places-of.js';

export interface SalvageInput extends PlaceInput {
  /** Relative to the current folder. */
  readonly to?: string | undefined;
  readonly onCopy?: (done: number, bytes: number) => void;
}

/** Rebuilds an index that is damaged or gone; with `to`, copies every intact copy out and changes nothing. */
export function salvage({ to, onCopy, ...places }: SalvageInput): Promise<Salvaged> {
  return salvageLedger({
    ...placesOf(places),
    ...(to === undefined ? {} : { to: resolve(places.folder, to) }),
    ...(onCopy === undefined ? {} : { onCopy }),
  });
}
