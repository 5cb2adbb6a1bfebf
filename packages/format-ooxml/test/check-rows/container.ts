import { deflateRawSync } from 'node:zlib';
import { type MadeArchive, type MadeEntry, makeZip } from '../make-zip.js';
import { entries, latin1, type Row, word } from './row.js';

const zip = (archive: MadeArchive) => makeZip(entries, archive);
const all = (how: Partial<MadeEntry>) => makeZip(entries.map((entry) => ({ ...entry, ...how })));
/** A sound document and one picture that nobody needs. */
const withPicture = (how: Partial<MadeEntry>) =>
  makeZip([...entries, { name: 'word/media/a.png', content: 'picture '.repeat(40), ...how }]);

function patched(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at < 0 ? copy.length + at : at);
  return copy;
}

function secondHeader(bytes: Uint8Array): number {
  return Buffer.from(bytes).indexOf('PK\x03\x04', 4, 'latin1');
}

const compound = (stream: string) => latin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${stream.replaceAll(/./g, '$&\0')}`);

export const container: readonly Row[] = [
  ['an empty file', 'refuse empty-file', new Uint8Array()],
  ['HTML under an Office name', 'refuse html-file', latin1('<html><body>Report</body></html>')],
  ['PDF under an Office name', 'refuse pdf-file', latin1('%PDF-1.7')],
  ['RTF under an Office name', 'refuse not-a-package', latin1('{\\rtf1')],
  ['gzip under an Office name', 'refuse not-a-package', latin1('\x1f\x8b\x08\0')],
  ['nothing but zeros', 'refuse not-a-package', new Uint8Array(4_096)],
  ['a package behind a password', 'refuse encrypted', compound('EncryptedPackage')],
  ['a document of the old format', 'refuse legacy-format', compound('WordDocument')],
  ['no end of central directory: cut off', 'refuse zip-damaged', word().subarray(0, -10)],
  ['an empty archive', 'refuse zip-damaged', makeZip([])],
  ['a directory that is not where the end record says', 'refuse zip-damaged', zip({ directoryShift: 1 })],
  ['fewer records than announced', 'refuse zip-damaged', zip({ count: entries.length + 1 })],
  ['more records than announced', 'refuse zip-damaged', zip({ count: entries.length - 1 })],
  ['a comment longer than the file', 'refuse zip-damaged', patched(word(), -2, 9, 0)],
  ['two end records that both fit', 'refuse zip-damaged', zip({ comment: String.fromCharCode(...makeZip([])) })],
  ['an end record quoted in the comment', '', zip({ comment: `PK\x05\x06${'\0'.repeat(10)} and more, and more` })],
  ['bytes behind the end', 'warn zip-trailing-bytes', zip({ trailing: Uint8Array.of(0) })],
  ['bytes before the first entry', 'refuse zip-damaged', zip({ prefix: latin1('PK\x03\x04') })],
  ['zip64 fields in local headers', '', all({ zip64: 'local' })],
  ['zip64 fields in the directory', '', all({ zip64: 'directory' })],
  ['zip64 data descriptors', '', all({ descriptor: 'zip64' })],
  ['a zip64 end record', '', zip({ zip64End: true })],
  ['encryption (bit 0)', 'refuse zip-encrypted', withPicture({ flags: 1 })],
  ['strong encryption (bit 6)', 'refuse zip-encrypted', withPicture({ flags: 64 })],
  ['encryption in the local header only', 'refuse zip-encrypted', withPicture({ local: { flags: 1 } })],
  ['another method', 'refuse zip-method', withPicture({ method: 12 })],
  ['stored entries', '', all({ method: 0 })],
  ['no local header where the directory says', 'refuse zip-mismatch', patched(word(), secondHeader(word()), 0)],
  ['another name in the local header', 'refuse zip-mismatch', withPicture({ local: { name: 'word/media/b.png' } })],
  ['another method in the local header', 'refuse zip-mismatch', withPicture({ local: { method: 0 } })],
  ['another checksum in the local header', 'refuse zip-mismatch', withPicture({ local: { crc: 1 } })],
  ['another size in the local header', 'refuse zip-mismatch', withPicture({ local: { size: 1 } })],
  ['data descriptors, with a signature', '', all({ descriptor: 'signed' })],
  ['data descriptors, without', '', all({ descriptor: 'bare' })],
  ['a data descriptor that only the local header tells of', '', withPicture({ local: { flags: 8, crc: 0, size: 0 } })],
  ['entries that overlap', 'refuse zip-overlap', withPicture({ lie: { packedSize: 60 } })],
  ['a length that is too short', 'refuse entry-unreadable', withPicture({ lie: { size: 100 } })],
  ['a length that is too long', 'refuse entry-unreadable', withPicture({ lie: { size: 400 } })],
  ['a wrong checksum, of media too', 'refuse entry-crc', withPicture({ lie: { crc: 1 } })],
  ['a broken stream', 'refuse entry-unreadable', withPicture({ packed: Uint8Array.of(255, 255, 255) })],
  [
    'a stream without end',
    'refuse entry-unreadable',
    withPicture({ packed: deflateRawSync('picture '.repeat(40)).subarray(0, 8) }),
  ],
  ['one name twice, in another case', 'refuse entry-duplicate', withPicture({ name: 'WORD/document.xml' })],
  ['one name twice, with a backslash', 'refuse entry-duplicate', withPicture({ name: 'word\\document.xml' })],
  ['one folder twice', '', makeZip([...entries, folder('word/'), folder('Word/')])],
  ['a name that leads out', 'refuse entry-name', withPicture({ name: 'word/../../a.png' })],
  ['an absolute name', 'refuse entry-name', withPicture({ name: '/word/a.png' })],
  ['a drive', 'refuse entry-name', withPicture({ name: 'C:/a.png' })],
  ['a NUL in a name', 'refuse entry-name', withPicture({ name: 'word/a\0.png' })],
  ['a backslash in a name', 'warn entry-backslash', withPicture({ name: 'word\\media\\a.png' })],
  ['folders', '', makeZip([folder('word/'), ...entries, folder('word/media/')])],
  [
    'content types last, another order of the directory',
    '',
    zip({ order: entries.map((_, at) => entries.length - 1 - at) }),
  ],
  ['a comment', '', zip({ comment: 'made by hand' })],
  ['unknown extra fields', '', all({ directoryExtra: Uint8Array.of(9, 9, 1, 0, 7) })],
  ['no time at all', '', patched(word(), 10, 0, 0, 0, 0)],
  ['any version needed', '', patched(word(), 4, 63)],
  ['padding for growth in local headers only', '', all({ localExtra: Uint8Array.of(0x20, 0xa2, 2, 0, 0, 0) })],
  ['a UTF-8 name', '', withPicture({ name: 'word/media/Bild ü.png', flags: 0x800 })],
  ['a name in an old code page', '', withPicture({ name: latin1('word/media/Bild \xfc.png') })],
  ['too many entries', 'refuse limit', zip({ count: 10_001 })],
  ['an entry that would be too large', 'refuse limit, refuse limit', withPicture({ lie: { size: 300_000_000 } })],
  [
    'a package that would be too large',
    'refuse limit',
    makeZip(Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, content: 'x', lie: { size: 60_000_000 } }))),
  ],
];

function folder(name: string): MadeEntry {
  return { name, content: '', method: 0 };
}
