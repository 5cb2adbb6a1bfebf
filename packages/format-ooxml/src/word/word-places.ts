import type { XmlTag } from '../xml/xml-reader.js';

/** What holds paragraphs, and how far it has counted them. */
interface Frame {
  readonly kind: 'story' | 'table' | 'row' | 'cell' | 'control';
  readonly place: string;
  /** Depth of the element; its frame ends with it. */
  readonly depth: number;
  /** Depth of what it holds directly. */
  readonly contentDepth: number;
  /** Children that are paragraphs, tables or content controls: what `insert-paragraph --after` counts. */
  blocks: number;
  tables: number;
  rows: number;
  cells: number;
  /** Paragraphs further inside, under elements that are not counted. */
  inner: number;
}

/**
 * Names the places of a Word story while it is read: `paragraph 12` counts the body's paragraphs, tables and content
 * controls, as the edits do; `table 2, row 1, cell 3` counts the body's tables; notes and comments go by their ids.
 */
export class WordPlaces {
  readonly #frames: Frame[] = [];
  readonly #label: string;

  /** `label`: '' for the main part, else what its paragraphs belong to: `header 1`. */
  constructor(label: string) {
    this.#label = label;
  }

  /** An element of the Word namespace that is not inside a paragraph. */
  open({ local, attributes }: XmlTag, depth: number): void {
    const frame = this.#frames.at(-1);
    const id = Object.values(attributes).find((attribute) => attribute.local === 'id')?.value ?? '';
    if (storyNames.has(local)) this.#push('story', this.#label, depth);
    else if (noteNames.has(local)) this.#push('story', `${local} ${id}`, depth);
    else if (frame === undefined) return;
    else if (local === 'tbl') {
      frame.blocks++;
      frame.tables++;
      this.#push('table', join(frame.place, `table ${frame.tables}`), depth);
    } else if (local === 'tr' && frame.kind === 'table') {
      frame.rows++;
      this.#push('row', `${frame.place}, row ${frame.rows}`, depth);
    } else if (local === 'tc' && frame.kind === 'row') {
      frame.cells++;
      this.#push('cell', `${frame.place}, cell ${frame.cells}`, depth);
    } else if (local === 'sdt' && frame.kind !== 'table' && frame.kind !== 'row') {
      frame.blocks++;
      // What a content control holds is one level further in.
      this.#push('control', join(frame.place, `content control ${frame.blocks}`), depth, depth + 2);
    }
  }

  /** The place of a paragraph that starts at `depth`; undefined outside of any story. */
  paragraph(depth: number): string | undefined {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return undefined;
    if (depth !== frame.contentDepth) return join(frame.place, `inner paragraph ${++frame.inner}`);
    frame.blocks++;
    if (frame.place !== '' && frame.blocks === 1) return frame.place;
    return join(frame.place, `paragraph ${frame.blocks}`);
  }

  close(depth: number): void {
    if (this.#frames.at(-1)?.depth === depth) this.#frames.pop();
  }

  #push(kind: Frame['kind'], place: string, depth: number, contentDepth: number = depth + 1): void {
    this.#frames.push({ kind, place, depth, contentDepth, blocks: 0, tables: 0, rows: 0, cells: 0, inner: 0 });
  }
}

const storyNames: ReadonlySet<string> = new Set(['body', 'hdr', 'ftr']);
const noteNames: ReadonlySet<string> = new Set(['footnote', 'endnote', 'comment']);

function join(place: string, inner: string): string {
  return place === '' ? inner : `${place}, ${inner}`;
}
