/** Reads the fields of one edit in a list of edits; what is not as it should be is told in words. */

export type Fields = Readonly<Record<string, unknown>>;

/** Refuses; `what` goes on from the place in the list: `needs a text "path"`. */
export type Invalid = (what: string) => never;

export interface FieldReader {
  text(name: string): string;
  /** False where it is not said. */
  yesOrNo(name: string): boolean;
  /** A whole number. */
  count(name: string, least: number): number;
  number(name: string): number;
  choice<C extends string>(name: string, choices: readonly C[]): C;
  /** The bytes of `text` in UTF-8 or of `base64`, of which exactly one is there. */
  content(): Uint8Array;
}

export function readFields(fields: Fields, invalid: Invalid): FieldReader {
  const text = (name: string): string => {
    const found = fields[name];
    if (typeof found !== 'string') return invalid(`needs a text "${name}"`);
    if (/\p{Surrogate}/u.test(found)) return invalid(`has half of a surrogate pair in "${name}"`);
    return found;
  };
  return {
    text,
    yesOrNo(name) {
      const found = fields[name] ?? false;
      return typeof found === 'boolean' ? found : invalid(`has an "${name}" that is neither true nor false`);
    },
    count(name, least) {
      const found = fields[name];
      if (typeof found === 'number' && Number.isSafeInteger(found) && found >= least) return found;
      return invalid(`needs a whole number "${name}" from ${least}`);
    },
    number(name) {
      const found = fields[name];
      return typeof found === 'number' && Number.isFinite(found) ? found : invalid(`has a "${name}" that is too large`);
    },
    choice(name, choices) {
      const choice = choices.find((one) => one === fields[name]);
      return choice ?? invalid(`needs a "${name}" of ${choices.join(', ')}`);
    },
    content() {
      const { text: plain, base64 } = fields;
      if ((plain === undefined) === (base64 === undefined)) return invalid('needs either "text" or "base64"');
      if (plain !== undefined) return new TextEncoder().encode(text('text'));
      const encoded = text('base64');
      const bytes = Buffer.from(encoded, 'base64');
      // Node skips what it does not know; a file with bytes missing must not come of it.
      return bytes.toString('base64') === encoded ? bytes : invalid('has a "base64" that is not in its exact form');
    },
  };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
