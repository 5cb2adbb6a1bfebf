/** Single changes on the page: around what somebody edited since, and of edits that build on each other. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, openDesk } from '../desk.js';
import { seriousFindings } from './axe.js';
import { canBrowse, closeBrowser, openPage } from './open-page.js';
import { signIn, startServer } from './open-server.js';

afterAll(closeBrowser);

const button = (page: Page, name: string | RegExp): ReturnType<Page['getByRole']> => page.getByRole('button', { name });
const change = (page: Page, text: string): ReturnType<Page['locator']> =>
  page.locator('.change').filter({ hasText: text });

const before = '# Trip\n\nPack the tent.\n\n- water\n- bread\n\nLeave at six.\n';
const after = '# Trip\n\nPack the big tent.\n\n- water\n- cheese\n\nLeave at six.\n\nCome back by noon.\n';

describe.skipIf(!canBrowse)('single changes on the page', { timeout: 90_000 }, () => {
  test('that what was edited since touches cannot be rejected: the page says why, with the lines; the others can', async () => {
    const desk = openDesk();
    desk.write('trip.md', before);
    desk.json(['write', 'trip.md'], { input: after });
    const typed = after.replace('Pack the big tent.', 'Pack the big red tent.');
    desk.write('trip.md', typed);
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Inspect changes of trip.md').click();
    await page.getByText('Somebody edited this file since.').waitFor();

    const blocked = change(page, 'Blocked.');
    expect(await blocked.count()).toBe(1);
    expect(await blocked.innerText()).toContain(
      'What was edited since overlaps or touches this change, so it cannot be put back by itself.',
    );
    expect(await blocked.locator('.blocked pre').allInnerTexts()).toEqual([
      'Pack the big tent.\n',
      'Pack the big red tent.\n',
    ]);
    const reject = blocked.getByRole('button', { name: /^Reject: / });
    expect(await reject.isDisabled()).toBe(true);
    const described = await reject.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain('overlaps or touches');
    expect(await seriousFindings(page)).toEqual([]);

    await change(page, 'cheese')
      .getByRole('button', { name: /^Reject: / })
      .click();
    await button(page, 'Reject around my edits').click();
    await change(page, 'cheese').getByText('✕ Rejected').waitFor();
    expect(desk.read('trip.md')).toBe(typed.replace('cheese', 'bread'));
    await blocked.getByRole('button', { name: /^Accept: / }).click();
    await blocked.getByText('✓ Accepted').waitFor();
  });

  test('of a kind are rejected without those that are blocked', async () => {
    const desk = openDesk();
    desk.write('list.csv', 'id,state\n1,open\n2,open\n3,open\n4,open\n5,open\n6,open\n');
    desk.json(['write', 'list.csv'], { input: desk.read('list.csv')?.replaceAll('open', 'shut') ?? '' });
    desk.write('list.csv', desk.read('list.csv')?.replace('1,shut', '1,shut for good') ?? '');
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Inspect changes of list.csv').click();
    await page.locator('tbody .blocked').first().waitFor();
    expect(await page.locator('tbody .blocked').count()).toBe(2);
    expect(await seriousFindings(page)).toEqual([]);
    await button(page, 'Reject the 4 not blocked of kind “cell”').click();
    await button(page, 'Reject around my edits').click();
    await page.getByText('2 of 6 changes undecided').waitFor();
    expect(desk.read('list.csv')).toBe('id,state\n1,shut for good\n2,shut\n3,open\n4,open\n5,open\n6,open\n');
  });

  test('of edits that build on each other are decided on all of them, shown together', async () => {
    const desk = openDesk();
    desk.write('trip.md', before);
    desk.json(['write', 'trip.md'], { input: after });
    desk.json(['edit', 'trip.md', '--replace', 'six', '--with', 'seven']);
    const page = await openPage((await startServer(desk)).url);
    await button(page, 'Inspect changes of trip.md').first().click();
    await page.locator('.change').nth(2).waitFor();
    expect(await button(page, /^Reject: /).count()).toBe(0);
    await button(page, 'Show the changes of all 2 edits').click();
    await change(page, 'seven')
      .getByRole('button', { name: /^Reject: / })
      .click();
    await change(page, 'seven').getByText('✕ Rejected').waitFor();
    expect(desk.read('trip.md')).toBe(after);
  });

  test('and whole actions are decided as they were shown, whatever an agent does to other files meanwhile', async () => {
    const desk = openDesk();
    for (const name of ['a.md', 'b.md', 'c.md']) {
      desk.write(name, 'old\n');
      desk.json(['edit', name, '--replace', 'old', '--with', 'new', '--request', 'r1']);
    }
    const page = await openPage((await startServer(desk)).url);
    // The agent is faster than the click's way to the server.
    desk.write('d.md', 'old\n');
    await page.route('**/api/keep', async (route) => {
      desk.json(['edit', 'd.md', '--replace', 'old', '--with', 'new']);
      await route.continue();
    });
    await button(page, 'Keep all 3 files').click();
    await page.getByText('Kept 3 files.').waitFor();
    expect(desk.json(['status']).actions.map(({ files }: Answer) => files[0].path)).toEqual(['d.md']);
  });
});

describe.skipIf(!canBrowse)('what an action was seen as', () => {
  test('holds for it alone: others may move, and where it moved itself nothing is decided', async () => {
    const desk = openDesk();
    for (const name of ['a.md', 'b.md']) {
      desk.write(name, 'old\n\nand old\n');
      desk.json(['edit', name, '--replace', 'old', '--with', 'new', '--all']);
    }
    const caller = await signIn(await startServer(desk));
    const [a, b] = (await caller.call('status')).json.actions;
    const [{ id }] = desk.json(['inspect', './b.md']).files[0].changes;
    desk.json(['accept', './b.md', id]);
    const discard = async (action: string, seen: string): Promise<Answer> =>
      (await caller.call('discard', { decided: { scope: 'targets', targets: [`action:${action}`] }, seen })).json;
    expect(await discard(a.id, a.seen)).toMatchObject({ outcome: 'discarded' });
    expect(await discard(b.id, b.seen)).toMatchObject({ outcome: 'refused', code: 'SEEN_MOVED' });
    const [now] = (await caller.call('status')).json.actions;
    expect(await discard(b.id, now.seen)).toMatchObject({ outcome: 'mixed' });
  });
});
