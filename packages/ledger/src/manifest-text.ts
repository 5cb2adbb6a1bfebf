/** A manifest as it lies on disk: one line of JSON that ends with its own checksum, so that every flipped bit shows. */
import { sha256 } from '@verbatim/store';
import type { CopyManifest, Manifest } from './manifest-words.js';

export function manifestText(manifest: Manifest | CopyManifest): string {
  return `${JSON.stringify({ ...manifest, sum: sha256(JSON.stringify(manifest)) })}\n`;
}

/** The value without its checksum; undefined where the checksum, or any other byte, is not as it was written. */
export function parseManifestText(bytes: Uint8Array | undefined): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const { sum: _, ...manifest } = JSON.parse(text) as Manifest & { sum: unknown };
    return manifestText(manifest) === text ? manifest : undefined;
  } catch {
    return undefined;
  }
}
