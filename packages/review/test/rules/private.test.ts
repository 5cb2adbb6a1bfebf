import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { put } from '../workspace.js';
import { edited, workspaceForEach } from './each-workspace.js';

const here = workspaceForEach({
  ledger: {
    lockWatch: {
      module: 'data:text/javascript,export const waiting = () => {}; export const timedOut = waiting;',
      verb: 'edit',
    },
  },
});

it('the ledger is its owner’s alone, and so is every copy in it', async () => {
  const { w } = here;
  const mask = process.umask(0);
  try {
    w.write('a.md', 'before');
    await edited(w, put('a.md', 'agent'), put('b.md', 'agent'));
    await edited(w, { op: 'delete', path: 'b.md' });
  } finally {
    process.umask(mask);
  }
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  expect(mode(w.ledgerDir)).toBe('700');
  expect(mode(w.trash)).toBe('700');
  const readable = filesBelow(w.ledgerDir).filter((path) => mode(join(w.ledgerDir, path)) !== '600');
  expect(readable).toEqual([]);
  expect(filesBelow(w.ledgerDir).map((path) => path.split('/')[0])).toEqual(
    expect.arrayContaining(['copies', 'data.mdb', 'lock.mdb', 'manifests', 'writer.json']),
  );
  expect(filesBelow(w.trash).filter((path) => mode(join(w.trash, path)) !== '600')).toEqual([]);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
