/** A place with text of its own: a paragraph, a shape, a table cell of a slide. */
export interface Block {
  /** For people: `paragraph 12`, `Title 1`. */
  readonly place: string;
  /** What says that it is the same place in the other version, where places have names of their own. */
  readonly key?: string;
  readonly text: string;
  /** How it looks, for people: style and formatting; '' where it is plain. */
  readonly look: string;
  /** Its markup as it stands in the part. */
  readonly markup: string;
}

/** The text of one part, as a list of blocks, and the markup around them. */
export interface Story {
  readonly blocks: readonly Block[];
  readonly rest: string;
}

/** Both sides of a part that one version may not have; then what the other says is told, and nothing else of it. */
export function sidesOf(
  before: Story | undefined,
  after: Story | undefined,
): { readonly before: Story; readonly after: Story } {
  if (before !== undefined && after !== undefined) return { before, after };
  const { blocks, rest } = (before ?? after)!;
  const spoken = { blocks: blocks.filter(({ text }) => text.trim() !== ''), rest };
  const nothing = { blocks: [], rest };
  return before === undefined ? { before: nothing, after: spoken } : { before: spoken, after: nothing };
}

/** Cuts a part's text into blocks and the rest, by the ranges of the blocks. */
export class StoryBuilder {
  readonly #text: string;
  readonly #blocks: Block[] = [];
  readonly #rest: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get count(): number {
    return this.#blocks.length;
  }

  /** Blocks come in order and do not overlap. */
  add(block: Omit<Block, 'markup'>, start: number, end: number): void {
    this.#rest.push(this.#text.slice(this.#at, start));
    this.#at = end;
    this.#blocks.push({ ...block, markup: this.#text.slice(start, end) });
  }

  build(): Story {
    return { blocks: this.#blocks, rest: this.#rest.join('') + this.#text.slice(this.#at) };
  }
}
