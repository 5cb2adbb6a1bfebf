import {
  addressCommands,
  codeMarks,
  definerPrefixes,
  headingLevel,
  isDefiner,
  rules,
  verbatimCommands,
} from './words.js';

/** What is known of a command by its name, without backslash and star; asked once for each name of a file. */
export interface Command {
  readonly name: string;
  /** As `headingLevel` says. */
  readonly level: number | undefined;
  readonly isDefiner: boolean;
  /** Whether it may stand before a definer and belongs to it. */
  readonly isPrefix: boolean;
  /** Whether only documents, packages and classes have it. */
  readonly isCodeMark: boolean;
  readonly isRule: boolean;
  readonly endsRow: boolean;
  /** Whether it is a sign, like `\&`, and no word. */
  readonly isSign: boolean;
  /** How its argument is read letter by letter. */
  readonly letters: 'verbatim' | 'address' | undefined;
  readonly event: 'begin' | 'end' | 'label' | 'open formula' | 'close formula' | undefined;
}

/** The commands of one file, numbered as they are met. Number 0 is no command, which has an empty name. */
export class Commands {
  readonly all: Command[] = [];
  readonly #numbers = new Map<string, number>();

  constructor() {
    this.numberOf('');
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.all.length;
    this.all.push(commandOf(name));
    this.#numbers.set(name, number);
    return number;
  }
}

function commandOf(name: string): Command {
  return {
    name,
    level: headingLevel(name),
    isDefiner: isDefiner(name),
    isPrefix: definerPrefixes.has(name),
    isCodeMark: codeMarks.has(name),
    isRule: rules.has(name),
    endsRow: name === '\\' || name === 'tabularnewline',
    isSign: name !== '' && !/^[A-Za-z@]/.test(name),
    letters: verbatimCommands.has(name) ? 'verbatim' : addressCommands.has(name) ? 'address' : undefined,
    event: eventOf(name),
  };
}

function eventOf(name: string): Command['event'] {
  if (name === 'begin' || name === 'end') return name;
  if (name === '[') return 'open formula';
  if (name === ']') return 'close formula';
  return name.endsWith('label') || name === 'frametitle' ? 'label' : undefined;
}
