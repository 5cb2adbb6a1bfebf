/** A person's editor: saves at the moment it is told, in one of three ways. */
import { closeSync, ftruncateSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';

export type Saving = 'by renaming' | 'in place' | 'through an open handle';

/** One round: `saves` in order, each at a moment of the monotonic clock, in nanoseconds. */
export interface Round {
  readonly path: string;
  readonly saving: Saving;
  readonly saves: readonly { readonly at: string; readonly text: string }[];
}

export async function edit(): Promise<void> {
  let handle: number | undefined;
  process.on('message', (message: Round | 'close') => {
    if (message === 'close') {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
      process.send?.('closed');
      return;
    }
    const { path, saving, saves } = message;
    if (saving === 'through an open handle') handle = openSync(path, 'r+');
    process.send?.('ready', () => {
      for (const { at, text } of saves) {
        while (process.hrtime.bigint() < BigInt(at));
        save(path, saving, text, handle);
      }
      process.send?.('saved');
    });
  });
  process.on('disconnect', () => process.exit());
}

function save(path: string, saving: Saving, text: string, handle: number | undefined): void {
  switch (saving) {
    case 'by renaming':
      writeFileSync(`${path}.editor`, text);
      renameSync(`${path}.editor`, path);
      break;
    case 'in place':
      writeFileSync(path, text);
      break;
    case 'through an open handle':
      if (handle === undefined) throw new Error('no handle is open');
      ftruncateSync(handle, 0);
      writeSync(handle, text, 0);
      break;
  }
}
