/** A person's desk for one test: a workspace and a home in a scratch folder, and the built command run on them. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { schemaProblems } from './schemas.js';

export const bin: string = fileURLToPath(new URL('../bin/verbatim.js', import.meta.url));

/** These tests run the command as a person does, so it has to be built: `npm test` does that, `vitest` alone does not. */
export const isBuilt: boolean = existsSync(new URL('../dist/cli/main.js', import.meta.url));
if (!isBuilt)
  console.warn('apps/demo: the command is not built, so its tests are skipped; `npm test` in the root builds it.');

export interface Ran {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Any answer; tests look at what they expect in it. */
// oxlint-disable-next-line typescript/no-explicit-any -- an answer's form is checked by its schema
export type Answer = any;

export interface Desk {
  readonly path: string;
  readonly root: string;
  readonly home: string;
  /** The trash that deletes end up in. */
  readonly trash: string;
  file(name: string): string;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string | undefined;
  sha256(name: string): string | null;
  run(args: readonly string[], options?: RunOptions): Ran;
  /** Runs with `--json`, checks that standard output is one value of the verb's schema, and answers it with `exit`, the exit code. */
  json(args: readonly string[], options?: RunOptions): Answer;
  /** Runs a command line that was printed for pasting, in a shell. */
  shell(line: string): Ran;
  start(args: readonly string[], options?: RunOptions): ReturnType<typeof spawn>;
}

export function openDesk(): Desk {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-desk-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const root = join(path, 'work');
  const user = join(path, 'user');
  mkdirSync(root);
  mkdirSync(user);
  const data = join(user, '.local', 'share');
  const env = (more: RunOptions['env']): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    HOME: user,
    TZ: 'UTC',
    ...more,
  });
  const file = (name: string): string => join(root, name);

  const run = (args: readonly string[], options: RunOptions = {}): Ran => {
    const { cwd = root, input = '', env: more } = options;
    const ran = spawnSync(process.execPath, [bin, ...args], { cwd, input, env: env(more), encoding: 'utf8' });
    expect(ran.stderr).not.toMatch(/^\s+at .*:\d+/m);
    return { status: ran.status, signal: ran.signal, stdout: ran.stdout, stderr: ran.stderr };
  };

  return {
    path,
    root,
    home: join(data, 'verbatim'),
    trash: join(data, 'Trash'),
    file,
    write(name, content) {
      mkdirSync(dirname(file(name)), { recursive: true });
      writeFileSync(file(name), content);
    },
    read: (name) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined),
    sha256: (name) =>
      existsSync(file(name))
        ? createHash('sha256')
            .update(readFileSync(file(name)))
            .digest('hex')
        : null,
    run,
    json(args, options) {
      const ran = run(['--json', ...args], options);
      expect(ran.stderr).toBe('');
      const answer = JSON.parse(ran.stdout) as Answer;
      expect(ran.stdout.trimEnd().split('\n')).toHaveLength(1);
      const verb = args[0] === 'draft' ? `draft ${args[1] ?? ''}` : (args[0] ?? '');
      expect(schemaProblems(verb, answer)).toEqual([]);
      return { ...answer, exit: ran.status };
    },
    shell(line) {
      const script = `verbatim() { "$NODE" "$BIN" "$@"; }; verbatim ${line}`;
      const more = { NODE: process.execPath, BIN: bin, LC_ALL: 'C.UTF-8' };
      const { status, signal, stdout, stderr } = spawnSync('bash', ['-c', script], {
        cwd: root,
        env: env(more),
        encoding: 'utf8',
      });
      return { status, signal, stdout, stderr };
    },
    start: (args, { cwd = root, env: more } = {}) =>
      spawn(process.execPath, [bin, ...args], { cwd, env: env(more), stdio: ['pipe', 'pipe', 'pipe'] }),
  };
}

/** The answer's exit code and how it came out, for most expectations. */
export function outcome({ exit, outcome: came, code }: Answer): unknown {
  return code === undefined ? [exit, came] : [exit, came, code];
}
