import type { SignalPort } from '@verbatim/review';

export interface HeldSignals extends SignalPort {
  /** Resolves when nothing is held and every signal that came meanwhile was told. */
  settled(): Promise<void>;
}

const heldSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type HeldSignal = (typeof heldSignals)[number];

/**
 * Holds SIGINT, SIGTERM and SIGHUP back while files are being changed: a signal in the middle of a swap would kill the
 * process there. Before and after, they do what they always do. `told` is called once after a hold in which one came; by
 * default the signal is sent again, now that nothing holds it.
 */
export function holdSignals(told: (signal: HeldSignal) => void = sendAgain): HeldSignals {
  let depth = 0;
  let came: HeldSignal | undefined;
  let settling: Promise<void> = Promise.resolve();
  const remember = (signal: NodeJS.Signals): void => {
    came ??= signal as HeldSignal;
  };

  const letThrough = async (): Promise<void> => {
    // A signal that came during synchronous work is delivered by the event loop, at the latest in its next full turn;
    // handlers that are gone by then would lose it.
    await turn();
    await turn();
    if (depth > 0) return;
    for (const signal of heldSignals) process.off(signal, remember);
    const signal = came;
    came = undefined;
    if (signal !== undefined) told(signal);
  };

  return {
    hold() {
      depth += 1;
      for (const signal of heldSignals) {
        if (!process.listeners(signal).includes(remember)) process.on(signal, remember);
      }
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        depth -= 1;
        if (depth === 0) settling = settling.then(letThrough);
      };
    },
    settled: () => settling,
  };
}

function sendAgain(signal: HeldSignal): void {
  process.kill(process.pid, signal);
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
