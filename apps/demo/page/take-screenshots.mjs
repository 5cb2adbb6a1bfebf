// Takes the eight pictures of docs/page from the demo's workspace, in a real browser: `pnpm -F @verbatim/demo screenshots`.
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openLocalDrafts, openVerbatim } from '@verbatim/node';
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

const [check, publish] = ['node check.js', 'sh deploy.sh'];
const serving = await serve({ folder: root, root, home, port: 0, check, publish });
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

  const drafts = openLocalDrafts({ home });
  const text = (content) => new TextEncoder().encode(content);
  const board = drafts.app('tide-board');
  await board.startTurn('t1');
  // The check fails, and the publish goes on until it is stopped.
  const files = {
    'index.html': '<h1>Tides at North Pier</h1>\n',
    'check.js': `console.log('✓ the page opens\\n✓ high water is shown\\n✕ low water: expected 0.4 m, got none');
process.exit(1);
`,
    'deploy.sh': 'echo "Uploading 4 files …"\nsleep 600\n',
  };
  await board.save(
    Object.entries(files).map(([path, content]) => ({ path, bytes: text(content) })),
    { turn: 't1' },
  );
  await board.recordCheck(1, { ok: true });
  await board.publish(() => {});
  await board.write('board.js', text('show(await readings());\n'), { turn: 't1' });
  await drafts.close();
  const ship = await open({ height: 1000 });
  await press(ship, 'Timeline of tide-board');
  await press(ship, 'Publish r2');
  await ship.locator('.output').getByText('Uploading').waitFor();
  await press(ship, 'Stop');
  await ship.getByText('r2 may be live.').waitFor();
  await press(ship, 'Check r2');
  await ship.getByText('The command ended with exit status 1.').waitFor();
  await ship.locator('.badge').getByText('Check failed').waitFor();
  await take(ship, '7-ship');

  const filter = await open({ height: 640, dark: true });
  await filter.keyboard.press('/');
  await filter.keyboard.type('md');
  await take(filter, '8-filter');
} finally {
  await browser.close();
  await serving.close();
  scratch.remove();
}
