import JSZip from 'jszip';
import mammoth from 'mammoth';
import { SaxesParser } from 'saxes';
import * as sheetjs from 'xlsx';

/** What programs of other people read from the files that this package wrote. */

export async function wordText(bytes: Uint8Array): Promise<string> {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  return value;
}

export function cellValue(bytes: Uint8Array, sheet: string, cell: string): unknown {
  const book = sheetjs.read(bytes, { type: 'array' });
  const found: unknown = book.Sheets[sheet]?.[cell];
  return typeof found === 'object' && found !== null && 'v' in found ? found.v : undefined;
}

/** The text of the elements called `local` in one part, by jszip with its CRC check and saxes. */
export async function partText(bytes: Uint8Array, part: string, local: string): Promise<readonly string[]> {
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true });
  const content = await zip.file(part)?.async('uint8array');
  if (content === undefined) throw new Error(`There is no part ${part}.`);
  const encoding = content[0] === 0xff ? 'utf-16le' : content[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const texts: string[] = [];
  let isInside = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => {
    if (tag.local === local) {
      isInside = true;
      texts.push('');
    }
  });
  parser.on('text', (text) => {
    if (isInside) texts[texts.length - 1] += text;
  });
  parser.on('closetag', (tag) => {
    if (tag.local === local) isInside = false;
  });
  parser.write(new TextDecoder(encoding).decode(content)).close();
  return texts;
}
