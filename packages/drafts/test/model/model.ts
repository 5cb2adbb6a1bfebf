/** Drafts as plainly as they can be said: every set of files ever written, kept for good, and rules worked out from scratch. */

export type Files = Readonly<Record<string, string>>;

export interface ModelTurn {
  readonly id: string;
  readonly from: number;
  to: number;
  revisions: number;
}

export interface Written {
  readonly files: Files;
  readonly turn: string | null;
  readonly undoOf: number | null;
  /** The order in which its newest check came, and what it said. */
  check?: { readonly ok: boolean; readonly order: number };
  wasPublished: boolean;
}

/** What a write is expected to answer. */
export type Expected =
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'saved' | 'unchanged'; readonly revision: number };

export class AppModel {
  /** All revisions ever, by number; r0 is the empty draft. */
  readonly written: Written[] = [{ files: {}, turn: null, undoOf: null, wasPublished: false }];
  retained: number[] = [];
  turns: ModelTurn[] = [];
  published: number | null = null;
  /** Calls by their keys: how to make them again, and what they answered. */
  readonly keyed: { readonly again: () => Promise<unknown>; readonly answer: object }[] = [];
  unchanged = 0;
  retries = 0;
  checks = 0;
  publishes = 0;

  get head(): number {
    return this.written.length - 1;
  }

  get files(): Files {
    return this.written[this.head]!.files;
  }

  get open(): ModelTurn | undefined {
    return this.turns.at(-1);
  }

  get previous(): ModelTurn | undefined {
    return this.turns.at(-2);
  }

  isRetained(number: number): boolean {
    return number === 0 || this.retained.includes(number);
  }

  /** `files` undefined is a call that is to be refused. */
  write(
    files: Files | undefined,
    turn: string | undefined,
    revisionsMax: number,
    undoOf: number | null = null,
  ): Expected {
    if (files === undefined || this.isClosed(turn) || !canBe(files)) return { outcome: 'refused' };
    if (turn !== undefined) this.joinTurn(turn);
    if (sameFiles(files, this.files)) {
      this.unchanged++;
      return { outcome: 'unchanged', revision: this.head };
    }
    this.written.push({ files, turn: turn ?? null, undoOf, wasPublished: false });
    if (turn !== undefined && this.open !== undefined) {
      this.open.to = this.head;
      this.open.revisions++;
    }
    this.retained = [...this.retained, this.head].filter(
      (one) => one > this.head - revisionsMax || this.pins().has(one),
    );
    return { outcome: 'saved', revision: this.head };
  }

  isClosed(turn: string | undefined): boolean {
    return this.turns.slice(0, -1).some(({ id }) => id === turn);
  }

  joinTurn(id: string): void {
    if (this.open?.id !== id) this.turns.push({ id, from: this.head, to: this.head, revisions: 0 });
  }

  passed(): { last: number | null; newest: number | null } {
    const passed = this.retained.filter((number) => this.written[number]?.check?.ok === true);
    const order = (number: number): number => this.written[number]?.check?.order ?? 0;
    return { last: passed.toSorted((a, b) => order(a) - order(b)).at(-1) ?? null, newest: passed.at(-1) ?? null };
  }

  pins(): ReadonlySet<number> {
    const spans = [this.open, this.previous].flatMap((turn) => (turn === undefined ? [] : [turn.from, turn.to]));
    const { last, newest } = this.passed();
    return new Set([...spans, ...[this.published, last, newest].filter((one) => one !== null)]);
  }

  /** Where the app is all the same, whoever looks. */
  copy(): AppModel {
    const copy = Object.assign(new AppModel(), this) as AppModel;
    return Object.assign(copy, {
      written: this.written.map((one) => ({ ...one })),
      turns: this.turns.map((turn) => ({ ...turn })),
      keyed: [...this.keyed],
    });
  }
}

export function sameFiles(a: Files, b: Files): boolean {
  const [mine, theirs] = [Object.keys(a), Object.keys(b)];
  return mine.length === theirs.length && mine.every((path) => Object.hasOwn(b, path) && a[path] === b[path]);
}

/** No two paths that differ by case alone, and none that is both a file and a folder. */
function canBe(files: Files): boolean {
  const paths = Object.keys(files).map((path) => path.toLowerCase());
  return (
    new Set(paths).size === paths.length && !paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)))
  );
}
