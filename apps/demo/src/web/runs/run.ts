/** What the page asks of commands on drafts, and is told of them. The commands themselves are never in a request. */

/** Lines for the shell, as the person who started the server named them. */
export interface Commands {
  readonly check: string | null;
  readonly publish: string | null;
}

export const runKinds = ['check', 'publish', 'ship'] as const;
export type RunKind = (typeof runKinds)[number];

export type RunStep = Exclude<RunKind, 'ship'>;

export interface RunInput {
  readonly kind: RunKind;
  readonly app: string;
  readonly revision: number;
  /** The head that was shown; refused where it is another. */
  readonly expected: number;
}

/**
 * `stopped`: ended by the person or with the server; a check is then not recorded, a publish unconfirmed. `unknown`: the
 * process ended before it could tell.
 */
export type RunState = 'running' | 'done' | 'failed' | 'stopped' | 'unknown';

export interface Run {
  readonly run: number;
  readonly app: string;
  readonly kind: RunKind;
  readonly revision: number;
  readonly state: RunState;
  /** Which command is at work, or was the last that began; null before the first. */
  readonly step: RunStep | null;
  readonly startedAt: string;
  /** Why it did not succeed. */
  readonly message?: string;
  /** Of a refusal or a fault. */
  readonly code?: string;
  /** The last lines that the commands printed. */
  readonly output: string;
  /** True where earlier ones are left out. */
  readonly isCut: boolean;
}

/** The event `runs`: the newest run of each app since the server was started. The event `run` is one of them, whenever it moves. */
export interface RunsTold {
  readonly commands: Commands;
  readonly runs: readonly Run[];
}

export interface RunStarted {
  readonly outcome: 'started';
  readonly run: number;
}

export interface RunStopping {
  readonly outcome: 'stopping';
  readonly run: number;
}
