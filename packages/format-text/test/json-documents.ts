import fc from 'fast-check';

/** A JSON text before it is printed: scalars and keys as they are spelled, keys in their order and with repeats. */
export type Value = string | { readonly items: readonly Value[] } | { readonly members: readonly Member[] };
export type Member = readonly [key: string, value: Value];

/** Few different ones, so that a lot repeats, moves and collides; spelled in several ways. */
const scalars = ['0', '1', '1.0', '1e0', '-0', '12345678901234567890', 'true', 'null', '""', '"a"', '"é"', '"\\u00e9"'];
const strings = [
  '"x y"',
  '"\\n"',
  '"a longer text, so that it takes more than one look"',
  '"\\ud83d\\ude00"',
  '"😀"',
  '"]},"',
];
const keys = ['"a"', '"b"', '"c"', '"id"', '"name"', '"é"', '"\\u00e9"', '""', '"a/b~"'];

const anyScalar = fc.constantFrom(...scalars, ...strings);
const anyKey = fc.constantFrom(...keys);

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyScalar,
    fc.array(tie('value'), { maxLength: 5 }).map((items) => ({ items })),
    fc.array(fc.tuple(anyKey, tie('value')), { maxLength: 5 }).map((members) => ({ members })),
  ),
}));

export const anyValue: fc.Arbitrary<Value> = value;

/** How a document is laid out. */
export interface Style {
  /** What a level is indented by; `undefined` = all on one line. */
  readonly indent: string | undefined;
  readonly lineEnd: '\n' | '\r\n';
  readonly isEnded: boolean;
  readonly isMarked: boolean;
  /** Whether arrays of scalars stay on one line. */
  readonly hasShortArrays: boolean;
  /** What stands behind each comma of a line, and behind each colon. */
  readonly blank: '' | ' ';
}

export const anyStyle: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom(undefined, '', '  ', '    ', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  isEnded: fc.boolean(),
  isMarked: fc.boolean(),
  hasShortArrays: fc.boolean(),
  blank: fc.constantFrom('', ' '),
});

export function print(document: Value, style: Style): Uint8Array {
  const text = `${style.isMarked ? '\ufeff' : ''}${printValue(document, style, '')}${style.isEnded ? style.lineEnd : ''}`;
  return new TextEncoder().encode(text);
}

/** Several documents, one a line. */
export function printLines(documents: readonly Value[], style: Style): Uint8Array {
  const lines = documents.map((document) => printValue(document, { ...style, indent: undefined }, ''));
  const text = `${style.isMarked ? '\ufeff' : ''}${lines.join(style.lineEnd)}${style.isEnded ? style.lineEnd : ''}`;
  return new TextEncoder().encode(text);
}

function printValue(one: Value, style: Style, margin: string): string {
  if (typeof one === 'string') return one;
  const isFlat = 'items' in one && style.hasShortArrays && one.items.every((item) => typeof item === 'string');
  const { indent } = isFlat ? { indent: undefined } : style;
  const inner = indent === undefined ? '' : margin + indent;
  const children =
    'items' in one
      ? one.items.map((item) => printValue(item, style, inner))
      : one.members.map(([key, member]) => `${key}:${style.blank}${printValue(member, style, inner)}`);
  const [open, close] = 'items' in one ? '[]' : '{}';
  if (children.length === 0) return `${open}${close}`;
  if (indent === undefined) return `${open}${children.join(`,${style.blank}`)}${close}`;
  const lead = style.lineEnd + inner;
  return `${open}${lead}${children.join(`,${lead}`)}${style.lineEnd}${margin}${close}`;
}

/** One edit: `at` and `to` pick a place, modulo how many there are. */
export interface Edit {
  readonly does: 'value' | 'add' | 'remove' | 'rename' | 'move' | 'respell';
  readonly at: number;
  readonly to: number;
  readonly key: string;
  readonly value: Value;
}

export const anyEdit: fc.Arbitrary<Edit> = fc.record({
  does: fc.constantFrom('value', 'add', 'remove', 'rename', 'move', 'respell'),
  at: fc.nat(1_000),
  to: fc.nat(1_000),
  key: anyKey,
  value: fc.oneof(anyScalar, value),
});

/** The document with one list, or one child of one, edited; itself where there is nothing to do this to. */
export function edited(document: Value, edit: Edit): Value {
  const lists = listsIn(document);
  if (lists.length === 0) return edit.does === 'value' ? edit.value : document;
  const list = lists[edit.at % lists.length]!;
  return replaced(document, list, editedList(list, edit));
}

type List = Exclude<Value, string>;

function listsIn(one: Value): List[] {
  if (typeof one === 'string') return [];
  const children = 'items' in one ? one.items : one.members.map(([, member]) => member);
  return [one, ...children.flatMap(listsIn)];
}

function replaced(one: Value, list: List, by: Value): Value {
  if (one === list) return by;
  if (typeof one === 'string') return one;
  if ('items' in one) return { items: one.items.map((item) => replaced(item, list, by)) };
  return { members: one.members.map(([key, member]): Member => [key, replaced(member, list, by)]) };
}

function editedList(list: List, edit: Edit): List {
  if ('items' in list) {
    const spell = (item: Value): Value => spelledAnew(item);
    return {
      items: editedRow(list.items, edit, { made: edit.value, valued: () => edit.value, spell, renamed: spell }),
    };
  }
  return {
    members: editedRow<Member>(list.members, edit, {
      made: [edit.key, edit.value],
      valued: ([key]) => [key, edit.value],
      spell: ([key, member]) => [key, spelledAnew(member)],
      renamed: ([, member]) => [edit.key, member],
    }),
  };
}

interface Ways<T> {
  readonly made: T;
  valued(one: T): T;
  spell(one: T): T;
  renamed(one: T): T;
}

function editedRow<T>(row: readonly T[], { does, at, to }: Edit, ways: Ways<T>): readonly T[] {
  const place = (at + to) % Math.max(1, row.length);
  const target = to % (row.length + 1);
  const one = row[place];
  if (does === 'add') return row.toSpliced(target, 0, ways.made);
  if (one === undefined) return row;
  if (does === 'remove') return row.toSpliced(place, 1);
  if (does === 'move') return row.toSpliced(place, 1).toSpliced(to % row.length, 0, one);
  const made = does === 'value' ? ways.valued(one) : does === 'rename' ? ways.renamed(one) : ways.spell(one);
  return row.toSpliced(place, 1, made);
}

function spelledAnew(one: Value): Value {
  const others: Readonly<Record<string, string>> = { '1': '1.0', '1.0': '1e0', '"é"': '"\\u00e9"', '"\\u00e9"': '"é"' };
  return typeof one === 'string' ? (others[one] ?? one) : one;
}
