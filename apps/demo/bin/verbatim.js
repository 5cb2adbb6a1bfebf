#!/usr/bin/env node
// Starts the built command. Version and overview are answered here and in one small file, with nothing else loaded.
import { existsSync, readFileSync, writeSync } from 'node:fs';

const built = new URL('../dist/cli/main.js', import.meta.url);
const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  writeSync(1, `${version}\n`);
} else if (!existsSync(built)) {
  writeSync(2, 'verbatim is not built yet. Run `npm start` or `npm test` once in its folder; either builds it.\n');
  // A hook that cannot capture must block, and agents take any code but 2 for a yes.
  process.exitCode = args.includes('hook') ? 2 : 1;
} else {
  try {
    const { main } = await import(built.href);
    await main(args);
  } catch (error) {
    if (!args.includes('hook')) throw error;
    writeSync(2, `verbatim: ${String(error).split('\n', 1)[0]}\n`);
    process.exitCode = 2;
  }
}
