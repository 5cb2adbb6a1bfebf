/** Adds a comment to a PNG, as an image tool would: one more `tEXt` chunk before the end (PNG specification, 11.3.4.3). */
import { crc32 } from 'node:zlib';

const endChunkBytes = 12;

export function addComment(png: Uint8Array, comment: string): Uint8Array {
  const end = png.length - endChunkBytes;
  return Buffer.concat([png.subarray(0, end), textChunk(comment), png.subarray(end)]);
}

function textChunk(comment: string): Buffer {
  const body = Buffer.from(`tEXtComment\0${comment}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
