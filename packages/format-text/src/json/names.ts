import { displayLine, displayPiece } from '../display-text.js';
import { limits } from '../limits.js';
import { eachLineEnd } from '../line-ends.js';
import { keysOf } from './keys.js';
import type { KnownNames, Level } from './level.js';
import type { SideName, Sides } from './sides.js';
import { textOf } from './spelling.js';
import { type JsonTree, keyBytes } from './tree.js';

/** Says where things are: as JSON Pointer (RFC 6901), behind the line of the document where a file has several. */
export class Names {
  readonly #trees: Sides<JsonTree>;
  readonly #hasLines: boolean;
  readonly #lines: Partial<Record<SideName, Int32Array>> = {};

  constructor(trees: Sides<JsonTree>, hasLines: boolean) {
    this.#trees = trees;
    this.#hasLines = hasLines;
  }

  /** `/a~1b/0`, `/a (2nd)`, `line 3 /a`, `line 3`, `whole document`. Of a long path only the end. */
  of(level: Level, side: SideName, index: number): string {
    const isDocument = level.kind === 'documents';
    const path = isDocument ? '' : shortened(`${this.#pathOf(level, side)}/${this.#step(level, side, index)}`);
    if (!this.#hasLines) return path === '' ? 'whole document' : path;
    const line = `line ${this.#lineOf(side, isDocument ? index : level.documents[side])}`;
    return path === '' ? line : `${line} ${path}`;
  }

  /** Several children of one list: the first and the last where they follow each other, else the first ones and a count. */
  ofAll(level: Level, side: SideName, indexes: readonly number[]): string {
    const [first, last] = [indexes[0]!, indexes.at(-1)!];
    const isRow = level.kind !== 'object' && indexes.length > 2 && last - first === indexes.length - 1;
    if (isRow) return `${this.of(level, side, first)} to ${this.of(level, side, last)}`;
    return listed(
      indexes.slice(0, limits.jsonNamesMax).map((index) => this.of(level, side, index)),
      indexes.length,
    );
  }

  /** The end of the path of a list, at least as long as a label can show. */
  #pathOf(level: Level, side: SideName): string {
    const known = knownOf(level, side);
    if (known.path !== undefined) return known.path;
    let path = '';
    let index = level.indexes[side];
    for (let at = level.parent; at !== undefined && at.kind !== 'documents'; at = at.parent) {
      if (path.length > limits.jsonPointerCharsMax) break;
      path = `/${this.#step(at, side, index)}${path}`;
      index = at.indexes[side];
      const around = knownOf(at, side).path;
      if (around === undefined) continue;
      path = around + path;
      break;
    }
    known.path = path.slice(-2 * limits.jsonPointerCharsMax);
    return known.path;
  }

  #step(level: Level, side: SideName, index: number): string {
    if (level.kind !== 'object') return `${index}`;
    const member = level.pairing.children[side][index]!;
    const step = stepOf(keyBytes(this.#trees[side], member));
    const ordinal = this.#ordinalOf(level, side, index);
    return ordinal === 1 ? step : `${step} (${inWords(ordinal)})`;
  }

  #ordinalOf(level: Level, side: SideName, index: number): number {
    const known = knownOf(level, side);
    const members = level.pairing.children[side];
    known.ordinals ??= keysOf(this.#trees[side], members).map(({ ordinal }) => ordinal);
    return known.ordinals[index]!;
  }

  #lineOf(side: SideName, document: number): number {
    const lines = (this.#lines[side] ??= linesOfDocuments(this.#trees[side]));
    return lines[document]!;
  }
}

/** `a, b and 4 more`. `count` is how many there are, of which `names` may be the first. */
export function listed(names: readonly string[], count: number): string {
  return count > names.length ? `${names.join(', ')} and ${count - names.length} more` : names.join(', ');
}

function knownOf({ known }: Level, side: SideName): KnownNames {
  return (known[side] ??= {});
}

/** The end of a path, from a step on where one begins there. */
function shortened(path: string): string {
  if (path.length <= limits.jsonPointerCharsMax) return path;
  const end = path.slice(-limits.jsonPointerCharsMax);
  // Half of a surrogate pair may be left at the cut.
  return `…${end.slice(Math.max(0, end.indexOf('/'))).replace(/^[\udc00-\udfff]/, '')}`;
}

/** A key as a step of a pointer, made safe to show. */
function stepOf(key: Uint8Array): string {
  // A longer one is shown as it is spelled, since cutting it could cut an escape.
  if (key.length > limits.jsonPointerCharsMax) return `${displayPiece(key, 'utf-8', limits.jsonPointerCharsMax).text}…`;
  if (key.every(isPlain)) return String.fromCharCode(...key.subarray(1, -1));
  return displayLine(textOf(key).replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Whether a byte stands for itself in a pointer: printable ASCII without `/`, `\` and `~`. */
function isPlain(value: number): boolean {
  return value >= 0x20 && value < 0x7e && value !== 0x2f && value !== 0x5c;
}

function inWords(ordinal: number): string {
  const isTeen = ordinal % 100 > 10 && ordinal % 100 < 14;
  const ending = (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][ordinal % 10]) ?? 'th';
  return `${ordinal}${ending}`;
}

function linesOfDocuments(tree: JsonTree): Int32Array {
  const lines = new Int32Array(tree.documentCount);
  let line = 1;
  let end = 0;
  for (let at = 0, node = 1; at < tree.documentCount; at++, node = tree.next[node]!) {
    const space = tree.bytes.subarray(end, tree.start[node]);
    eachLineEnd(space, { name: 'utf-8', bomBytes: 0, unitBytes: 1 }, () => {
      line++;
      return true;
    });
    lines[at] = line;
    end = tree.end[node]!;
  }
  return lines;
}
