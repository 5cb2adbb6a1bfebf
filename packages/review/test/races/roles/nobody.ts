/** Runs as a user for whom folders and files can really be read-only, and answers what was said to it. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from '../../../src/index.js';
import { action, openWorkspace, put } from '../../workspace.js';

export type Said = Readonly<Record<string, { readonly outcome: string; readonly code?: string }>>;

/** `base` holds a workspace with a file `work/of-another.md` that belongs to somebody else. */
export async function beNobody({ base }: { base: string }): Promise<void> {
  const w = await openWorkspace({ base });
  const said: Record<string, { outcome: string; code?: string }> = {};
  const say = async (what: string, run: () => Promise<{ outcome: string; code?: string }>): Promise<void> => {
    try {
      const { outcome, code } = await run();
      said[what] = code === undefined ? { outcome } : { outcome, code };
    } catch (error) {
      said[what] = { outcome: 'fault', code: (error as { code?: string }).code ?? String(error) };
    }
  };
  const act = (edit: Edit) => (): ReturnType<typeof w.review.act> => w.review.act('edit', [edit]);
  try {
    w.write('folder/a.md', 'before');
    const edit = await w.review.act('edit', [put('folder/b.md', 'agent')]);
    const id = 'action' in edit ? edit.action : '';
    chmodSync(w.at('folder'), 0o555);
    await say('edit in a read-only folder', act(put('folder/a.md', 'agent')));
    await say('create in a read-only folder', act(put('folder/new.md', 'agent')));
    await say('delete in a read-only folder', act({ op: 'delete', path: 'folder/a.md' }));
    await say('begin in a read-only folder', () => w.review.begin(['folder/a.md']));
    await say('discard in a read-only folder', () => w.review.discard([action(id)]));
    await say('create below a read-only folder', act(put('folder/deep/new.md', 'agent')));
    chmodSync(w.at('folder'), 0o755);
    await say('discard when it can be written again', () => w.review.discard([action(id)]));

    w.write('hidden.md', 'before');
    chmodSync(w.at('hidden.md'), 0o200);
    await say('edit of a file that may not be read', act(put('hidden.md', 'agent')));
    chmodSync(w.at('hidden.md'), 0o600);
    mkdirSync(w.at('closed'));
    chmodSync(w.at('closed'), 0o000);
    await say('edit in a folder that may not be entered', act(put('closed/a.md', 'agent')));
    chmodSync(w.at('closed'), 0o700);

    chmodSync(join(w.ledgerDir, 'copies'), 0o500);
    await say('edit when the copies may not be written', act(put('hidden.md', 'agent')));
    chmodSync(join(w.ledgerDir, 'copies'), 0o700);
    await say('edit of a file that belongs to another', act(put('of-another.md', 'agent')));
    await say('delete of a file that belongs to another', act({ op: 'delete', path: 'of-another.md' }));
    await say('begin of a file that belongs to another', () => w.review.begin(['of-another.md']));
    said['files'] = { outcome: JSON.stringify(w.files()) };
  } finally {
    await w.close();
  }
  process.send?.(said, () => process.exit());
}
