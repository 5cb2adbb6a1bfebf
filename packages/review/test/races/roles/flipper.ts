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

/** Each is answered with `Flipped`. */
export type FlipWish = 'tell' | 'rest' | 'go on' | 'stop';

export async function flip({ folder, link, folderMax, linkMax }: Flipping): Promise<void> {
  const { exchange } = systemCalls();
  let flips = 0;
  let rests = false;
  // Heard between two rounds, when the folder is a folder.
  process.on('message', (wish: FlipWish) => {
    if (rests && wish !== 'rest') setImmediate(there);
    rests = wish === 'rest';
    process.send?.({ flips } satisfies Flipped, () => {
      if (wish === 'stop') process.exit();
    });
  });
  process.send?.('ready');
  const there = (): void => {
    if (rests) return;
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
