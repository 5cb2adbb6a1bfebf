import type { Side } from '../package/side.js';
import { problemOf } from '../problem.js';
import { attributeOf, childOf, childrenOf, isOn, readSmallXml, type SmallElement } from '../xml/small-xml.js';

/** How a cell looks, a line for each setting: `number format 0.00%`, `font b`, `alignment horizontal=center`. */
export type CellLook = string;

/** The look of a cell by the number of its format. */
export type CellFormats = (style: string) => CellLook;

/**
 * Reads what the numbers of cell formats stand for (ECMA-376 part 1, 18.8): programs number them anew as they like, so two
 * cells look alike where these words are the same, whatever their numbers. Without a readable list of formats the number is
 * the look.
 */
export function readCellFormats(side: Side): CellFormats {
  const styles = readStyles(side);
  const known = new Map<string, CellLook>();
  return (style) => {
    const look = known.get(style) ?? lookOf(styles, style);
    known.set(style, look);
    return look;
  };
}

interface Styles {
  readonly formats: readonly SmallElement[];
  readonly fonts: readonly SmallElement[];
  readonly fills: readonly SmallElement[];
  readonly borders: readonly SmallElement[];
  /** Number formats of the file's own, by their numbers. */
  readonly codes: ReadonlyMap<string, string>;
}

function readStyles({ pack, main }: Side): Styles | undefined {
  const entry = pack.related(main.entry.name, 'styles')[0];
  if (entry === undefined) return undefined;
  try {
    const root = readSmallXml(pack.read(entry), entry.name);
    const list = (name: string, item: string) => childrenOf(childOf(root, name), item);
    return {
      formats: list('cellXfs', 'xf'),
      fonts: list('fonts', 'font'),
      fills: list('fills', 'fill'),
      borders: list('borders', 'border'),
      codes: new Map(
        list('numFmts', 'numFmt').map((one) => [
          attributeOf(one, 'numFmtId') ?? '',
          attributeOf(one, 'formatCode') ?? '',
        ]),
      ),
    };
  } catch (error) {
    if (problemOf(error).code !== 'limit') throw error;
    return undefined;
  }
}

function lookOf(styles: Styles | undefined, style: string): CellLook {
  const format = styles?.formats[Number(style)];
  if (styles === undefined || format === undefined) return style === '0' ? '' : `cell format ${style}`;
  const piece = (list: readonly SmallElement[], what: string): readonly string[] => {
    const found = list[Number(attributeOf(format, `${what}Id`) ?? 0)];
    // A font, fill or border that says nothing is none.
    return found === undefined ? [] : wordsOf(found, what).filter((words) => words !== what);
  };
  const number = attributeOf(format, 'numFmtId') ?? '0';
  const code = styles.codes.get(number) ?? builtIn.get(number) ?? `number ${number}`;
  return [
    ...(code === '' ? [] : [`number format ${code}`]),
    ...piece(styles.fonts, 'font'),
    ...piece(styles.fills, 'fill'),
    ...piece(styles.borders, 'border'),
    ...format.children.flatMap((child) => wordsOf(child, child.local)),
  ].join('\n');
}

/** Those of the formats that need no code in the file (18.8.30) and mean the same in every language. */
const builtIn: ReadonlyMap<string, string> = new Map([
  ['0', ''],
  ['1', '0'],
  ['2', '0.00'],
  ['3', '#,##0'],
  ['4', '#,##0.00'],
  ['9', '0%'],
  ['10', '0.00%'],
  ['11', '0.00E+00'],
  ['14', 'date'],
  ['20', 'h:mm'],
  ['21', 'h:mm:ss'],
  ['22', 'date and time'],
  ['49', '@'],
]);

/**
 * A line for each element that says something, behind what it is in. What programs write differently and mean alike is one:
 * a switch that is on has no value, and one that is off is not there.
 */
function wordsOf({ attributes, children }: SmallElement, what: string): readonly string[] {
  const inner = children
    .filter(({ local }) => !unseen.has(local))
    .flatMap((child) => wordsOf(child, `${what} ${child.local}`));
  const said = attributes.filter(({ local, value }) => !isDefault(what, local, value));
  const [only] = said;
  if (only === undefined)
    return inner.length > 0 || attributes.length > 0 || what.startsWith('border') ? inner : [what];
  if (said.length > 1 || only.local !== 'val') {
    return [[what, ...said.map(({ local, value }) => `${local}=${value}`)].join(' '), ...inner];
  }
  if (isOff(only.value)) return inner;
  return [isOn(only.value) ? what : `${what}=${only.value}`, ...inner];
}

/** What only helps to choose another font where this one is missing. */
const unseen: ReadonlySet<string> = new Set(['family', 'charset', 'scheme']);

function isDefault(what: string, name: string, value: string): boolean {
  if (what === 'protection' && name === 'locked') return isOn(value);
  return (what === 'protection' || what === 'alignment') && isOff(value);
}

function isOff(value: string): boolean {
  return value === '0' || value === 'false';
}

/** The settings of each look that the other does not have. */
export function differingLooks(before: CellLook, after: CellLook): { readonly before: string; readonly after: string } {
  const [one, other] = [before, after].map((look) => look.split('\n'));
  const rest = (words: readonly string[] = [], others: readonly string[] = []): string =>
    words.filter((word) => !others.includes(word)).join(', ');
  return { before: rest(one, other), after: rest(other, one) };
}
