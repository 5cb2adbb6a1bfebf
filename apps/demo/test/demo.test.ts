import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBuilt, openDesk } from './desk.js';

describe.skipIf(!isBuilt)('the demo', () => {
  test('once keeps and discards everything, proves it and leaves nothing behind', () => {
    const desk = openDesk();
    const env = { TMPDIR: desk.path };
    const answer = desk.json(['demo', '--once'], { env });
    expect(answer).toMatchObject({ exit: 0, outcome: 'checked', ok: true });
    const rows = answer.rows as {
      path: string;
      verdict: string;
      sha256: Record<string, string | null>;
      problems: string[];
    }[];
    const single = ['field-notes.md', 'paper.tex', 'minutes.txt', 'stations.csv', 'settings.json', 'chart.png'];
    for (const path of [...single, 'summary.md', 'archive/minutes.txt']) {
      expect(rows.filter((row) => row.path === path).map(({ verdict }) => verdict)).toEqual(['discard', 'keep']);
    }
    expect(rows).toHaveLength(22);
    for (const { verdict, sha256 } of rows) {
      expect(sha256['now'] === sha256['before']).toBe(verdict === 'discard');
    }
    expect(readdirSync(desk.path).sort()).toEqual(['user', 'work']);
    expect(readdirSync(join(desk.path, 'user'))).toEqual([]);

    const told = desk.run(['demo', '--once'], { env });
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(told.stdout).toMatch(/^FILE +AGENT +CHANGES +SHA-256 BEFORE +AFTER +NOW +RESULT$/m);
    expect(told.stdout).toMatch(/^field-notes\.md +edited +1 +([0-9a-f]{12}) +[0-9a-f]{12} +\1 +discarded, = before$/m);
    expect(told.stdout).toMatch(/^field-notes\.md +edited +1 +[0-9a-f]{12} +([0-9a-f]{12}) +\1 +kept$/m);
    expect(told.stdout).toContain('All right.');
  });

  test('leaves a review waiting, and three commands that work', () => {
    const desk = openDesk();
    const told = desk.run(['demo'], { env: { TMPDIR: desk.path } });
    expect(told).toMatchObject({ status: 0, stderr: '' });
    const folder = /It all lies in (\S+);/.exec(told.stdout)?.[1] ?? '';
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(existsSync(join(folder, 'survey/field-notes.md'))).toBe(true);
    const commands = [...told.stdout.matchAll(/^ {2}node \S+ (.*)$/gm)].map(([, command]) => command ?? '');
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['inspect', 'discard', 'keep']);
    const [inspected, discarded, kept] = commands.map((command) => desk.shell(command));
    expect(inspected?.stdout).toContain('The result is preliminary.');
    expect(inspected?.stdout).toContain('The validated result is ready for review.');
    expect(discarded?.stdout).toContain('Discarded.');
    expect(kept?.stdout).toContain('Kept.');
  });
});
