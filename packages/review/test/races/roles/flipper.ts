/** Somebody who turns a folder into a link that leads out, and back, over and over, each time in one system call. */
import { systemCalls } from '@verbatim/fs';

export interface Flipping {
  readonly folder: string;
  readonly link: string;
  /** Microseconds, at most, that the folder stays a folder, and a link. */
  readonly folderMax: number;
  readonly linkMax: number;
}

export interface Flipped {
  readonly flips: number;
}

export async function flip({ folder, link, folderMax, linkMax }: Flipping): Promise<void> {
  const { exchange } = systemCalls();
  let flips = 0;
  process.on('message', (message) => {
    if (message === 'stop') process.send?.({ flips } satisfies Flipped, () => process.exit());
    else process.send?.({ flips } satisfies Flipped);
  });
  process.send?.('ready');
  const there = (): void => {
    for (let n = 0; n < 20; n++) {
      spin(folderMax);
      exchange(folder, link);
      spin(linkMax);
      exchange(folder, link);
      flips += 2;
    }
    setImmediate(there);
  };
  there();
}

function spin(max: number): void {
  const until = process.hrtime.bigint() + BigInt(Math.floor(Math.random() * max * 1_000));
  while (process.hrtime.bigint() < until);
}
