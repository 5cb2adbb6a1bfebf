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
      format: string;
      changes: number;
      verdict: string;
      sha256: Record<string, string | null>;
      problems: string[];
    }[];
    const single = [
      ['field-notes.md', 'markdown', 1],
      ['paper.tex', 'latex', 1],
      ['minutes.txt', 'text', 1],
      ['stations.csv', 'csv', 2],
      ['settings.json', 'json', 2],
      ['survey-memo.docx', 'word', 1],
      ['board-briefing.pptx', 'powerpoint', 1],
      // The cell, and that Excel is to compute all formulas when it opens the file.
      ['gauge-workbook.xlsx', 'excel', 2],
      ['chart.png', 'binary', 1],
      ['summary.md', 'markdown', 1],
      ['archive/minutes.txt', 'text', 1],
    ] as const;
    for (const [path, format, changes] of single) {
      const found = rows.filter((row) => row.path === path);
      expect(found.map(({ verdict }) => verdict)).toEqual(['discard', 'keep']);
      expect(found).toMatchObject([
        { format, changes },
        { format, changes },
      ]);
    }
    expect(rows).toHaveLength(28);
    for (const { verdict, sha256 } of rows) {
      expect(sha256['now'] === sha256['before']).toBe(verdict === 'discard');
    }
    expect(readdirSync(desk.path).sort()).toEqual(['user', 'work']);
    expect(readdirSync(join(desk.path, 'user'))).toEqual([]);

    const told = desk.run(['demo', '--once'], { env });
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(told.stdout).toMatch(/^FILE +FORMAT +AGENT +CHANGES +SHA-256 BEFORE +AFTER +NOW +RESULT$/m);
    expect(told.stdout).toMatch(
      /^field-notes\.md +markdown +edited +1 +([0-9a-f]{12}) +[0-9a-f]{12} +\1 +discarded, = before$/m,
    );
    expect(told.stdout).toMatch(/^field-notes\.md +markdown +edited +1 +[0-9a-f]{12} +([0-9a-f]{12}) +\1 +kept$/m);
    expect(told.stdout).toContain('All right.');
  }, 120_000);

  test('leaves a review waiting, and commands that work', () => {
    const desk = openDesk();
    const told = desk.run(['demo'], { env: { TMPDIR: desk.path } });
    expect(told).toMatchObject({ status: 0, stderr: '' });
    const folder = /It all lies in (\S+);/.exec(told.stdout)?.[1] ?? '';
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(existsSync(join(folder, 'survey/field-notes.md'))).toBe(true);
    const commands = [...told.stdout.matchAll(/^ {2}node \S+ (.*)$/gm)].map(([, command]) => command ?? '');
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['inspect', 'inspect', 'discard', 'keep']);
    const [inspected, workbook, discarded, kept] = commands.map((command) => desk.shell(command));
    expect(inspected?.stdout).toContain('The result is preliminary.');
    expect(inspected?.stdout).toContain('The validated result is ready for review.');
    expect(workbook?.stdout).toContain('Costs!B5');
    expect(discarded?.stdout).toContain('Discarded.');
    expect(kept?.stdout).toContain('Kept.');
  });
});
