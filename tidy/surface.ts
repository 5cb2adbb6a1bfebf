// The exported names of a package as text, one line each: what `packages/*/exports.txt` holds.
import { posix } from 'node:path';
import { type Export, readSyntax } from './syntax.ts';
import { exists, type Room, readText } from './workspace.ts';

export function surfaceOf(room: Room): string {
  const lines: string[] = [];
  for (const [subpath, target] of Object.entries(room.manifest.exports ?? {})) {
    const source = typeof target === 'string' ? undefined : target['@verbatim/source'];
    if (source === undefined) continue;
    lines.push(posix.join(room.manifest.name, subpath));
    const found = exportsOf(posix.join(room.dir, source)).map(({ kind, name }) => `  ${kind} ${name}`);
    lines.push(...[...new Set(found)].sort());
  }
  return `${lines.join('\n')}\n`;
}

function exportsOf(path: string): Export[] {
  return readSyntax(path, readText(path)).exports.flatMap((one) => {
    if (one.kind !== 'all' || !one.name.startsWith('.')) return [one];
    const beside = posix.join(posix.dirname(path), one.name);
    return exportsOf(exists(beside) ? beside : beside.replace(/\.js$/, '.ts'));
  });
}
