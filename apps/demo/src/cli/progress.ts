/** One line on a terminal about work that takes longer than a second. */
import type { Output } from './output.js';
import { counted, sizeOf } from './print/words.js';

export interface Progress {
  /** The line is worked out only when it is shown: a few times a second at most. */
  tell(line: () => string): void;
  /** Takes the line away. */
  end(): void;
}

/** The line of a check that reads every copy. */
export function openCopyProgress(output: Output): Pick<Progress, 'end'> & {
  onCopy(done: number, bytes: number): void;
} {
  const { tell, end } = openProgress(output);
  return {
    onCopy: (done, bytes) => tell(() => `${counted(done, 'copy', 'copies')} checked, ${sizeOf(bytes)}`),
    end,
  };
}

const shownAfter = 1_000;
const shownEvery = 200;

export function openProgress(output: Output): Progress {
  let next = Date.now() + shownAfter;
  let isShown = false;
  return {
    tell(line) {
      const now = Date.now();
      if (!output.isWatched || now < next) return;
      next = now + shownEvery;
      isShown = true;
      output.message(`\r\u001b[K${line()}`);
    },
    end() {
      if (isShown) output.message('\r\u001b[K');
    },
  };
}
