import { createHash } from 'node:crypto';
import { constants, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Content, Disk } from '@verbatim/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDisk, systemCalls } from '../src/index.js';

let base: string;
let disk: Disk;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'verbatim-trash-'));
  disk = openDisk({ trashFolder: join(base, 'Trash') });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = Date.UTC(2026, 4, 6, 12);
const content = (text: string): Content => ({
  hash: createHash('sha256').update(text).digest('hex'),
  size: Buffer.byteLength(text),
  pour: (sink) => sink(Buffer.from(text)),
});
const entries = (folder: string): string[] => readdirSync(join(base, 'Trash', folder)).sort();

describe('what is deleted', () => {
  it('lies in the trash under its own name, with where it was', () => {
    disk.trash('/somewhere/my notes/a b.md', content('text'), at);
    expect(entries('files')).toEqual(['a b.md']);
    expect(readFileSync(join(base, 'Trash/files/a b.md'), 'utf8')).toBe('text');
    expect(readFileSync(join(base, 'Trash/info/a b.md.trashinfo'), 'utf8')).toMatch(
      /^\[Trash Info\]\nPath=\/somewhere\/my%20notes\/a%20b\.md\nDeletionDate=2026-05-0\dT\d\d:\d\d:\d\d\n$/,
    );
  });

  it('is numbered where the name is there already, and can be taken out again', () => {
    disk.trash('/one/a.md', content('first'), at);
    const second = disk.trash('/two/a.md', content('second'), at);
    expect(entries('files')).toEqual(['a 2.md', 'a.md']);
    expect(entries('info')).toEqual(['a 2.md.trashinfo', 'a.md.trashinfo']);
    second.undo();
    expect(entries('files')).toEqual(['a.md']);
    expect(entries('info')).toEqual(['a.md.trashinfo']);
    expect(readFileSync(join(base, 'Trash/files/a.md'), 'utf8')).toBe('first');
  });

  it.each([`${'x'.repeat(252)}.md`, `${'字'.repeat(84)}.md`, 'y'.repeat(255), `.${'z'.repeat(254)}`])(
    'has a name that the info file can carry, too',
    (name) => {
      for (const text of ['first', 'second']) disk.trash(`/somewhere/${name}`, content(text), at);
      expect(entries('files')).toHaveLength(2);
      expect(entries('info')).toEqual(
        entries('files')
          .map((entry) => `${entry}.trashinfo`)
          .sort(),
      );
      for (const entry of entries('info')) {
        expect(Buffer.byteLength(entry)).toBeLessThanOrEqual(255);
        const info = readFileSync(join(base, 'Trash/info', entry), 'utf8');
        expect(decodeURIComponent(/^Path=(.*)$/m.exec(info)?.[1] ?? '')).toBe(`/somewhere/${name}`);
      }
    },
  );

  it.each(['info/a.md.trashinfo', 'files/a.md'])('gets another name where another program takes %s first', (taken) => {
    const place = join(base, 'Trash', taken);
    const calls = systemCalls();
    const raced = openDisk({
      trashFolder: join(base, 'Trash'),
      calls: {
        ...calls,
        open(path, flags, mode) {
          if (path.endsWith(basename(taken)) && (flags & constants.O_CREAT) !== 0) writeFileSync(place, 'theirs');
          return calls.open(path, flags, mode);
        },
      },
    });
    raced.trash('/somewhere/a.md', content('text'), at);
    expect(readFileSync(place, 'utf8')).toBe('theirs');
    expect(readFileSync(join(base, 'Trash/files/a 2.md'), 'utf8')).toBe('text');
    expect([...entries('info'), ...entries('files')].filter((name) => name.includes('a 2.md'))).toHaveLength(2);
    expect([...entries('info'), ...entries('files')]).toHaveLength(3);
  });

  it.each([
    ['a title with a number', `1. ${'Word '.repeat(49)}x`],
    ['a title of long letters', `Über.${'ü'.repeat(125)}`],
  ])('is cut short where its name leaves no room: %s', (_what, name) => {
    for (const text of ['first', 'second']) disk.trash(`/somewhere/${name}`, content(text), at);
    const beginning = name.slice(0, 100);
    expect(entries('files').map((entry) => entry.slice(0, 100))).toEqual([beginning, beginning]);
    expect(entries('info')).toEqual(entries('files').map((entry) => `${entry}.trashinfo`));
  });

  it('finds room beside any number of others of its name', () => {
    for (let n = 1; n <= 130; n++) disk.trash('/somewhere/a.md', content(`${n}`), at + Math.floor(n / 7));
    expect(entries('files')).toHaveLength(130);
    expect(entries('info')).toHaveLength(130);
  });

  it('is not lost where the trash cannot be made', () => {
    mkdirSync(join(base, 'plain'));
    const none = openDisk({ trashFolder: undefined });
    expect(() => none.trash('/somewhere/a.md', content('text'), at)).toThrow(/no trash/);
  });
});
