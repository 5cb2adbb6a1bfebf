import { renameSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../desk.js';
import { seriousFindings } from './axe.js';
import { canBrowse, closeBrowser, openPage, rowOf } from './open-page.js';
import { startServer } from './open-server.js';

afterAll(closeBrowser);

const changedSince =
  'This file changed after the reviewed agent edit. Its review remains pending so newer work is not overwritten.';

/** A workspace with one agent edit of `notes.md`. */
function deskWithEdit(): Desk {
  const desk = openDesk();
  desk.write('notes.md', 'The result is preliminary.\n\nMore to come.\n');
  desk.json(['edit', 'notes.md', '--replace', 'preliminary', '--with', 'final', '--agent', 'ada', '--request', 'r1']);
  return desk;
}

const button = (page: Page, name: string | RegExp): ReturnType<Page['getByRole']> => page.getByRole('button', { name });
const said = (page: Page): ReturnType<Page['locator']> => page.locator('.toast');
const waitsFor = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title }).waitFor();

describe.skipIf(!canBrowse)('the page', { timeout: 90_000 }, () => {
  test('shows a waiting edit with its words marked, discards it exactly, and undoes that', async () => {
    const desk = deskWithEdit();
    const after = desk.read('notes.md');
    const page = await openPage((await startServer(desk)).url);
    await waitsFor(page, '1 file waits for you');
    expect(await page.title()).toBe('(1) work · Verbatim');
    expect(page.url()).not.toMatch(/#[\w-]{32}$/);

    await button(page, 'Inspect changes of notes.md').click();
    expect(await page.locator('del').first().innerText()).toBe('preliminary');
    expect(await page.locator('ins').first().innerText()).toBe('final');
    await button(page, 'Discard edit of notes.md').click();
    await waitsFor(page, 'Nothing waits for you');
    expect(desk.read('notes.md')).toBe('The result is preliminary.\n\nMore to come.\n');
    expect(await said(page).innerText()).toContain('Discarded notes.md.');

    await page.locator('.decided summary').click();
    expect(await page.locator('.decided .proof').innerText()).toMatch(/now = before/);
    await said(page).getByRole('button', { name: 'Undo' }).click();
    await waitsFor(page, '1 file waits for you');
    expect(desk.read('notes.md')).toBe(after);
  });

  test('keeps an edit, and a reload brings back what was open and what was decided', async () => {
    const desk = deskWithEdit();
    desk.write('other.txt', 'a\n');
    desk.json(['edit', 'other.txt', '--replace', 'a', '--with', 'b', '--agent', 'ada', '--request', 'r1']);
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Inspect changes of other.txt').click();
    await button(page, 'Keep edit of notes.md').click();
    await waitsFor(page, '1 file waits for you');
    await page.reload();
    await waitsFor(page, '1 file waits for you');
    await button(page, 'Hide changes of other.txt').waitFor();
    await page.locator('ins').first().waitFor();
    expect(await page.locator('.decided').innerText()).toContain('Kept notes.md');
    expect(desk.json(['status']).actions).toHaveLength(1);
  });

  test('rejects one change and accepts the other, byte for byte', async () => {
    const desk = openDesk();
    desk.write('list.csv', 'id,name,state\n1,North,open\n2,South,shut\n');
    desk.write('new.csv', 'id,name,state\n1,North,OPEN\n2,South,SHUT\n');
    desk.json(['write', 'list.csv'], { input: desk.read('new.csv') ?? '' });
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Inspect changes of list.csv').click();
    const cells = page.locator('tbody tr');
    await cells.first().waitFor();
    expect(await cells.count()).toBe(2);
    await cells
      .nth(0)
      .getByRole('button', { name: /^Reject/ })
      .click();
    await cells
      .nth(0)
      .getByRole('button', { name: /^Rejected/ })
      .waitFor();
    expect(desk.read('list.csv')).toBe('id,name,state\n1,North,open\n2,South,SHUT\n');
    await button(page, 'Discard 1 undecided change of list.csv').waitFor();
    await cells
      .nth(1)
      .getByRole('button', { name: /^Accept/ })
      .click();
    await waitsFor(page, 'Nothing waits for you');
    expect(desk.read('list.csv')).toBe('id,name,state\n1,North,open\n2,South,SHUT\n');
  });

  test('refuses in place after a person’s edit on disk, and offers every way on', async () => {
    const desk = deskWithEdit();
    const page = await openPage((await startServer(desk)).url);
    await rowOf(page, 'notes.md').waitFor();
    desk.write('notes.md', 'The result is final.\n\nMore to come, I think.\n');
    await page.getByText('Changed since the agent’s edit').waitFor();
    await button(page, 'Discard edit of notes.md').click();
    const refusal = page.getByRole('alert');
    expect(await refusal.innerText()).toContain(changedSince);
    await refusal.getByRole('button', { name: 'Compare' }).click();
    await page.locator('.preview .change').waitFor();
    await page.keyboard.press('Escape');
    await refusal.getByRole('button', { name: 'Save my version as a restore point' }).click();
    await page.getByText('Saved as a restore point.').waitFor();
    expect(desk.json(['history', 'notes.md']).copies[0]).toMatchObject({ label: 'Restore point' });

    await button(page, 'Discard edit of notes.md').click();
    await refusal.getByRole('button', { name: 'Reject single changes around my edits' }).click();
    await button(page, /^Reject: /)
      .first()
      .click();
    await page.getByRole('alert').getByRole('button', { name: 'Reject around my edits' }).click();
    await waitsFor(page, 'Nothing waits for you');
    expect(desk.read('notes.md')).toBe('The result is preliminary.\n\nMore to come, I think.\n');
  });

  test('offers to decide together what hangs together, and to accept a file that was replaced by an equal one', async () => {
    const desk = openDesk();
    desk.write('twice.txt', 'one\n');
    desk.json(['edit', 'twice.txt', '--replace', 'one', '--with', 'two']);
    desk.json(['edit', 'twice.txt', '--replace', 'two', '--with', 'three']);
    desk.write('saved.txt', 'old\n');
    desk.json(['edit', 'saved.txt', '--replace', 'old', '--with', 'new']);
    desk.write('saved.tmp', 'new\n');
    renameSync(desk.file('saved.tmp'), desk.file('saved.txt'));
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Discard edit of twice.txt').first().click();
    await button(page, 'Discard all 2 edits together').click();
    await waitsFor(page, '1 file waits for you');
    await page.getByText('Replaced by another program').waitFor();
    await button(page, 'Discard edit of saved.txt').click();
    await button(page, 'Accept the replacement and go on').click();
    await waitsFor(page, 'Nothing waits for you');
    expect([desk.read('twice.txt'), desk.read('saved.txt')]).toEqual(['one\n', 'old\n']);
  });

  test('decides several files together, with their number in the buttons', async () => {
    const desk = openDesk();
    desk.write('a.txt', 'a\n');
    desk.write('b.txt', 'b\n');
    const edits = [
      { op: 'replace', path: 'a.txt', replace: 'a', with: 'A' },
      { op: 'replace', path: 'b.txt', replace: 'b', with: 'B' },
    ];
    desk.json(['apply', '-'], { input: JSON.stringify({ edits }) });
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Discard 2 files').click();
    await waitsFor(page, 'Nothing waits for you');
    expect([desk.read('a.txt'), desk.read('b.txt')]).toEqual(['a\n', 'b\n']);
  });

  test('discards a file that an agent made, and restores one that it deleted', async () => {
    const desk = openDesk();
    desk.write('old.txt', 'kept for years\n');
    desk.json(['write', 'new.txt'], { input: 'new\n' });
    desk.json(['delete', 'old.txt']);
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Discard file of new.txt').click();
    await waitsFor(page, '1 file waits for you');
    await button(page, 'Restore file of old.txt').click();
    await waitsFor(page, 'Nothing waits for you');
    expect([desk.read('new.txt'), desk.read('old.txt')]).toEqual([undefined, 'kept for years\n']);
  });

  test('previews a restore, restores, and undoes it; pins and checks copies', async () => {
    const desk = deskWithEdit();
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'History of notes.md').click();
    const sheet = page.getByRole('dialog', { name: 'History of notes.md' });
    await sheet.getByPlaceholder('What to remember it by').fill('before lunch');
    await sheet.getByRole('button', { name: 'Save restore point' }).click();
    await sheet.getByText('“before lunch”').waitFor();
    await sheet.getByRole('button', { name: /^Preview restore: Before agent edit/ }).click();
    await sheet.locator('.preview ins').first().waitFor();
    await sheet.getByRole('button', { name: 'Restore this copy' }).click();
    await said(page).getByText('Restored notes.md').waitFor();
    expect(desk.read('notes.md')).toBe('The result is preliminary.\n\nMore to come.\n');
    await sheet
      .getByRole('button', { name: /^Undo the decision/ })
      .first()
      .click();
    await page.getByText(/is as it was before the restore/).waitFor();
    expect(desk.read('notes.md')).toBe('The result is final.\n\nMore to come.\n');

    await sheet.getByRole('button', { name: /^Pin Agent edit/ }).click();
    await sheet.getByText('Pinned', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
    await button(page, 'Check every copy').click();
    await page.getByText('All of them are exactly what was stored.').waitFor();
  });

  test('shows in a second tab what the first one decided, and undoes it from there', async () => {
    const desk = deskWithEdit();
    const { url } = await startServer(desk);
    const [one, two] = [await openPage(url), await openPage(url)];
    await rowOf(two, 'notes.md').waitFor();
    await button(one, 'Keep edit of notes.md').click();
    await waitsFor(one, 'Nothing waits for you');
    await waitsFor(two, 'Nothing waits for you');
    await two.locator('.decided').getByText('Kept notes.md').waitFor();
    await two.keyboard.press('u');
    await waitsFor(one, '1 file waits for you');
  });

  test('comes back after the server was started anew, with nothing lost', async () => {
    const desk = deskWithEdit();
    const first = await startServer(desk);
    const page = await openPage(first.url);
    await button(page, 'Inspect changes of notes.md').click();
    await page.locator('ins').first().waitFor();
    await first.stop();
    await page.getByText('The server does not answer. Trying again …').waitFor();
    await button(page, 'Discard edit of notes.md').click();
    await page.getByText('The server did not answer').waitFor();

    const second = await startServer(desk, ['--port', String(first.port)]);
    await waitsFor(page, 'Open the page’s own address');
    await page.goto(second.url);
    await button(page, 'Hide changes of notes.md').waitFor();
    await button(page, 'Discard edit of notes.md').click();
    await waitsFor(page, 'Nothing waits for you');
    expect(desk.read('notes.md')).toBe('The result is preliminary.\n\nMore to come.\n');
  });

  test('can be worked with the keyboard alone, and new edits never move the focused row', async () => {
    const desk = openDesk();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      desk.write(name, 'old\n');
      desk.json(['edit', name, '--replace', 'old', '--with', 'new', '--request', name === 'a.txt' ? 'r1' : 'r2']);
    }
    const page = await openPage((await startServer(desk)).url);
    await rowOf(page, 'a.txt').waitFor();
    const focused = (): Promise<string | null> =>
      page
        .locator(':focus')
        .getAttribute('aria-label', { timeout: 1_000 })
        .catch(() => null);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('ins, .side').first().waitFor();
    expect(await focused()).toMatch(/^b\.txt/);
    await page.keyboard.press('Enter');

    const top = (): Promise<number> =>
      rowOf(page, 'b.txt').evaluate((row) => Math.round(row.getBoundingClientRect().top));
    const before = await top();
    desk.write('d.txt', 'old\n');
    desk.json(['edit', 'd.txt', '--replace', 'old', '--with', 'new', '--request', 'r1']);
    await rowOf(page, 'd.txt').waitFor();
    await page.waitForTimeout(50);
    expect([await focused(), await top()]).toEqual([expect.stringMatching(/^b\.txt/), before]);

    await page.keyboard.press('n');
    await rowOf(page, 'b.txt').waitFor({ state: 'detached' });
    await expect.poll(focused).toMatch(/^c\.txt/);
    await page.keyboard.press('y');
    await rowOf(page, 'c.txt').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await rowOf(page, 'c.txt').waitFor();
    expect([desk.read('b.txt'), desk.read('c.txt')]).toEqual(['old\n', 'new\n']);

    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: 'Use these keys' }).uncheck();
    await page.keyboard.press('Escape');
    await rowOf(page, 'a.txt').focus();
    await page.keyboard.press('n');
    await page.waitForTimeout(50);
    expect(desk.read('a.txt')).toBe('new\n');
  });

  test('shows names and contents as text, whatever is in them', async () => {
    const desk = openDesk();
    const name = '<img src=x onerror=alert(1)>.md';
    desk.write(name, 'safe\n');
    desk.json([
      'edit',
      name,
      '--replace',
      'safe',
      '--with',
      '<script>document.title="owned"</script>',
      '--agent',
      '<b>x</b>',
    ]);
    const page = await openPage((await startServer(desk)).url);
    await page.getByText(name).waitFor();
    await page.getByRole('button', { name: /^Inspect changes/ }).click();
    await page.locator('.side.after').getByText('<script>document.title="owned"</script>').waitFor();
    expect(await page.locator('#app img, #app script, #app b:not([aria-hidden])').count()).toBe(0);
    expect(await page.title()).toBe('(1) work · Verbatim');
    await page.getByRole('button', { name: /^Discard edit/ }).click();
    await waitsFor(page, 'Nothing waits for you');
    expect(desk.read(name)).toBe('safe\n');
  });

  test('pages through 400 changes of a file, and rejects all of a kind', async () => {
    const desk = openDesk();
    const text = (word: string): string =>
      Array.from({ length: 400 }, (_, at) => `Paragraph ${at} is ${word}.\n`).join('\n');
    desk.write('long.md', text('old'));
    desk.json(['write', 'long.md'], { input: text('new') });
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Inspect changes of long.md').click();
    await page.locator('.change').nth(99).waitFor();
    expect(await page.locator('.change').count()).toBe(100);
    await button(page, 'Load more (300 changes left)').click();
    await button(page, 'Load more (200 changes left)').click();
    await page.locator('.change').nth(299).waitFor();
    await button(page, 'Reject all of kind “paragraph”').click();
    await waitsFor(page, 'Nothing waits for you');
    expect(desk.read('long.md')).toBe(text('old'));
  });

  test('shows and discards an edit of a 5 MB Markdown file', async () => {
    const desk = openDesk();
    const line = 'The tide gauge at North Pier was read twice a day for a year, and nobody knows why.\n\n';
    const before = line.repeat(Math.ceil(5_000_000 / line.length));
    desk.write('large.md', before);
    desk.json(['write', 'large.md'], { input: `${before.slice(0, 2_500_000)} (edited) ${before.slice(2_500_000)}` });
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Inspect changes of large.md').click();
    await page.locator('.change ins').first().waitFor();
    await button(page, 'Discard edit of large.md').click();
    await waitsFor(page, 'Nothing waits for you');
    expect(desk.read('large.md') === before).toBe(true);
  });

  test('shows an app’s draft with its marks and its last turn, and undoes to an older revision', async () => {
    const desk = deskWithEdit();
    desk.write('app/app.js', 'let a = 1;\n');
    const ran = (...args: string[]): void => expect([args, desk.run(['draft', ...args]).status]).toEqual([args, 0]);
    ran('turn', 'tides', 't1');
    ran('save', 'tides', desk.file('app'), '--turn', 't1');
    desk.write('app/app.js', 'let a = 2;\n');
    ran('save', 'tides', desk.file('app'), '--turn', 't1');
    ran('check', 'tides', '--', 'true');
    ran('turn', 'tides', 't2');
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Timeline of tides').click();
    const sheet = page.getByRole('dialog', { name: 'Draft of tides' });
    await sheet.getByText('Last turn (t1): r0 → r2').waitFor();
    await sheet.getByText('✓ Check passed').waitFor();
    await button(page, 'Changes of r2').click();
    await sheet.getByText('-let a = 1;').waitFor();
    await button(page, 'Undo to r1').click();
    await page.getByText('r3 holds the files of r1 again.').waitFor();
    await sheet.getByText('undo to r1', { exact: true }).waitFor();
  });

  test('has no serious finding of an accessibility scan, light, dark and narrow', async () => {
    const desk = deskWithEdit();
    desk.write('data.json', '{"a": 1, "b": 2}\n');
    desk.json(['edit', 'data.json', '--replace', '1', '--with', '3']);
    desk.write('notes.md', 'mine\n');
    const { url } = await startServer(desk);
    for (const options of [{}, { dark: true }, { width: 390 }]) {
      const page = await openPage(url, options);
      await button(page, 'Inspect changes of notes.md').click();
      await button(page, 'Inspect changes of data.json').click();
      await page.locator('.change').first().waitFor();
      await page.locator('tbody tr').first().waitFor();
      await button(page, 'Discard edit of notes.md').click();
      await page.getByRole('alert').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await button(page, 'History of data.json').click();
      await page.locator('.copies li').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});
