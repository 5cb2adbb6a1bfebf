/** Standard output and error. Results go to the one, messages to the other; the exit code is set, never forced. */
import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

export interface Output {
  /** Paints for standard output; plain where it is no terminal. */
  readonly colors: Colors;
  readonly messageColors: Colors;
  /** Characters on a line of the terminal that shows the results; endless where they go into a file or another program. */
  readonly width: number;
  /** True where somebody watches the messages on a terminal. */
  readonly isWatched: boolean;
  result(text: string): void;
  message(text: string): void;
  exit(code: number): void;
}

export function openOutput(): Output {
  const { stdout, stderr } = process;
  // A reader that went away (`| head`) is no error of ours. A disk that is full is.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    process.exitCode = 1;
    stderr.write(`verbatim: the answer could not be written to standard output (${error.code ?? 'unknown error'}).\n`);
  });
  stderr.on('error', () => {});
  return {
    colors: colorsOf(stdout),
    messageColors: colorsOf(stderr),
    width: stdout.isTTY ? Math.max(stdout.columns, 40) : Number.POSITIVE_INFINITY,
    isWatched: stderr.isTTY === true,
    result: (text) => void stdout.write(text),
    message: (text) => void stderr.write(text),
    exit: (code) => {
      process.exitCode = code;
    },
  };
}

/** NO_COLOR and TERM=dumb say no, FORCE_COLOR says yes, else it takes a terminal. (picocolors also takes CI for one.) */
function colorsOf(stream: { readonly isTTY?: boolean }): Colors {
  const forced = process.env['FORCE_COLOR'];
  const isForced = forced !== undefined && !['', '0', 'false'].includes(forced);
  return pc.createColors(pc.isColorSupported && (isForced || stream.isTTY === true) && forced !== '0');
}
