import { type Story, StoryBuilder } from '../changes/story.js';
import { limits } from '../limits.js';
import { broken } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import { tagEndingAt } from '../xml/start-tag.js';
import { readXml, type XmlVisitor } from '../xml/xml-reader.js';
import { ShapeText } from './shape-text.js';

interface Shape {
  readonly start: number;
  readonly depth: number;
  readonly local: string;
  readonly content: ShapeText;
  readonly cells: Cell[];
  id: string;
  name: string;
  rows: number;
  columns: number;
}

interface Cell {
  readonly start: number;
  readonly depth: number;
  readonly row: number;
  readonly column: number;
  readonly content: ShapeText;
  end: number;
}

/**
 * Reads the shapes of a slide or of its notes (ECMA-376 part 1, 19.3.1), groups taken apart, tables cell by cell. Of
 * alternatives the first choice is read. Throws the XML gate's problems, and `limit` above `limits.blocksMax` shapes.
 */
export function readSlideStory(text: string, part: string): Story {
  const story = new StoryBuilder(text);
  readXml(text, part, (reader): XmlVisitor => {
    let shape: Shape | undefined;
    let cell: Cell | undefined;
    let skip: number | undefined;
    const start = (): number => tagEndingAt(text, reader.position).start;
    return {
      open: (tag, depth) => {
        if (skip !== undefined) return;
        const namespace = namespaceOf(tag.uri);
        const { local } = tag;
        if (namespace === 'compatibility' && local === 'Fallback') skip = depth;
        else if (shape === undefined) {
          if (namespace === 'slide' && shapeMarks.has(local)) {
            const content = new ShapeText();
            shape = { start: start(), depth, local, content, cells: [], id: '', name: '', rows: 0, columns: 0 };
          }
        } else if (local === 'cNvPr' && namespace === 'slide' && shape.id === '') {
          shape.id = tag.attributes['id']?.value ?? '';
          shape.name = tag.attributes['name']?.value ?? '';
        } else if (namespace === 'drawing' && local === 'tr') {
          shape.rows++;
          shape.columns = 0;
        } else if (namespace === 'drawing' && local === 'tc' && cell === undefined) {
          const place = { row: shape.rows, column: ++shape.columns };
          cell = { start: start(), depth, ...place, content: new ShapeText(), end: 0 };
          shape.cells.push(cell);
        } else (cell ?? shape).content.open(tag, depth);
      },
      text: (piece) => {
        if (skip === undefined) (cell ?? shape)?.content.text(piece);
      },
      close: (_tag, depth) => {
        if (skip !== undefined) {
          if (skip === depth) skip = undefined;
          return;
        }
        if (cell?.depth === depth) {
          cell.end = reader.position;
          cell = undefined;
        } else if (shape?.depth === depth) {
          if (story.count >= limits.blocksMax) broken('limit', 'The slide has too many shapes to compare.', part);
          addShape(story, shape, reader.position);
          shape = undefined;
        } else (cell ?? shape)?.content.close(depth);
      },
    };
  });
  return story.build();
}

/** What to show of a shape that has no text. */
const shapeMarks: ReadonlyMap<string, string> = new Map([
  ['sp', '[shape]'],
  ['pic', '[picture]'],
  ['graphicFrame', '[graphic]'],
  ['cxnSp', '[line]'],
  ['contentPart', '[ink]'],
]);

function addShape(story: StoryBuilder, shape: Shape, end: number): void {
  const place = shape.name === '' ? `shape ${shape.id}` : shape.name;
  if (shape.cells.length === 0) {
    const { text, look } = shape.content.build();
    story.add(
      { place, key: shape.id, text: text === '' ? shapeMarks.get(shape.local)! : text, look },
      shape.start,
      end,
    );
    return;
  }
  for (const { row, column, content, start, end: cellEnd } of shape.cells) {
    const key = `${shape.id}:${row}:${column}`;
    story.add({ place: `${place}, row ${row}, cell ${column}`, key, ...content.build() }, start, cellEnd);
  }
}
