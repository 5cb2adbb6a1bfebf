/** File names are bytes: stored exactly, or refused by name. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { action, file, put } from '../workspace.js';
import { bracket, discarded, edited, inBothOrders, saveByRename, workspaceForEach } from './each-workspace.js';

const names: Readonly<Record<string, string>> = {
  spaces: ' two  words .md ',
  'a newline': 'one\ntwo.md',
  'an emoji': 'chart 😀👩‍🔬.md',
  'a leading dash': '-rf.md',
  'two dashes': '--help',
  '255 bytes': `${'x'.repeat(252)}.md`,
  '255 bytes of letters that take three': `${'字'.repeat(84)}.md`,
  'a leading dot': '.hidden',
  quotes: `it's "quoted" $(rm) \`x\` \\.md`,
  'control characters': 'esc\u001b[2J\u0007\u009b\u202e.md',
  'a name of other systems': 'CON:aux.txt',
  'a decomposed letter': 'e\u0301.md',
  'the letter composed': '\u00e9.md',
  'a replacement character, really': 'really\ufffd.md',
  'a name like our own': '.verbatim-notes.md',
  'a name of an object’s parts': '__proto__',
};

inBothOrders((here, order) => {
  describe.each(Object.keys(names))('a file named with %s', (kind) => {
    const name = names[kind] as string;

    it.each(order === 'exchange' ? ['', 'sub folder/'] : ['sub folder/'])(
      'is edited, created, deleted and put back (%j)',
      async (folder) => {
        const { w } = here;
        const path = folder + name;
        w.write(path, 'old');
        const before = readdirSync(join(w.root, folder));

        await edited(w, put(path, 'agent'));
        expect((await w.review.status()).actions).toMatchObject([{ files: [{ path }] }]);
        await discarded(w, file(path));
        await bracket(w, [path], () => saveByRename(w, path, 'agent'));
        await discarded(w, file(path));
        const id = await edited(w, { op: 'delete', path });
        expect(existsSync(w.at(path))).toBe(false);
        await w.reopen();
        await discarded(w, action(id));
        expect(readdirSync(join(w.root, folder))).toEqual(before);
        expect(readFileSync(w.at(path), 'utf8')).toBe('old');

        if (name.includes('\ufffd')) return;
        rmSync(w.at(path));
        await edited(w, put(path, 'new'));
        expect(readdirSync(join(w.root, folder))).toEqual(before);
        await discarded(w, file(path));
        expect(existsSync(w.at(path))).toBe(false);
      },
    );
  });
});

describe('a name', () => {
  const here = workspaceForEach();

  it('that is one of two that look the same is its own', async () => {
    const { w } = here;
    w.write('e\u0301.md', 'decomposed');
    w.write('\u00e9.md', 'composed');
    await edited(w, put('e\u0301.md', 'agent'));
    await discarded(w, file('e\u0301.md'));
    expect(w.files()).toEqual({ 'e\u0301.md': 'decomposed', '\u00e9.md': 'composed' });
  });

  it('that is not UTF-8 is refused by name, and its file stays', async () => {
    const { w } = here;
    const raw = Buffer.concat([Buffer.from(`${w.root}/bad`), Buffer.from([0xff]), Buffer.from('name.md')]);
    writeFileSync(raw, 'mine');
    const [listed] = readdirSync(w.root);
    for (const path of [String(listed), w.at(String(listed)), 'lone\ud800.md', 'lone\udc00/x.md']) {
      for (const answer of [
        await w.review.act('edit', [put(path, 'agent')]),
        await w.review.act('edit', [{ op: 'delete', path }]),
        await w.review.act('edit', [put('ok.md', 'ok'), { op: 'move', path: 'ok.md', to: path }]),
        await w.review.begin([path]),
        await w.review.discard([file(path)]),
      ])
        expect(answer).toMatchObject({ outcome: 'refused', code: 'NAME_NOT_EXACT', files: [{ path }] });
    }
    expect(readdirSync(w.root)).toEqual([listed]);
    expect(readFileSync(raw, 'utf8')).toBe('mine');
    rmSync(raw);
  });

  it('below a folder whose name is not UTF-8 is refused by name', async () => {
    const { w } = here;
    const folder = Buffer.concat([Buffer.from(`${w.root}/bad`), Buffer.from([0xfe])]);
    const raw = Buffer.concat([folder, Buffer.from('/a.md')]);
    mkdirSync(folder);
    writeFileSync(raw, 'mine');
    expect(await w.review.act('edit', [put('bad\ufffd/a.md', 'agent')])).toMatchObject({
      outcome: 'refused',
      code: 'NAME_NOT_EXACT',
    });
    expect(readFileSync(raw, 'utf8')).toBe('mine');
    rmSync(folder, { recursive: true });
  });

  it('of 256 bytes is refused before anything is written', async () => {
    const { w } = here;
    for (const path of ['x'.repeat(256), `sub/${'y'.repeat(256)}`, `${'z'.repeat(256)}/a.md`])
      expect(await w.review.act('edit', [put(path, 'agent')])).toMatchObject({
        outcome: 'refused',
        code: 'INPUT_INVALID',
      });
    expect(w.files()).toEqual({});
    expect((await w.review.status()).actions).toEqual([]);
  });

  it.each(['', '.', 'a\0b', './', 'sub/..'])('that is no file’s (%j) is refused', async (path) => {
    const { w } = here;
    expect(await w.review.act('edit', [put(path, 'agent')])).toMatchObject({
      outcome: 'refused',
      code: expect.stringMatching(/^(?:INPUT_INVALID|IS_FOLDER)$/),
    });
    expect(w.files()).toEqual({});
  });
});
