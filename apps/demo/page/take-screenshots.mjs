// Takes the six pictures of docs/page from the demo's workspace, in a real browser: `pnpm -F @verbatim/demo screenshots`.
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openVerbatim } from '@verbatim/node';
import { chromium } from 'playwright-core';
import { makeScratchFolder } from '../dist/operations/demo/scratch-folder.js';
import { scriptedActions } from '../dist/operations/demo/scripted-agent.js';
import { serve } from '../dist/web/serve.js';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../../docs/page/', import.meta.url));
const browserPath = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
if (browserPath === undefined) throw new Error('no browser is installed (CHROME_PATH, chromium, google-chrome)');

mkdirSync(folder, { recursive: true });
const scratch = makeScratchFolder();
const { root, home, trashFolder } = scratch;
const verbatim = await openVerbatim({ root, home, trashFolder });
for (const action of scriptedActions) await action.act(verbatim, scratch);
await verbatim.close();

const serving = await serve({ folder: root, root, home, port: 0 });
const browser = await chromium.launch({
  executablePath: browserPath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function open({ width = 1200, height = 860, dark = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(serving.url);
  await page.locator('.row').first().waitFor();
  return page;
}

const press = (page, name) => page.getByRole('button', { name }).first().click();
const inspect = async (page, path) => {
  await press(page, `Inspect changes of ${path}`);
  await page.getByRole('button', { name: `Hide changes of ${path}` }).waitFor();
  await page.locator('.inspected .proof').last().waitFor();
};
const take = async (page, name) => {
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.context().close();
};

try {
  await take(await open(), '1-waiting');

  const changes = await open({ height: 1180 });
  await press(changes, 'Keep edit of minutes.txt');
  await changes.locator('.toast').waitFor();
  for (const path of ['field-notes.md', 'stations.csv', 'gauge-workbook.xlsx']) await inspect(changes, path);
  await press(changes, 'Dismiss');
  await changes.keyboard.press('j');
  await take(changes, '2-changes');

  const discarded = await open({ height: 640 });
  await press(discarded, 'Discard edit of settings.json');
  await discarded.locator('.decided li').nth(1).waitFor();
  await discarded.locator('.decided summary').first().click();
  await discarded.locator('.decided').scrollIntoViewIfNeeded();
  await discarded.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await take(discarded, '3-discarded');

  appendFileSync(`${root}/paper.tex`, '% checked by hand\n');
  const refused = await open({ height: 640, dark: true });
  await refused.locator('.badge').first().waitFor();
  await press(refused, 'Discard edit of paper.tex');
  await refused.getByRole('alert').waitFor();
  await take(refused, '4-refused');

  const history = await open();
  await press(history, 'History of field-notes.md');
  await history.getByPlaceholder('What to remember it by').fill('Before the meeting');
  await press(history, 'Save restore point');
  await history.getByText('“Before the meeting”').waitFor();
  await press(history, /^Preview restore: Before agent edit/);
  await history.locator('.preview .change').waitFor();
  await press(history, 'Dismiss').catch(() => {});
  await take(history, '5-history');

  const narrow = await open({ width: 390, height: 844 });
  await inspect(narrow, 'field-notes.md');
  await narrow.evaluate(() => scrollTo(0, 160));
  await take(narrow, '6-narrow');
} finally {
  await browser.close();
  await serving.close();
  scratch.remove();
}
