/** The project's own Office documents, by name. */
import { readFileSync } from 'node:fs';
import { documents } from '@verbatim/fixtures';

export function fixture(name: string): Buffer {
  const found = documents.find((document) => document.name === name);
  if (found === undefined) throw new Error(`there is no fixture ${name}`);
  return readFileSync(found.url);
}
