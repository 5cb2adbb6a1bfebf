import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const story = fileURLToPath(new URL('../index.js', import.meta.url));
const isBuilt = existsSync(new URL('../../../packages/drafts/dist/index.js', import.meta.url));

test.skipIf(!isBuilt)('the story comes out as it says', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'verbatim-example-'));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const ran = spawnSync(process.execPath, [story], { env: { TMPDIR: scratch, HOME: scratch }, encoding: 'utf8' });
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
  expect(ran.stdout).toContain('Previous turn changed r2..r5:\n- app.js: +2 -2\n- styles.css: +1 -1\n');
  expect(ran.stdout).toContain('+items.sort(byCompletedThenCreatedAt);\n');
});
