/** Opens the workspace, runs one operation, tells its answer once, and sets the exit code. */
import { holdSignals } from '@verbatim/node/open';
import type { Refused } from '@verbatim/review';
import { openSession, type Session } from '../operations/session.js';
import type { CommonOptions } from './options.js';
import { optionsLine, type Page, type RepeatedOptions, suggestionsFor } from './print/suggestion.js';
import { exitCodes, reportRefusal, reportThrown, writeJson } from './report.js';
import type { Shell } from './shell.js';
import type { VerbName } from './verb-list.js';

/** How an answer reads; `undefined` would be a refusal, which reads the same for all verbs. */
export type Print<A> = (answer: A, page: Page) => string;

export interface Verb<P> {
  readonly name: VerbName;
  /** Whether the workspace is registered, opened where it is known, or only read. */
  readonly opens: 'write' | 'known' | 'read';
  readonly print: P;
}

/** An answer that may be a refusal, and may hold refusals of some of its parts. */
export interface AnswerOf {
  readonly outcome?: string;
  /** False where a check found problems. */
  readonly ok?: boolean;
  readonly notes?: readonly string[];
}

type Flags = CommonOptions & { readonly allowUnsafeReplace?: boolean };

export async function runInSession<A extends AnswerOf>(
  shell: Shell,
  flags: Flags,
  verb: Verb<Print<Exclude<A, Refused>>>,
  operate: (session: Session) => Promise<A>,
): Promise<void> {
  const { output, folder } = shell;
  let isInterrupted = false;
  const signals = holdSignals(() => {
    isInterrupted = true;
  });
  try {
    const session = await openSession({
      folder,
      opens: verb.opens,
      signals,
      lockWatch: { module: lockWatchModule(flags.json, verb.name, flags), verb: verb.name },
      context: contextOf(flags),
      ...(flags.root === undefined ? {} : { root: flags.root }),
      ...(flags.home === undefined ? {} : { home: flags.home }),
      ...(flags.allowUnsafeReplace === undefined ? {} : { allowUnsafeReplace: flags.allowUnsafeReplace }),
    });
    let answer: A;
    try {
      answer = withNotes(await operate(session), session.verbatim.recovered);
    } finally {
      await session.close();
      await signals.settled();
    }
    const page: Page = { colors: output.colors, width: output.width, suggest: suggestionsFor(flags), session };
    tell(shell, flags.json, answer, (told) => verb.print(told, page), flags);
  } catch (error) {
    reportThrown(output, flags.json, error, flags);
  }
  if (isInterrupted) output.exit(exitCodes.interrupted);
}

/** The same for verbs that open no workspace, or their own. */
export async function runAlone<A extends AnswerOf>(
  shell: Shell,
  flags: Flags,
  print: (answer: Exclude<A, Refused>, page: Omit<Page, 'session'> & Pick<Shell, 'started'>) => string,
  operate: () => Promise<A>,
): Promise<void> {
  const { output, started } = shell;
  try {
    const answer = await operate();
    const page = { colors: output.colors, width: output.width, suggest: suggestionsFor(flags), started };
    tell(shell, flags.json, answer, (told) => print(told, page), flags);
  } catch (error) {
    reportThrown(output, flags.json, error, flags);
  }
}

function tell<A extends AnswerOf>(
  { output }: Shell,
  isJson: boolean,
  answer: A,
  print: (answer: Exclude<A, Refused>) => string,
  repeated: RepeatedOptions,
): void {
  if (isRefused(answer)) {
    reportRefusal(output, isJson, answer, repeated);
    return;
  }
  if (isJson) writeJson(output, answer);
  else output.result(print(answer as Exclude<A, Refused>));
  output.exit(exitCodeOf(answer));
}

/** A single refusal says what was refused; the refusals among several decisions are told with them. */
function isRefused(answer: AnswerOf): answer is Refused {
  return answer.outcome === 'refused' && 'code' in answer;
}

function exitCodeOf(answer: AnswerOf): number {
  if ('error' in answer) return exitCodes.fault;
  return answer.outcome === 'refused' || answer.ok === false ? exitCodes.refused : exitCodes.done;
}

function withNotes<A extends AnswerOf>(answer: A, recovered: readonly string[]): A {
  return recovered.length === 0 ? answer : { ...answer, notes: [...recovered, ...(answer.notes ?? [])] };
}

function contextOf({ agent, request, key }: CommonOptions): Session['context'] {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(request === undefined ? {} : { request }),
    ...(key === undefined ? {} : { key }),
  };
}

export function lockWatchModule(isJson: boolean, verb?: VerbName, repeated: RepeatedOptions = {}): string {
  const module = new URL('./lock-watch.js', import.meta.url);
  if (isJson) module.searchParams.set('json', '');
  if (verb === 'hook') module.searchParams.set('hook', '');
  // It loads nothing, so it is given the whole line.
  for (const line of optionsLine('verbatim status', repeated)) module.searchParams.set('with', line);
  return module.href;
}
