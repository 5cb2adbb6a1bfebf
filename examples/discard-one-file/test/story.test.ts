import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const story = fileURLToPath(new URL('../index.js', import.meta.url));
const isBuilt = existsSync(new URL('../../../packages/node/dist/index.js', import.meta.url));

test.skipIf(!isBuilt)('the story comes out as it says', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'verbatim-example-'));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const ran = spawnSync(process.execPath, [story], { env: { TMPDIR: scratch, HOME: scratch }, encoding: 'utf8' });
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
  const [, before, now] =
    /^discarded \{\s+before: '(\w+)',\s+after: '\w+',\s+now: '(\w+)'\s+\}\n$/.exec(ran.stdout) ?? [];
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(now).toBe(before);
});
