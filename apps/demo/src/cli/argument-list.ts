/** Reads the words of a command line before the parser of verbs sees them. */
import { isVerb } from './verb-list.js';

export interface ArgumentList {
  /** What the parser of verbs gets: verb first, each option's value as a token. */
  readonly words: readonly string[];
  /** The values that the tokens stand for, as they were typed. */
  readonly values: readonly string[];
  readonly verb: string | undefined;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

/** Options that take a value, on whatever verb. */
const valueOptions = new Set([
  'action',
  'after',
  'agent',
  'at',
  'before',
  'below',
  'bytes',
  'cell',
  'check',
  'count',
  'expected',
  'from',
  'home',
  'key',
  'lines',
  'note',
  'paragraph',
  'pid',
  'port',
  'publish',
  'replace',
  'request',
  'revision',
  'root',
  'seen',
  'shape',
  'since',
  'slide',
  'text',
  'to',
  'turn',
  'type',
  'value',
  'with',
]);

/**
 * The value of an option may be anything: empty, several lines, or something that looks like an option itself (`--replace
 * '- item' --with --json`). So each is put aside here and a token put in its place; no argument can hold the NUL in it.
 * Options may come before the verb. `help VERB` is `VERB --help`.
 */
export function readArguments(argv: readonly string[]): ArgumentList {
  const values: string[] = [];
  const options: string[] = [];
  const names: string[] = [];
  let isJson = false;
  let isHelp = false;
  let verb: string | undefined;

  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') {
      const rest = argv.slice(at + 1);
      if (verb === undefined) verb = rest.shift();
      return { words: [...start(verb, names), ...options, ...names, '--', ...rest], values, verb, isJson, isHelp };
    }
    const [name, value] = optionOf(word);
    if (name !== undefined && valueOptions.has(name)) {
      options.push(`--${name}`);
      const given = value ?? argv[at + 1];
      if (value === undefined) at += 1;
      if (given !== undefined) options.push(tokenOf(values.push(given) - 1));
    } else if (word.startsWith('-') && word !== '-') {
      isJson ||= word === '--json';
      isHelp ||= word === '--help' || word === '-h';
      options.push(word);
    } else if (verb === undefined) {
      verb = word;
    } else {
      names.push(word);
    }
  }
  const asked = names[0];
  if (verb === 'help' && (asked === undefined || isVerb(asked))) {
    return { words: [...start(asked, names.slice(1)), '--help'], values, verb: asked, isJson, isHelp: true };
  }
  return { words: [...start(verb, names), ...options, ...names], values, verb, isJson, isHelp };
}

/** The value that a token stands for. */
export function valueOf(token: string, values: readonly string[]): string {
  const at = /^\0(\d+)$/.exec(token)?.[1];
  return at === undefined ? token : (values[Number(at)] ?? '');
}

/** A text of the parser, with the values back in place of the tokens. */
export function withValues(text: string, values: readonly string[]): string {
  return text.replaceAll(/\0\d+/g, (token) => valueOf(token, values));
}

function tokenOf(at: number): string {
  return `\0${at}`;
}

/** `draft` is one verb of two words; its second one is taken from the names. */
function start(verb: string | undefined, names: string[]): string[] {
  if (verb === undefined) return [];
  return verb === 'draft' ? [verb, ...names.splice(0, 1)] : [verb];
}

function optionOf(word: string): [name: string | undefined, value: string | undefined] {
  const found = /^--([a-zA-Z][\w-]*)(?:=([\s\S]*))?$/.exec(word);
  return [found?.[1], found?.[2]];
}
