// What checking, editing and comparing Office files cost, beside the least that anybody must do with the same bytes and beside
// the pair of libraries a program would reach for instead, interleaved in one run. Prints medians and ratios of the
// processor's time: on a shared machine the clock mostly tells what other processes were given meanwhile. Run on the built package: `pnpm bench`, or `node bench/office.mjs [rounds]` after a build.
//
// Yardstick: `fflate` inflates every entry, and `saxes` with namespaces reads every XML part once.
// The alternative: `jszip` with `checkCRC32`, and `@xmldom/xmldom` of every XML part.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOffice, findOfficeChanges, setCell } from '@verbatim/format-ooxml';
import { DOMParser } from '@xmldom/xmldom';
import { unzipSync } from 'fflate';
import JSZip from 'jszip';
import { SaxesParser } from 'saxes';
import { bombs, deckOf20MB, documentsOf5MB, workbookWithSheetOf50MB } from './make-files.mjs';

const rounds = Number(process.argv[2] ?? 9);
const corpus = fileURLToPath(new URL('../../../../shared/corpus/ooxml/', import.meta.url));

const isXml = (name) => /\.(?:xml|rels)$/i.test(name);

function textOf(bytes) {
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function yardstick(file) {
  for (const [name, bytes] of Object.entries(unzipSync(file))) {
    if (isXml(name)) new SaxesParser({ xmlns: true }).write(textOf(bytes)).close();
  }
}

async function alternative(file) {
  const zip = await JSZip.loadAsync(file, { checkCRC32: true });
  for (const entry of Object.values(zip.files)) {
    const bytes = await entry.async('uint8array');
    if (isXml(entry.name) && bytes.length > 0) quietParser.parseFromString(textOf(bytes), 'text/xml');
  }
}

const quietParser = new DOMParser({ errorHandler: () => {} });

/** Medians of ways to do the same, taken in turn so that a busy machine slows all of them alike. */
async function race(ways, count, warmUps = 2) {
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = -warmUps; round < count; round++) {
    const names = Object.keys(ways);
    for (let n = 0; n < names.length; n++) {
      const name = names[(n + round + warmUps) % names.length];
      const used = process.cpuUsage();
      await ways[name]();
      if (round >= 0) times[name].push(processorTime(used));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** Milliseconds, of all threads of this process. */
function processorTime(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e3;
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

function report(what, { ours, least, others }, aim) {
  const ratio = ours / least;
  const mark = ratio <= aim ? 'holds' : 'MISSED';
  const beside = others === undefined ? '' : ` | jszip + xmldom ${ms(others)}, ${(others / ours).toFixed(1)}x ours`;
  console.log(
    `${what.padEnd(34)} ${ms(ours)} | yardstick ${ms(least)} | ${ratio.toFixed(2)}x, aim ${aim}x ${mark}${beside}`,
  );
  return ratio;
}

const ms = (value) => `${value.toFixed(2)} ms`.padStart(11);

async function checkCorpus() {
  if (!existsSync(`${corpus}MANIFEST.tsv`)) return console.log('corpus: none beside the repository, skipped');
  const names = readFileSync(`${corpus}MANIFEST.tsv`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('valid/'))
    .map((line) => line.split('\t')[0]);
  const found = [];
  const total = { ours: 0, least: 0, others: 0 };
  for (const name of names) {
    const file = new Uint8Array(readFileSync(corpus + name));
    // What takes a millisecond is drowned by compiling and by other processes, unless it is done often.
    const often = file.length < 20_000 ? 8 : file.length < 100_000 ? 2 : 1;
    const times = await race(
      { ours: () => checkOffice(file, name), least: () => yardstick(file), others: () => alternative(file) },
      rounds * often,
      2 * often,
    );
    found.push({ name: basename(name), ratio: times.ours / times.least, times });
    for (const key of Object.keys(total)) total[key] += times[key];
  }
  found.sort((one, other) => other.ratio - one.ratio);
  for (const { name, times } of found.slice(0, 3)) report(`check ${name.slice(0, 26)}`, times, 3);
  console.log(
    `check: median ratio ${median(found.map(({ ratio }) => ratio)).toFixed(2)}x of ${found.length} files, above 3x: ${found.filter(({ ratio }) => ratio > 3).length}`,
  );
  report(`check all ${found.length} corpus files`, total, 3);
}

async function checkDeck() {
  const file = deckOf20MB();
  const times = await race(
    { ours: () => mustAccept(file, 'deck.pptx'), least: () => yardstick(file), others: () => alternative(file) },
    rounds,
  );
  report(`check a deck of ${megabytes(file)}`, times, 3);
}

async function setOneCell() {
  const file = workbookWithSheetOf50MB();
  const edit = { cell: 'Data!C7', value: 'marker' };
  // The other libraries need minutes and gigabytes for a tree of this size, so they are left out.
  const times = await race({ ours: () => setCell(file, edit), least: () => yardstick(file) }, Math.min(rounds, 3), 1);
  report('set a cell in a sheet of 50 MB', times, 3);
}

async function compareDocuments() {
  const [before, after] = documentsOf5MB();
  const both = [before, after];
  const times = await race(
    {
      ours: () => findOfficeChanges(before, after, 'a.docx').changes.length,
      least: () => both.forEach(yardstick),
      others: async () => {
        for (const file of both) await alternative(file);
      },
    },
    Math.min(rounds, 5),
  );
  report('compare documents of 5 MB', times, 4);
}

/**
 * Each bomb once, as a person would meet it; memory is what the process grew by. The time on the clock is printed first.
 */
function refuseBombs() {
  for (const [name, file] of bombs(corpus)) {
    globalThis.gc?.();
    const grown = process.memoryUsage().rss;
    const used = process.cpuUsage();
    const start = process.hrtime.bigint();
    const { verdict, problems } = checkOffice(file, name);
    const time = Number(process.hrtime.bigint() - start) / 1e6;
    const cpu = processorTime(used);
    const memory = Math.max(0, process.memoryUsage().rss - grown) / 1e6;
    const mark = verdict === 'refuse' && cpu < 100 && memory < 100 ? 'holds' : 'MISSED';
    console.log(
      `${name.padEnd(34)} ${verdict} ${problems[0]?.code}, ${ms(time)}, processor ${ms(cpu)}, +${memory.toFixed(0)} MB | aim 100 ms, 100 MB ${mark}`,
    );
  }
}

function mustAccept(file, name) {
  if (checkOffice(file, name).verdict !== 'accept') throw new Error(`${name} was refused`);
}

const megabytes = ({ length }) => `${(length / 1e6).toFixed(0)} MB`;

refuseBombs();
await checkCorpus();
await checkDeck();
await compareDocuments();
await setOneCell();
