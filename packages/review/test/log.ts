/** The log of a mixed load: two lines for each operation, one before it starts, one when it has answered. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FileReceipt, Target } from '../src/index.js';

/** What was asked for. */
export type Given =
  | { readonly verb: 'edit'; readonly puts: readonly Put[] }
  | { readonly verb: 'delete' | 'reject' | 'save'; readonly path: string }
  | { readonly verb: 'discard' | 'keep'; readonly target: Target }
  | { readonly verb: 'keep'; readonly targets: readonly Target[] }
  | { readonly verb: 'restore'; readonly path: string; readonly copy: string }
  | { readonly verb: 'undo'; readonly decision: string };

/** A file's new text, told briefly. */
export interface Put {
  readonly path: string;
  /** Its first line. */
  readonly title: string;
  /** How many more there are, all alike. */
  readonly lines: number;
}

export function textOf({ title, lines }: Put): string {
  return `${title}\n${`${'a line that stays as it is, '.repeat(20)}\n`.repeat(lines)}`;
}

export interface Started {
  readonly process: string;
  readonly n: number;
  /** Nanoseconds on the clock that all processes share. */
  readonly started: string;
  readonly given: Given;
}

export interface Answered {
  readonly n: number;
  readonly ended: string;
  readonly outcome: string;
  readonly code?: string;
  readonly message?: string;
  readonly action?: string;
  readonly decision?: string;
  readonly actions?: readonly string[];
  readonly replayed?: boolean;
  /** The action's or the decision's place in the ledger's order. */
  readonly seq?: number;
  readonly rescued?: readonly string[] | undefined;
  readonly files: readonly FileReceipt[];
}

export interface Logged {
  readonly started: Started;
  /** Undefined where it was cut short. */
  readonly answered: Answered | undefined;
}

/** A last line that was cut short tells nothing, as does a log that was not begun. */
export function readLog(path: string): Logged[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const found = new Map<number, Logged>();
  for (const line of lines) {
    const told = JSON.parse(line) as Started | Answered;
    const started = 'started' in told ? told : found.get(told.n)?.started;
    if (started !== undefined) found.set(told.n, { started, answered: 'ended' in told ? told : undefined });
  }
  return [...found.values()];
}

/** How often each outcome was told. */
export function told(logged: readonly Logged[]): string {
  const counts = new Map<string, number>();
  for (const { answered } of logged) {
    const what = answered === undefined ? 'cut short' : (answered.code ?? answered.outcome);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

/** Rewrites a log as whoever cut the power had read it: what was answered after that moment counts as cut short. */
export function withoutAnswersAfter(path: string, read: readonly Logged[]): void {
  const answered = new Map(read.map((one) => [one.started.n, one.answered]));
  const lines = readLog(path).flatMap(({ started }) => {
    const answer = answered.get(started.n);
    return answer === undefined ? [started] : [started, answer];
  });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
