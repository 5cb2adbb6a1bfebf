/** Reads the fields of a request; what is not as it should be is told in words (400), and nothing is done. */
import { type Fields, isFields } from '../operations/edit-fields.js';
import { textCharsMax, textsMax } from './limits.js';

/** A request that cannot be meant. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

export interface Body {
  text(name: string): string;
  optionalText(name: string): string | undefined;
  texts(name: string): readonly string[];
  /** False where it is not said. */
  flag(name: string): boolean;
  /** A whole number. */
  count(name: string, least: number): number;
  optionalCount(name: string, least: number): number | undefined;
  choice<C extends string>(name: string, choices: readonly C[]): C;
  /** Refuses fields that were not asked for: what nobody reads would be taken for heeded. */
  nothingElse(): void;
  /** An object in it, read the same way. */
  inner(name: string): Body;
}

export function readBody(value: unknown): Body {
  if (!isFields(value)) throw new NotUnderstood('The request needs to be one JSON object.');
  return bodyOf(value);
}

function bodyOf(fields: Fields): Body {
  const asked = new Set<string>();
  const inners: Body[] = [];
  const field = (name: string): unknown => {
    asked.add(name);
    return fields[name];
  };
  const optionalText = (name: string): string | undefined => {
    const found = field(name);
    if (found === undefined) return undefined;
    return isText(found) ? found : no(`"${name}" needs to be a text of at most ${textCharsMax} characters.`);
  };
  const optionalCount = (name: string, least: number): number | undefined => {
    const found = field(name);
    if (found === undefined) return undefined;
    const isCount = typeof found === 'number' && Number.isSafeInteger(found) && found >= least;
    return isCount ? found : no(`"${name}" needs to be a whole number from ${least}.`);
  };
  return {
    optionalText,
    text: (name) => optionalText(name) ?? no(`"${name}" is missing.`),
    texts(name) {
      const found = field(name);
      const isList = Array.isArray(found) && found.length > 0 && found.length <= textsMax && found.every(isText);
      return isList ? found : no(`"${name}" needs to be a list of 1 to ${textsMax} texts.`);
    },
    flag(name) {
      const found = field(name) ?? false;
      return typeof found === 'boolean' ? found : no(`"${name}" needs to be true or false.`);
    },
    count: (name, least) => optionalCount(name, least) ?? no(`"${name}" is missing.`),
    optionalCount,
    choice(name, choices) {
      const found = field(name);
      return choices.find((one) => one === found) ?? no(`"${name}" needs to be one of ${choices.join(', ')}.`);
    },
    nothingElse() {
      const other = Object.keys(fields).find((name) => !asked.has(name));
      if (other !== undefined) no(`The request can have ${[...asked].join(', ')}, and nothing else.`);
      for (const inner of inners) inner.nothingElse();
    },
    inner(name) {
      const found = field(name);
      const inner = isFields(found) ? bodyOf(found) : no(`"${name}" needs to be an object.`);
      inners.push(inner);
      return inner;
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= textCharsMax && !/\p{Surrogate}/u.test(value);
}

function no(message: string): never {
  throw new NotUnderstood(message);
}
