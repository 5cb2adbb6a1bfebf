import type { FindChangesOptions } from '../../src/index.js';
import { utf8, utf16 } from '../bytes.js';
import type { Chance } from './chance.js';

export interface Edit {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly options: FindChangesOptions;
}

/** A document and what an agent made of it: prose, tables and records, with all line ends, byte order mark, UTF-16. */
export function anyEdit(chance: Chance): Edit {
  const format = chance.pick(['text', 'markdown', 'latex', 'csv', 'csv', 'json', 'json'] as const);
  const { before, after } = (format === 'csv' ? table : format === 'json' ? records : prose)(chance);
  const lineEnds = chance.pick([['\n'], ['\n'], ['\r\n'], ['\r\n'], ['\r'], ['\n', '\r\n']]);
  const isEnded = chance.is(80);
  const texts = {
    before: withLineEnds(before, lineEnds, isEnded, chance),
    // Now and then the agent changes the line ends, or the last one.
    after: withLineEnds(after, chance.is(92) ? lineEnds : ['\n'], chance.is(95) === isEnded, chance),
  };
  const mark = '\ufeff';
  const isWide = chance.is(8);
  const isMarked = isWide || chance.is(20);
  const encode = (text: string, withMark: boolean) => (isWide ? utf16 : utf8)((withMark ? mark : '') + text);
  return {
    before: encode(texts.before, isMarked),
    after: encode(texts.after, isMarked && (isWide || chance.is(80))),
    options: { format },
  };
}

interface Lines {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function prose(chance: Chance): Lines {
  // Half of the documents have no two equal lines; in the others few lines come again and again, in some hardly any other.
  const repeated = chance.pick([0, 0, 35, 90]);
  const line = (): string => {
    if (chance.is(repeated)) return chance.pick(['', '', '}', 'and so on']);
    return chance.pick(['', '', '', '# ', '- ', '\\item ', '| ', '% ']) + words(chance, 3 + chance.below(9));
  };
  const before = listOf(10 + chance.below(60), line);
  return { before, after: edited(before, chance, { changed: retyped, fresh: line }) };
}

function table(chance: Chance): Lines {
  const width = 2 + chance.below(5);
  const cell = (): string =>
    chance.pick([
      String(chance.below(100_000)),
      words(chance, 1),
      `"${words(chance, 2)}, ${words(chance, 1)}"`,
      '',
      '"a ""quoted"" word"',
    ]);
  const row = (): string[] => [String(chance.below(1_000_000)), ...listOf(width, cell)];
  const recast = (cells: string[]): string[] => cells.with(chance.below(cells.length), cell());
  const before = [['id', ...listOf(width, (at) => `column ${at}`)], ...listOf(8 + chance.below(50), row)];
  const rows = edited(before, chance, { changed: recast, fresh: row });
  const after = chance.is(10) ? rows.map((cells, at) => [...cells, at === 0 ? 'new column' : cell()]) : rows;
  return { before: before.map((cells) => cells.join(',')), after: after.map((cells) => cells.join(',')) };
}

function records(chance: Chance): Lines {
  const value = (): unknown =>
    chance.pick([chance.below(1e6), words(chance, 2), true, null, [1, words(chance, 1)], { x: chance.below(99) }]);
  const record = (): Record<string, unknown> => ({ id: chance.below(1e9), name: words(chance, 2), value: value() });
  const recast = (one: Record<string, unknown>): Record<string, unknown> => ({
    ...one,
    [chance.pick(['id', 'name', 'value', 'more'])]: value(),
  });
  const before = listOf(5 + chance.below(30), record);
  const after = edited(before, chance, { changed: recast, fresh: record });
  const print = chance.pick([
    (list: unknown[]) => JSON.stringify(list, null, 2).split('\n'),
    (list: unknown[]) => ['[', ...list.map((one, at) => JSON.stringify(one) + (at < list.length - 1 ? ',' : '')), ']'],
    (list: unknown[]) => [JSON.stringify(list)],
  ]);
  return { before: print(before), after: print(after) };
}

/** Most items stay; some go, change or get a new one in front. */
function edited<T>(
  items: readonly T[],
  chance: Chance,
  { changed, fresh }: { readonly changed: (item: T, chance: Chance) => T; readonly fresh: () => T },
): T[] {
  return items.flatMap((item, at) => {
    if (at > 0 && chance.is(5)) return [];
    const kept = chance.is(9) ? changed(item, chance) : item;
    return at > 0 && chance.is(5) ? [...listOf(1 + chance.below(3), fresh), kept] : [kept];
  });
}

function retyped(line: string, chance: Chance): string {
  const parts = line.split(' ');
  return parts.with(chance.below(parts.length), words(chance, 1)).join(' ');
}

const syllables = ['ba', 'de', 'fi', 'go', 'hu', 'ka', 'lé', 'mi', 'no', 'ру', 'sa', 'té', '文', 'vi', 'zo'];

function words(chance: Chance, count: number): string {
  return listOf(count, () => listOf(2 + chance.below(3), () => chance.pick(syllables)).join('')).join(' ');
}

function withLineEnds(lines: readonly string[], ends: readonly string[], isEnded: boolean, chance: Chance): string {
  return lines.map((line, at) => line + (isEnded || at < lines.length - 1 ? chance.pick(ends) : '')).join('');
}

function listOf<T>(length: number, item: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => item(at));
}
