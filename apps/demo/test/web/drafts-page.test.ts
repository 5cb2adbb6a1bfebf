import { existsSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../desk.js';
import { seriousFindings } from './axe.js';
import { canBrowse, closeBrowser, openPage } from './open-page.js';
import { startServer } from './open-server.js';

/** Other tests run beside this one. */
const soon = { timeout: 30_000 };

afterAll(closeBrowser);

/** An app with these revisions of its one file. */
function deskWithDraft(...texts: readonly string[]): Desk {
  const desk = openDesk();
  for (const text of texts) write(desk, text);
  return desk;
}

function write(desk: Desk, text: string): void {
  expect(desk.json(['draft', 'write', 'tides', 'app.js'], { input: text })).toMatchObject({ exit: 0 });
}

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true });
const focused = (page: Page): Promise<string | null> => page.locator(':focus').first().textContent();

async function openDraft(page: Page): Promise<Locator> {
  await button(page, 'Timeline of tides').click();
  const sheet = page.getByRole('dialog', { name: 'Draft of tides' });
  await sheet.getByRole('heading', { name: 'Check and publish' }).waitFor();
  return sheet;
}

/** A command that goes on until the test writes the file `go`. */
const untilGo = 'echo at work; until [ -e "$HOME/go" ]; do sleep 0.05; done';

describe.skipIf(!canBrowse)('a draft on the page', { timeout: 90_000 }, () => {
  test('shows the exact commands, ships what was shown, and tells how it came out', async () => {
    const desk = deskWithDraft('let a = 1;\n', 'let a = 2;\n');
    const { url } = await startServer(desk, ['--check', 'cat app.js', '--publish', 'echo sent "$VERBATIM_REVISION"']);
    const sheet = await openDraft(await openPage(url));
    expect(await sheet.locator('.command code').allInnerTexts()).toEqual([
      'cat app.js',
      'echo sent "$VERBATIM_REVISION"',
    ]);
    await button(sheet, 'Ship r2').click();
    await sheet.getByText('✓ r2 passed its check and is live').waitFor();
    expect(await sheet.locator('.output').innerText()).toBe('let a = 2;\nsent 2\n');
    await sheet.getByText('● Live').waitFor();
    await sheet.getByText('✓ Check passed').waitFor();
    await sheet.getByText('r2 is live', { exact: false }).first().waitFor();
  });

  test('stops at a check that fails, with its exit status and its last lines, and publishes nothing', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const commands = ['--check', 'seq 900; echo "2 tests failed" >&2; exit 7', '--publish', 'touch "$HOME/published"'];
    const sheet = await openDraft(await openPage((await startServer(desk, commands)).url));
    await button(sheet, 'Ship r1').click();
    await sheet.getByText('✕ r1 did not pass its check').waitFor();
    await sheet.getByText('The command ended with exit status 7.').waitFor();
    const output = await sheet.locator('.output').innerText();
    expect([output.includes('Earlier lines are not shown.'), output.endsWith('900\n2 tests failed\n')]).toEqual([
      true,
      true,
    ]);
    await sheet.getByText('✕ Check failed').waitFor();
    expect([await sheet.getByText('● Live').count(), existsSync(`${desk.path}/user/published`)]).toEqual([0, false]);
  });

  test('has no button for a command that was not named, and gives the line to type', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const page = await openPage((await startServer(desk)).url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const sheet = await openDraft(page);
    expect(await sheet.getByRole('button', { name: /^(?:Check|Publish|Ship)\b/ }).count()).toBe(0);
    await button(sheet, 'Copy the command').click();
    await sheet.getByText('Copied.').waitFor();
    const line = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(line).toBe('verbatim draft ship tides --check CMD --publish CMD');
    const typed = line.replace('verbatim ', '').replaceAll('CMD', 'true');
    expect(desk.shell(typed).status).toBe(0);
    await sheet.getByText('✓ Check passed').waitFor();
    await sheet.getByText('● Live').waitFor();
  });

  test('shows a revision that another process writes, without a reload, and keeps the focus', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const page = await openPage((await startServer(desk, ['--check', 'true'])).url);
    await page.getByText('r1', { exact: false }).first().waitFor();
    await button(page, 'Timeline of tides').focus();
    write(desk, 'let a = 2;\n');
    await page.getByRole('region', { name: 'Drafts' }).getByText('r2·').waitFor();
    expect(await focused(page)).toBe('Timeline');
    const sheet = await openDraft(page);
    await button(sheet, 'Changes of r1').focus();
    write(desk, 'let a = 3;\n');
    await button(sheet, 'Changes of r3').waitFor();
    await button(sheet, 'Check r3').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Changes of r1');
  });

  test('can be shipped with the keyboard alone, and the focus stays where it was', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const page = await openPage((await startServer(desk, ['--check', 'true', '--publish', 'true'])).url);
    await button(page, 'Timeline of tides').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Ship r1').waitFor();
    for (let tabs = 0; tabs < 8 && (await focused(page)) !== 'Ship r1'; tabs += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('✓ r1 passed its check and is live').waitFor();
    expect(await focused(page)).toBe('Ship r1');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page), soon).toBe('Timeline');
  });

  test('shows a run in every tab and after a reload, goes on deciding meanwhile, and stops it', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    desk.write('notes.md', 'one\n');
    desk.json(['edit', 'notes.md', '--replace', 'one', '--with', 'two']);
    const { url } = await startServer(desk, ['--check', untilGo, '--publish', untilGo]);
    const [page, other] = [await openPage(url), await openPage(url)];
    await button(await openDraft(page), 'Check r1').click();
    await page.locator('.output').getByText('at work').waitFor();
    await other.getByText('Checking r1 …').waitFor();
    await other.getByRole('button', { name: 'Discard edit of notes.md' }).click();
    await other.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    expect(desk.read('notes.md')).toBe('one\n');

    await page.reload();
    const sheet = page.getByRole('dialog', { name: 'Draft of tides' });
    await sheet.getByText('Checking r1 …').waitFor();
    expect(await button(sheet, 'Ship r1').getAttribute('aria-disabled')).toBe('true');
    await button(sheet, 'Stop').click();
    await sheet.getByText('A check that is stopped is not recorded.').waitFor();
    expect(await sheet.getByText(/Check (?:passed|failed)/).count()).toBe(0);
    await button(sheet, 'Check r1').click();
    await sheet.getByText('Checking r1 …').waitFor();
    desk.write('../user/go', '');
    await sheet.getByText('✓ r1 passed its check').waitFor();
  });

  test('asks what became of a publish that was cut short, and takes either answer', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const page = await openPage((await startServer(desk, ['--publish', untilGo])).url);
    const sheet = await openDraft(page);
    await button(sheet, 'Publish r1').click();
    await sheet.locator('.output').getByText('at work').waitFor();
    await button(sheet, 'Stop').click();
    await sheet.getByText('r1 may be live.').waitFor();
    await sheet.locator('.badge').getByText('Publish unconfirmed').first().waitFor({ timeout: 5_000 });
    await button(sheet, 'Confirm that r1 is live').click();
    await sheet.getByText('● Live').waitFor();
    expect(await sheet.getByText('r1 may be live.').count()).toBe(0);

    write(desk, 'let a = 2;\n');
    await button(sheet, 'Publish r2').click();
    await sheet.getByText('Publishing r2 …').waitFor();
    await button(sheet, 'Stop').click();
    await sheet.getByText('r2 may be live.').waitFor();
    desk.write('../user/go', '');
    await button(sheet, 'Publish r2 again').click();
    await sheet.getByText('✓ r2 is live').waitFor();
    await expect.poll(() => sheet.getByText('r2 may be live.').count(), soon).toBe(0);
  });

  test('refuses in place what was pressed for a revision that is no longer the newest', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const page = await openPage((await startServer(desk, ['--check', 'true'])).url);
    const sheet = await openDraft(page);
    await page.route('**/api/draft-run', async (route) => {
      write(desk, 'let a = 2;\n');
      await route.continue();
    });
    await button(sheet, 'Check r1').click();
    await sheet.getByRole('alert').getByText('The draft is at r2, not at r1, so nothing was run.').waitFor();
    expect(desk.json(['draft', 'metrics', 'tides']).checks).toBe(0);
  });

  test('shows what commands print as text, whatever is in it', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const check = `printf '<img src=x onerror=alert(1)>\\033[31m!\\033[0m\\n'`;
    const sheet = await openDraft(await openPage((await startServer(desk, ['--check', check])).url));
    await button(sheet, 'Check r1').click();
    await sheet.locator('.output').getByText('<img src=x onerror=alert(1)>!').waitFor();
    expect(await sheet.locator('img').count()).toBe(0);
  });

  test('has no serious finding of an accessibility scan, light, dark and narrow', async () => {
    const desk = deskWithDraft('let a = 1;\n');
    const commands = ['--check', 'seq 90; exit 1', '--publish', 'echo at work; sleep 60'];
    const { url } = await startServer(desk, commands);
    for (const options of [{}, { dark: true }, { width: 390 }]) {
      const page = await openPage(url, options);
      const sheet = await openDraft(page);
      await button(sheet, 'Check r1').click();
      await sheet.getByText('The command ended with exit status 1.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await button(sheet, 'Publish r1').click();
      await sheet.locator('.output').getByText('at work').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await button(sheet, 'Stop').click();
      await sheet.getByText('r1 may be live.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});
