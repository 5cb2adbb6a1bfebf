/** The server as a command runs it: tells the address, then goes on until Ctrl-C. */
import { type ServeOptions, serve } from './serve.js';

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves when a signal has come and everything is closed; what was being written is finished first. */
export async function serveUntilStopped(options: ServeOptions, tell: (url: string) => void): Promise<void> {
  const serving = await serve(options);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of stops) process.once(signal, () => resolve());
  });
  tell(serving.url);
  await stopped;
  await serving.close();
}
