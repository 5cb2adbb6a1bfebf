// How soon the page shows 400 waiting edits, and how long a click takes until its decision is shown, beside the same decision by
// a library call, interleaved. Prints one JSON value. Needs a browser; apps/demo has to be built.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openVerbatim } from '@verbatim/node';
import { chromium } from 'playwright-core';

const edits = 400;
const rounds = 25;
// Not counted: the process that writes has just started, while the one that calls the library has made 400 edits.
const warmUps = 10;

const browserPath = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
if (browserPath === undefined) throw new Error('no browser is installed (CHROME_PATH, chromium, google-chrome)');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-bench-')));
const [root, home] = [join(folder, 'work'), join(folder, 'home')];
mkdirSync(root);
const verbatim = await openVerbatim({ root, home });
const actions = [];
for (let at = 0; at < edits; at += 1) {
  const path = `notes-${String(at).padStart(3, '0')}.md`;
  writeFileSync(join(root, path), `# Notes ${at}\n\nThe result is preliminary.\n`);
  const edit = verbatim.edits.replace(path, { replace: 'preliminary', with: 'final' });
  const answer = await verbatim.review.act('edit', [edit], { agent: 'bench', request: 'r1' });
  actions.push({ path, id: answer.action });
}

const bin = fileURLToPath(new URL('../bin/verbatim.js', import.meta.url));
const server = spawn(process.execPath, [bin, 'serve', '--json', '--root', root, '--home', home], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(server.stdout, 'data');
const { url } = JSON.parse(String(line));
const browser = await chromium.launch({
  executablePath: browserPath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

try {
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
  const view = async (go) => {
    const start = performance.now();
    await go();
    await page
      .locator('.row')
      .nth(edits - 1)
      .waitFor();
    return performance.now() - start;
  };
  const firstView = await view(() => page.goto(url));
  const againViews = [];
  for (let round = 0; round < 5; round += 1) againViews.push(await view(() => page.reload()));

  const clicks = [];
  const calls = [];
  for (let round = 0; round < rounds; round += 1) {
    const [clicked, called] = [actions[2 * round], actions[2 * round + 1]];
    await page.hover(`[data-action="${clicked.id}"] .discard`);
    await page.waitForTimeout(300);
    clicks.push(await page.evaluate(clickToShown, clicked.id));
    const start = performance.now();
    await verbatim.review.discard([{ kind: 'action', id: called.id }]);
    calls.push(performance.now() - start);
    await page.locator(`[data-action="${called.id}"]`).waitFor({ state: 'detached' });
  }
  for (const times of [clicks, calls]) times.splice(0, warmUps);
  const requests = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/api/discard'))
      .map(({ duration }) => duration),
  );
  requests.splice(0, warmUps);
  const told = { click: median(clicks), call: median(calls) };
  process.stdout.write(
    `${JSON.stringify({
      edits,
      firstViewMs: round1(firstView),
      reloadMs: round1(median(againViews)),
      clickToShownMs: round1(told.click),
      // Of that, until the page has the answer.
      requestMs: round1(median(requests)),
      libraryCallMs: round1(told.call),
      ratio: Math.round((told.click / told.call) * 100) / 100,
      rounds,
    })}\n`,
  );
} finally {
  await browser.close();
  server.kill('SIGINT');
  await once(server, 'exit');
  await verbatim.close();
  rmSync(folder, { recursive: true, force: true });
}

/** In the page: from the click on Discard until the row is gone and the frame without it is drawn. */
function clickToShown(id) {
  return new Promise((resolve) => {
    const row = document.querySelector(`[data-action="${id}"]`);
    const start = performance.now();
    const watch = new MutationObserver(() => {
      if (row.isConnected) return;
      watch.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    watch.observe(document.body, { childList: true, subtree: true });
    row.querySelector('.discard').click();
  });
}

function median(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

function round1(ms) {
  return Math.round(ms * 10) / 10;
}
