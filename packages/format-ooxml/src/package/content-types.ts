import { broken, type OfficeProblem, problem } from '../problem.js';
import { attributeOf, readSmallXml } from '../xml/small-xml.js';
import { nameKey, percentDecoded } from '../zip/entry-name.js';

/** Which content type each part has (ECMA-376 part 2, 7.2.3). */
export class ContentTypes {
  readonly #defaults = new Map<string, string>();
  readonly #overrides = new Map<string, string>();
  /** Overrides again, by their names with percent escapes decoded: writers escape in one place and not in the other. */
  readonly #decoded = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly problems: readonly OfficeProblem[];

  /** Throws `content-types` and what the XML gate throws. */
  constructor(bytes: Uint8Array, part: string) {
    const root = readSmallXml(bytes, part);
    if (root.local !== 'Types' || root.namespace !== 'content-types') {
      broken('content-types', 'The list of content types is none: its root element is another one.', part);
    }
    const problems: OfficeProblem[] = [];
    for (const child of root.children) {
      const type = withoutParameters(attributeOf(child, 'ContentType') ?? '');
      if (child.local === 'Default') {
        const extension = nameKey(attributeOf(child, 'Extension') ?? '');
        if (this.#defaults.has(extension)) {
          problems.push(
            problem('warn', 'content-type-duplicate', `Two content types are given for .${extension}.`, part),
          );
        } else {
          this.#defaults.set(extension, type);
        }
      } else if (child.local === 'Override') {
        const name = (attributeOf(child, 'PartName') ?? '').replace(/^[/\\]+/, '').replaceAll('\\', '/');
        const key = nameKey(name);
        if (this.#overrides.has(key)) {
          problems.push(problem('refuse', 'content-type-duplicate', `Two content types are given for ${name}.`, part));
        }
        this.#overrides.set(key, type);
        this.#decoded.set(percentDecoded(key), type);
        this.#names.set(key, name);
      }
    }
    this.problems = problems;
  }

  /** The content type of a part by its key, or undefined where none is given (part 2, 7.2.3.4). */
  of(key: string): string | undefined {
    const extension = /\.([^./]*)$/.exec(key)?.[1];
    const override = this.#overrides.get(key) ?? this.#decoded.get(percentDecoded(key));
    return override ?? (extension === undefined ? undefined : this.#defaults.get(extension));
  }

  /** Key and name of every part that has a type of its own. */
  get overrides(): Iterable<readonly [string, string]> {
    return this.#names;
  }
}

function withoutParameters(type: string): string {
  return type.replace(/;.*$/s, '').trim();
}
