/** What the lines inside an environment are. */
export type Inside = 'text' | 'rows' | 'formula' | 'statements' | 'raw';

/** Says what the lines inside an environment are; of the starred form the same as of the plain one. */
export function insideOf(environment: string): Inside {
  const name = environment.endsWith('*') ? environment.slice(0, -1) : environment;
  return insides.get(name) ?? 'text';
}

/** Whether what stands in an environment (items, rows) has no meaning outside of it. */
export function isListOrRows(environment: string): boolean {
  return insideOf(environment) === 'rows' || /^(?:itemize|enumerate|description|thebibliography)\*?$/.test(environment);
}

/**
 * The level of a sectioning command, 0 for the highest; `undefined` for any other command. Books define their own ones,
 * which are known by their ends: `\mysection`, but not `\thesection`, which prints a number.
 */
export function headingLevel(command: string): number | undefined {
  const standard = heading.exec(command)?.[1] ?? komaHeadings.get(command);
  return standard === undefined ? undefined : headings.indexOf(standard);
}

/** Whether a command defines something that has a name. */
export function isDefiner(command: string): boolean {
  return definers.test(command);
}

/** Commands that may stand before a definer and belong to it. */
export const definerPrefixes: ReadonlySet<string> = new Set(['long', 'global', 'protected', 'outer']);

/** Commands by which a file is known as a document with a preamble, or as a package or class. */
export const codeMarks: ReadonlySet<string> = new Set(
  'documentclass documentstyle NeedsTeXFormat ProvidesPackage ProvidesClass ProvidesFile ProvidesExplPackage ProvidesExplClass RequirePackage LoadClass'.split(
    ' ',
  ),
);

/** Lines between the rows of a table. */
export const rules: ReadonlySet<string> = new Set(
  'hline toprule midrule bottomrule cline cmidrule specialrule addlinespace endhead endfirsthead endfoot endlastfoot'.split(
    ' ',
  ),
);

/** Commands whose argument is read letter by letter: between two equal characters, or between braces. */
export const verbatimCommands: ReadonlySet<string> = new Set('verb lstinline mintinline Verb'.split(' '));
export const addressCommands: ReadonlySet<string> = new Set('url href path nolinkurl'.split(' '));

const headings = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph'];
const heading =
  /^(?:(?!the)[a-z]{1,3}(?=(?:chapter|section|subsection|subsubsection)$))??(part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)$/;
const komaHeadings: ReadonlyMap<string, string> = new Map([
  ['addpart', 'part'],
  ['addchap', 'chapter'],
  ['addsec', 'section'],
]);

const insides: ReadonlyMap<string, Inside> = new Map(
  (
    [
      [
        'rows',
        'tabular tabularx tabulary tabu longtable longtabu supertabular xtabular array tblr longtblr NiceTabular',
      ],
      ['rows', 'align alignat flalign gather eqnarray aligned alignedat gathered split cases dcases'],
      ['rows', 'matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix'],
      ['formula', 'equation displaymath math multline'],
      ['statements', 'figure table wrapfigure wraptable subfigure subtable sidewaysfigure sidewaystable'],
      ['statements', 'tikzpicture pgfpicture picture axis scope'],
      ['raw', 'verbatim Verbatim BVerbatim LVerbatim lstlisting minted comment filecontents luacode'],
    ] as const
  ).flatMap(([inside, names]) => names.split(' ').map((name): [string, Inside] => [name, inside])),
);

const definers =
  /^(?:[egx]?def|let|(?:re)?new(?:command|environment|theorem|counter|length|dimen|columntype|if)|providecommand|(?:New|Renew|Provide|Declare)\w*(?:Command|Environment|Macro|Operator|Delimiter))$/;
