import { openVerbatim } from '@verbatim/node';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../desk.js';
import { seriousFindings } from './axe.js';
import { canBrowse, closeBrowser, openPage, rowOf } from './open-page.js';
import { startServer } from './open-server.js';

/** Other tests run beside this one. */
const soon = { timeout: 30_000 };

afterAll(closeBrowser);

interface Edit {
  readonly paths: readonly string[];
  readonly agent: string;
  readonly request: string;
}

/** A workspace in which agents have edited these files, each from `old` to `new`. */
async function deskWith(edits: readonly Edit[]): Promise<Desk> {
  const desk = openDesk();
  const verbatim = await openVerbatim({ root: desk.root, home: desk.home });
  for (const { paths, agent, request } of edits) {
    for (const path of paths) desk.write(path, 'old\n');
    const replacements = paths.map((path) => verbatim.edits.replace(path, { replace: 'old', with: 'new' }));
    expect((await verbatim.review.act('edit', replacements, { agent, request })).outcome).toBe('pending');
  }
  await verbatim.close();
  return desk;
}

/** 400 files of two agents; every 40th is about tides. */
function manyEdits(): readonly Edit[] {
  return Array.from({ length: 400 }, (_, at) => {
    const name = `${at % 40 === 0 ? 'tides' : 'notes'}-${String(at).padStart(3, '0')}.txt`;
    return { paths: [`data/${name}`], agent: at % 2 === 0 ? 'ada' : 'bob', request: `r${1 + (at % 4)}` };
  });
}

const field = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('textbox', { name: 'Filter by file, request or agent' });
const count = (page: Page): Promise<string> => page.locator('.filter .count').innerText();
const rows = (page: Page): Promise<number> => page.locator('.row').count();
const button = (page: Page, name: string): ReturnType<Page['getByRole']> => page.getByRole('button', { name });

describe.skipIf(!canBrowse)('the filter of the page', { timeout: 120_000 }, () => {
  test('narrows 400 waiting changes by file, request and agent, counts, and is there after a reload', async () => {
    const desk = await deskWith(manyEdits());
    const page = await openPage((await startServer(desk)).url);
    await page.getByRole('heading', { level: 1, name: '400 files wait for you' }).waitFor();
    expect(await rows(page)).toBe(400);
    await field(page).fill('TIDES');
    await expect.poll(() => rows(page), soon).toBe(10);
    expect(await count(page)).toMatch(/^10 of 400/);
    await field(page).fill('tides r1');
    await expect.poll(() => count(page), soon).toMatch(/^10 of 400/);
    await field(page).fill('bob');
    await expect.poll(() => count(page), soon).toMatch(/^200 of 400/);
    await field(page).fill('bob notes-00');
    await expect.poll(() => rows(page), soon).toBe(5);

    await page.reload();
    await expect.poll(() => rows(page), soon).toBe(5);
    expect([await field(page).inputValue(), await count(page)]).toEqual([
      'bob notes-00',
      expect.stringMatching(/^5 of 400/),
    ]);
    await button(page, 'Clear the filter').click();
    await expect.poll(() => rows(page), soon).toBe(400);
    expect(await count(page)).toBe('');
  });

  test('scopes a decision on all to exactly what its button says', async () => {
    const desk = await deskWith([
      { paths: ['a.txt'], agent: 'ada', request: 'r1' },
      { paths: ['b-one.txt'], agent: 'ada', request: 'r1' },
      { paths: ['b-two.txt', 'c.txt'], agent: 'ada', request: 'r1' },
      { paths: ['d.txt'], agent: 'ada', request: 'r1' },
    ]);
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Discard all 5 files').waitFor();
    await field(page).fill('b-');
    // Files that are decided together are shown together, so c.txt is there too.
    await rowOf(page, 'a.txt').waitFor({ state: 'detached' });
    expect(await count(page)).toMatch(/^3 of 5/);
    await button(page, 'Discard 3 files shown').click();
    await page.getByRole('heading', { level: 1, name: '2 files wait for you' }).waitFor();
    expect(['a', 'b-one', 'b-two', 'c', 'd'].map((name) => desk.read(`${name}.txt`))).toEqual([
      'new\n',
      'old\n',
      'old\n',
      'old\n',
      'new\n',
    ]);
    await page.getByText('No waiting change has “b-” in its file, request or agent.').waitFor();
    await button(page, 'Show all 2 files').click();
    await rowOf(page, 'a.txt').waitFor();
  });

  test('is reached with / and cleared with Esc, and keys go through what is shown', async () => {
    const desk = await deskWith(
      ['a.txt', 'b.txt', 'c.txt', 'ab.txt'].map((path) => ({ paths: [path], agent: 'ada', request: 'r1' })),
    );
    const page = await openPage((await startServer(desk)).url);
    await rowOf(page, 'a.txt').waitFor();
    const focused = (): Promise<string | null> => page.locator(':focus').getAttribute('aria-label');
    await page.keyboard.press('j');
    await page.keyboard.press('/');
    await page.keyboard.type('b.txt');
    await expect.poll(() => count(page), soon).toMatch(/^2 of 4/);
    await page.keyboard.press('Enter');
    expect(await focused()).toMatch(/^b\.txt/);
    await page.keyboard.press('j');
    expect(await focused()).toMatch(/^ab\.txt/);
    await page.keyboard.press('n');
    await rowOf(page, 'ab.txt').waitFor({ state: 'detached' });
    await expect.poll(focused, soon).toMatch(/^b\.txt/);
    expect(await count(page)).toMatch(/^1 of 3/);

    await page.keyboard.press('/');
    await page.keyboard.press('y');
    expect([await field(page).inputValue(), desk.read('b.txt')]).toEqual(['y', 'new\n']);
    await page.keyboard.press('Escape');
    expect([await field(page).inputValue(), await rows(page)]).toEqual(['', 3]);
    expect(await focused()).toBe('Filter by file, request or agent');
  });

  test('keeps the focused row while new edits come that do not match, and counts them', async () => {
    const desk = await deskWith(['a.txt', 'b.txt'].map((path) => ({ paths: [path], agent: 'ada', request: 'r1' })));
    const page = await openPage((await startServer(desk)).url);
    await field(page).fill('a.txt');
    await page.keyboard.press('Enter');
    desk.write('z.txt', 'old\n');
    desk.json(['edit', 'z.txt', '--replace', 'old', '--with', 'new', '--agent', 'ada', '--request', 'r1']);
    await expect.poll(() => count(page), soon).toMatch(/^1 of 3/);
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^a\.txt/);
    await button(page, 'History of a.txt').click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows(page), soon).toBe(1);
  });

  test('has no serious finding of an accessibility scan, light, dark and narrow', async () => {
    const desk = await deskWith(['a.txt', 'b.txt'].map((path) => ({ paths: [path], agent: 'ada', request: 'r1' })));
    const { url } = await startServer(desk);
    for (const options of [{}, { dark: true }, { width: 390 }]) {
      const page = await openPage(url, options);
      for (const text of ['', 'a', 'nothing like it']) {
        await field(page).fill(text);
        expect(await seriousFindings(page)).toEqual([]);
      }
    }
  });
});
