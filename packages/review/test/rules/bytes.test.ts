/** Any bytes, by the tool and by agents that write by themselves: what Discard writes back is what was there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { file, put, replace, sha256 } from '../workspace.js';
import { bracket, discarded, edited, inBothOrders, saveByRename } from './each-workspace.js';

const everyByte = Uint8Array.from({ length: 256 }, (_, n) => n);

/** Each before with what the agent makes of it. */
const kinds: Readonly<Record<string, readonly [before: Uint8Array, after: Uint8Array]>> = {
  CRLF: [Buffer.from('one\r\ntwo\r\n'), Buffer.from('one\r\n2\r\n')],
  'CRLF to LF': [Buffer.from('one\r\ntwo\r\n'), Buffer.from('one\ntwo\n')],
  'mixed line ends': [Buffer.from('a\r\nb\nc\rd\r\r\n'), Buffer.from('a\r\nB\nc\rd\r\r\n')],
  'a byte order mark': [Buffer.from('\ufeffone\n'), Buffer.from('\ufefftwo\n')],
  'a byte order mark that the agent drops': [Buffer.from('\ufeffone\n'), Buffer.from('one\n')],
  'UTF-16': [Buffer.from('\ufeffone\r\n', 'utf16le'), Buffer.from('\ufefftwo\r\n', 'utf16le')],
  'no final newline': [Buffer.from('one'), Buffer.from('one\n')],
  'a final newline that the agent drops': [Buffer.from('one\n'), Buffer.from('one')],
  'invalid UTF-8': [Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]), Buffer.from([0x61, 0xff])],
  'every byte there is': [everyByte, everyByte.toReversed()],
  'an empty file to content': [new Uint8Array(), Buffer.from('content')],
  'content to an empty file': [Buffer.from('content'), new Uint8Array()],
  'one byte': [Buffer.from([0]), Buffer.from([1])],
  'more than one chunk': [Buffer.alloc(2_500_001, 'before '), Buffer.alloc(1_048_576, 'after ')],
};

inBothOrders((here) => {
  describe.each(Object.keys(kinds))('%s', (kind) => {
    const [before, after] = kinds[kind] as (typeof kinds)[string];
    const receipt = { sha256: { before: sha256(before), after: sha256(after), now: sha256(before) } };

    it('comes back exactly after an edit of the tool', async () => {
      const { w } = here;
      w.write('file', before);
      await edited(w, put('file', after));
      expect(sha256(readFileSync(w.at('file')))).toBe(sha256(after));
      expect((await discarded(w, file('file'))).files).toMatchObject([receipt]);
      expect(sha256(readFileSync(w.at('file')))).toBe(sha256(before));
    });

    it('comes back exactly after an agent wrote by itself', async () => {
      const { w } = here;
      w.write('file', before);
      await bracket(w, ['file'], () => writeFileSync(w.at('file'), after));
      expect((await discarded(w, file('file'))).files).toMatchObject([receipt]);
      expect(sha256(readFileSync(w.at('file')))).toBe(sha256(before));
      await bracket(w, ['file'], () => saveByRename(w, 'file', after));
      await discarded(w, file('file'));
      expect(sha256(readFileSync(w.at('file')))).toBe(sha256(before));
    });
  });

  it('an edit of some bytes leaves all others as they are', async () => {
    const { w } = here;
    const odd = Buffer.concat([
      Buffer.from('\ufeffA\r\n'),
      Buffer.from([0xff, 0x00]),
      Buffer.from('needle\n\r\r\nend'),
    ]);
    w.write('odd.txt', odd);
    await edited(w, replace('odd.txt', 'needle', 'thread'));
    expect(readFileSync(w.at('odd.txt'), 'latin1')).toBe(odd.toString('latin1').replace('needle', 'thread'));
    await discarded(w, file('odd.txt'));
    expect(readFileSync(w.at('odd.txt')).equals(odd)).toBe(true);
  });

  it('an empty file is not an absent one', async () => {
    const { w } = here;
    await edited(w, put('new-and-empty', ''));
    await edited(w, put('new-and-empty', 'x'));
    expect((await w.review.status()).actions).toMatchObject([
      { files: [{ kind: 'created' }] },
      { files: [{ kind: 'edited' }] },
    ]);
    w.write('empty', '');
    await edited(w, { op: 'delete', path: 'empty' });
    await discarded(w, file('empty'));
    await discarded(w, file('new-and-empty'));
    expect(w.files()).toEqual({ empty: '' });
  });
});
