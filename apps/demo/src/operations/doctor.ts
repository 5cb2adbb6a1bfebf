import { type Examined, doctor as examine } from '@verbatim/node';
import { type PlaceInput, placesOf } from './places-of.js';

/** Tells whether everything that Verbatim needs is there, and where the data lies. Writes nothing. */
export async function doctor(input: PlaceInput): Promise<Examined> {
  return examine(placesOf(input));
}
