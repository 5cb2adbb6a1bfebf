/** The page that `npm start` serves: trying it out must not touch what is the person's own. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBuilt, openDesk } from '../desk.js';
import { type Server, signIn } from './open-server.js';

describe.skipIf(!isBuilt || process.platform !== 'linux')('the demo’s page', () => {
  test('puts what is deleted on it into a trash in the demo’s own folder', async () => {
    const desk = openDesk();
    const child = desk.start(['demo', '--page'], { env: { TMPDIR: desk.path } });
    const gone = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGINT');
      await gone;
    });
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/http:\/\/\S+#\S+\n/);
    const url = new URL(/http:\/\/\S+/.exec(printed)?.[0] ?? '');
    const { origin, host, port, hash } = url;
    const server = { url: url.href, origin, host, port: Number(port), token: hash.slice(1) } as Server;

    const caller = await signIn(server);
    const { root } = (await caller.call('status')).json;
    const file = './summary.md';
    const { copies } = (await caller.call('history', { target: file })).json;
    const [{ id }] = copies.filter(({ hash: made }: { hash: string | null }) => made === null);
    const restored = await caller.call('restore', { scope: 'file', file, copy: id });
    expect(restored.json).toMatchObject({ outcome: 'restored' });
    expect(existsSync(join(root, 'summary.md'))).toBe(false);
    expect(readdirSync(join(dirname(root), 'data', 'Trash', 'files'))).toContain('summary.md');
    expect(readdirSync(join(desk.path, 'user'))).toEqual([]);
  }, 120_000);
});
