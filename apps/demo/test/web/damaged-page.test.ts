/** A ledger that is damaged while the page is open, and a copy that is: what the page says, and what still can be decided. */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../desk.js';
import { seriousFindings } from './axe.js';
import { canBrowse, closeBrowser, openPage, rowOf } from './open-page.js';
import { signIn, startServer } from './open-server.js';

afterAll(closeBrowser);

const button = (page: Page, name: string | RegExp): ReturnType<Page['getByRole']> => page.getByRole('button', { name });
const title = (page: Page, name: string): ReturnType<Page['getByRole']> =>
  page.getByRole('heading', { level: 1, name });

function deskWithEdits(): Desk {
  const desk = openDesk();
  for (const name of ['notes.md', 'other.md']) {
    desk.write(name, `${name} is preliminary.\n`);
    desk.json(['edit', name, '--replace', 'preliminary', '--with', 'final']);
  }
  return desk;
}

function ledgerOf(desk: Desk): string {
  const [id] = readdirSync(join(desk.home, 'workspaces'));
  return join(desk.home, 'workspaces', id ?? '');
}

/** In place, as a disk does it. Doing it again mends it. */
function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path);
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.from([(bytes[at] ?? 0) ^ 1]), 0, 1, at);
  closeSync(fd);
}

/** In every record that names the file; the function that is answered mends them. */
function flipRecords(desk: Desk): () => void {
  const index = join(ledgerOf(desk), 'data.mdb');
  const bytes = readFileSync(index);
  const places: number[] = [];
  for (let at = bytes.indexOf('"notes.md"'); at >= 0; at = bytes.indexOf('"notes.md"', at + 1)) places.push(at + 2);
  const flip = (): void => {
    for (const at of places) flipBit(index, at);
  };
  flip();
  return flip;
}

describe.skipIf(!canBrowse)('a damaged ledger', { timeout: 90_000 }, () => {
  test('is told on the page in place of the list, with what is safe and what to type; mended, the list is back', async () => {
    const desk = deskWithEdits();
    const page = await openPage((await startServer(desk)).url);
    await title(page, '2 files wait for you').waitFor();
    const mend = flipRecords(desk);
    await title(page, 'The ledger is damaged').waitFor();
    const told = await page.getByRole('alert').innerText();
    expect(told).toContain('failed its checksum');
    expect(told).toContain('Your files: nothing of them was touched');
    for (const verb of ['verify', 'salvage --to FOLDER', 'salvage']) {
      expect(told).toContain(`verbatim ${verb} --root ${desk.root}`);
    }
    expect(await page.getByText(/Nothing waits|wait for you/).count()).toBe(0);
    expect(await page.locator('.action').count()).toBe(0);
    expect(await page.title()).toBe('! work · Verbatim');
    expect(await seriousFindings(page)).toEqual([]);

    await page.reload();
    await title(page, 'The ledger is damaged').waitFor();
    expect(await page.locator('.action').count()).toBe(0);
    expect(desk.read('notes.md')).toBe('notes.md is final.\n');

    mend();
    await title(page, '2 files wait for you').waitFor();
    await button(page, 'Discard edit of notes.md').click();
    await title(page, '1 file waits for you').waitFor();
    expect(desk.read('notes.md')).toBe('notes.md is preliminary.\n');
  });

  test('that was salvaged by the commands that the page names can be looked at again', async () => {
    const desk = deskWithEdits();
    const server = await startServer(desk);
    const page = await openPage(server.url);
    await title(page, '2 files wait for you').waitFor();
    flipRecords(desk);
    await title(page, 'The ledger is damaged').waitFor();
    const commands = await page.locator('.unreadable code').allInnerTexts();
    await server.stop();
    const lines = commands.map((command) => command.replace('verbatim ', '').replace('FOLDER', '../saved'));
    expect(lines.slice(0, 3).map((line) => desk.shell(line).status)).toEqual([2, 0, 0]);
    expect(lines[3]).toBe(`serve --root ${desk.root}`);
    const again = await openPage((await startServer(desk)).url);
    await title(again, 'Nothing waits for you').waitFor();
    await button(again, 'History').first().click();
    await again.getByText('Before agent edit').first().waitFor();
  });

  test('that is salvaged under the server is read again without a new start', async () => {
    const desk = deskWithEdits();
    const caller = await signIn(await startServer(desk));
    expect((await caller.call('status')).json.actions).toHaveLength(2);
    flipRecords(desk);
    expect((await caller.call('status')).status).toBe(500);
    expect(desk.run(['salvage']).status).toBe(0);
    const { status, json } = await caller.call('status');
    expect([status, json.actions]).toEqual([200, []]);
  });

  test('refuses a decision, and says so to whoever asks', async () => {
    const desk = deskWithEdits();
    const caller = await signIn(await startServer(desk));
    const { seen, actions } = (await caller.call('status')).json;
    flipRecords(desk);
    const status = await caller.call('status');
    expect([status.status, status.json.error.code]).toEqual([500, 'VERBATIM_LEDGER_DAMAGED']);
    const decided = await caller.call('discard', {
      decided: { scope: 'targets', targets: [`action:${actions[0].id}`] },
      seen,
    });
    expect([decided.status, decided.json.error.code]).toEqual([500, 'VERBATIM_LEDGER_DAMAGED']);
    expect(desk.read('notes.md')).toBe('notes.md is final.\n');
  });
});

describe.skipIf(!canBrowse)('one damaged copy', { timeout: 90_000 }, () => {
  test('stops the decision that needs it and no other; the file can be kept', async () => {
    const desk = deskWithEdits();
    const [{ hash }] = desk
      .json(['history', 'notes.md'])
      .copies.filter(({ label }: { label: string }) => label === 'Before agent edit');
    flipBit(join(ledgerOf(desk), 'copies', hash), 3);
    const page = await openPage((await startServer(desk)).url);
    await title(page, '2 files wait for you').waitFor();
    await button(page, 'Inspect changes of notes.md').click();
    await page.getByText('A copy failed its integrity check, so its changes cannot be shown.').waitFor();

    await button(page, 'Discard edit of notes.md').click();
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.getAttribute('data-code')).toBe('COPY_CORRUPT');
    expect(await refusal.innerText()).toContain('The edit was not rejected.');
    expect(desk.read('notes.md')).toBe('notes.md is final.\n');

    await button(page, 'Discard edit of other.md').click();
    await rowOf(page, 'other.md').waitFor({ state: 'detached' });
    expect(desk.read('other.md')).toBe('other.md is preliminary.\n');

    await refusal.getByRole('button', { name: 'Check every copy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Check every copy' }).click();
    await page.getByText(/COPY_CORRUPT: /).waitFor();
    await page.keyboard.press('Escape');
    await refusal.getByRole('button', { name: 'Keep the file as it is' }).click();
    await title(page, 'Nothing waits for you').waitFor();
    expect(desk.json(['status']).actions).toEqual([]);
  });
});
