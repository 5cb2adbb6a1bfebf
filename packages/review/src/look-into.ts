import type { Look, Tree } from '@verbatim/core';

/** A file as it is at one moment, with its bytes held; none where there is no file. */
export function lookInto(tree: Tree, path: string): { readonly look: Look; readonly bytes: Uint8Array } {
  const chunks: Buffer[] = [];
  const look = tree.look(
    path,
    (chunk) => chunks.push(Buffer.from(chunk)),
    () => chunks.splice(0),
  );
  return { look, bytes: Buffer.concat(chunks) };
}
