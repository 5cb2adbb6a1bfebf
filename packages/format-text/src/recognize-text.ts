import { isBinary } from './encoding.js';

export type TextFormat = 'markdown' | 'latex' | 'text' | 'csv' | 'json';

/** What a file is, as far as this package can tell; Office files are recognised elsewhere, before. */
export type RecognizedFormat = TextFormat | 'binary';

/**
 * Says which format a file has. Content decides between text and `binary` (a NUL or too many control characters among the
 * first 8 KB); the ending of the name then picks among the text formats, in any case; unknown text is `text`.
 */
export function recognizeText(fileName: string, bytes: Uint8Array): RecognizedFormat {
  return isBinary(bytes) ? 'binary' : formatOfName(fileName);
}

function formatOfName(fileName: string): TextFormat {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return (ending === undefined ? undefined : formatOfEnding.get(ending)) ?? 'text';
}

const endings: Readonly<Record<TextFormat, string>> = {
  markdown: 'md markdown mdown mkd mkdn mdx rmd qmd',
  latex: 'tex latex ltx bib sty cls dtx ins',
  text: 'txt text',
  csv: 'csv tsv',
  json: 'json jsonl ndjson jsonc json5 geojson ipynb webmanifest',
};

const formatOfEnding: ReadonlyMap<string, TextFormat> = new Map(
  (Object.keys(endings) as TextFormat[]).flatMap((format) =>
    endings[format].split(' ').map((ending): [string, TextFormat] => [ending, format]),
  ),
);
