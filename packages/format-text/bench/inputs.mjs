// The pairs of files that the benchmark compares: invented text, the same on every run.

/** The 13 cases of the speed table: names and two texts, about 40 bytes a line. */
export function lineCases() {
  const random = pseudoRandom(42);
  const plain = numbered(10_000, 'line');
  const blocks = lines(10_000, (at) => `line ${at % 5} of a block that occurs many times`);
  const code = (word) => lines(10_000, (at) => ['', '}', sentence(word, at), sentence(`${word} more`, at)][at % 4]);
  const ofKinds = (kinds) => lines(10_000, () => sentence('kind', Math.floor(random() * kinds)));
  const long = 'lorem ipsum dolor sit amet '.repeat(38_837);
  return [
    ['10k lines, 10 edits', text(plain), text(edited(plain, 10))],
    ['100k lines, 10 edits', text(numbered(100_000, 'line')), text(edited(numbered(100_000, 'line'), 10))],
    ['10k lines, 500 edits', text(plain), text(edited(plain, 500))],
    ['10k lines, 2,000 edits', text(plain), text(edited(plain, 2_000))],
    ['10k lines, 2,000 moved to the end', text(plain), text([...plain.slice(2_000), ...plain.slice(0, 2_000)])],
    ['1 line vs 13k lines', text([sentence('line', 6_500)]), text(numbered(13_000, 'line'))],
    ['10k lines, LF -> CRLF only', text(plain), text(plain).replaceAll('\n', '\r\n')],
    ['10k lines, fully rewritten', text(plain), text(numbered(10_000, 'other'))],
    ['the same, shared blank and } lines', text(code('one')), text(code('other'))],
    ['10k lines of 2 different lines', text(ofKinds(2)), text(ofKinds(2))],
    ['10k lines of 8 different lines', text(ofKinds(8)), text(ofKinds(8))],
    [
      '2,000 equal blocks, 10 out, 10 edited',
      text(blocks),
      text(
        blocks.filter((_, at) => at % 1_000 >= 5).map((line, at) => (at % 1_000 === 500 ? `${line}, edited` : line)),
      ),
    ],
    ['1 MB single line, 1 edit', long, `${long.slice(0, 500_000)}X${long.slice(500_000)}`],
  ];
}

/** For each format a file name and two texts of about `bytes` bytes, with 10 edits in the second. */
export function formatCases(bytes) {
  const until = (make) => {
    const made = [];
    for (let size = 0, at = 0; size < bytes; at++) {
      made.push(make(at));
      size += made[at].length + 1;
    }
    return made;
  };
  const pair = (fileName, records, wrap = text) => [fileName, wrap(records), wrap(edited(records, 10))];
  return [
    pair('a.md', until(markdownRecord)),
    pair('a.tex', until(latexRecord)),
    pair(
      'a.txt',
      until((at) => sentence('line', at)),
    ),
    pair('a.csv', ['id,name,amount,city,note', ...until(csvRecord)]),
    pair('a.json', until(jsonRecord), (records) => `{"items": [\n${records.join(',\n')}\n]}\n`),
  ];
}

/** Two versions of one line, in words that differ in one of `every`. */
export function wordPair(words, every) {
  const before = lines(words, (at) => `word${at % 700}`);
  const after = before.map((word, at) => (at % every === 0 ? `other${at}` : word));
  return [`${before.join(' ')}\n`, `${after.join(' ')}\n`];
}

export function numbered(count, word) {
  return lines(count, (at) => sentence(word, at));
}

export function text(all) {
  return `${all.join('\n')}\n`;
}

/** Changes `count` of the entries, spread evenly: the first word behind the fifth character gets one more letter. */
export function edited(all, count) {
  const step = all.length / count;
  const places = new Set(Array.from({ length: count }, (_, at) => Math.floor((at + 0.5) * step)));
  return all.map((entry, at) => (places.has(at) ? entry.replace(/(?<=.{5})[a-z]{4}/, '$&X') : entry));
}

function lines(count, make) {
  return Array.from({ length: count }, (_, at) => make(at));
}

function sentence(word, at) {
  return `${word} ${at} with a few words to fill it up`;
}

function markdownRecord(at) {
  if (at % 20 === 0) return `\n## Section ${at} of the handbook\n`;
  if (at % 20 === 7) return `\n| name | value |\n| --- | --- |\n| item ${at} | ${at * 3} |\n`;
  if (at % 20 === 13) return `\n\`\`\`js\nconst value = ${at};\n\`\`\`\n`;
  if (at % 4 === 1) return `- a list item that says ${at} in some words, but not in so many that it needs two lines`;
  return `\nA paragraph about number ${at}, which goes on for a while, as people write it,\nover two lines of about eighty characters each, with some *emphasis* in it.\n`;
}

function latexRecord(at) {
  if (at % 20 === 0) return `\n\\section{Part ${at} of the report}\n\\label{sec:${at}}\n`;
  if (at % 20 === 7) return `\\begin{itemize}\n  \\item one thing about ${at}\n  \\item another thing\n\\end{itemize}`;
  if (at % 20 === 13) return `\\begin{equation}\n  x_{${at}} = \\frac{a}{b} + ${at}\n\\end{equation}`;
  if (at % 4 === 1) return `% a comment about ${at}, which says why things are as they are in this document`;
  return `\nSome prose about number ${at}, which cites \\cite{key${at}} and then goes on for a while,\nover two lines of about eighty characters each, with some \\emph{emphasis} in it.\n`;
}

function csvRecord(at) {
  return `${at},"Name, number ${at}",${(at * 7919) % 10_000}.50,City ${at % 97},some note about it`;
}

function jsonRecord(at) {
  return `  {"id": ${at}, "name": "item number ${at}", "tags": ["a", "b${at % 9}"], "size": {"w": ${at % 100}, "h": 2.50}}`;
}

/** The same numbers on every run and machine. */
function pseudoRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
