/** The same thing of both versions of a file. */
export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

export type SideName = keyof Sides<unknown>;

export function bothSides<T>(of: (side: SideName) => T): Sides<T> {
  return { before: of('before'), after: of('after') };
}
