/** Every operation that changes something, under a key where it takes one, so that it is safe to repeat (P13). */
import type { AppDraft } from '../../src/index.js';
import { bytes, files } from '../values.js';

export interface Operation {
  readonly name: string;
  run(app: AppDraft): Promise<{ readonly outcome: string }>;
  /** What it answers where nothing goes wrong. */
  readonly outcome: string;
}

const key = 'the key';

export const operations: readonly Operation[] = [
  {
    name: 'save',
    run: (app) => app.save(files({ 'app.js': '5\n', 'new.txt': 'new\n', 'b.txt': '5\n' }), { key, turn: 't3' }),
    outcome: 'saved',
  },
  { name: 'write', run: (app) => app.write('app.js', bytes('5\n'), { key }), outcome: 'saved' },
  { name: 'write of the same', run: (app) => app.write('app.js', bytes('4\n'), { key }), outcome: 'unchanged' },
  { name: 'delete', run: (app) => app.delete('app.js', { key }), outcome: 'saved' },
  { name: 'rename', run: (app) => app.rename('app.js', 'main.js', { key }), outcome: 'saved' },
  {
    name: 'edit that starts a turn',
    run: (app) => app.edit('app.js', { replace: '4', with: '5' }, { key, turn: 't4' }),
    outcome: 'saved',
  },
  { name: 'undo', run: (app) => app.undo({ turn: 't2' }, { key }), outcome: 'saved' },
  { name: 'start of a turn', run: (app) => app.startTurn('t4'), outcome: 'started' },
  { name: 'check', run: (app) => app.recordCheck(4, { ok: true }, { key }), outcome: 'checked' },
  { name: 'publish', run: (app) => app.publish(() => {}, { key, revision: 5 }), outcome: 'published' },
];

export function operationNamed(name: string): Operation {
  const found = operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}
