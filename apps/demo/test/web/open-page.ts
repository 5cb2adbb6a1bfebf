/** A real browser on the page, as a person uses it. One browser for a whole test file. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { isBuilt } from '../desk.js';

const candidates = [process.env['CHROME_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
const browserPath = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));

export const canBrowse: boolean = isBuilt && browserPath !== undefined;
if (isBuilt && browserPath === undefined)
  console.warn(
    'apps/demo: no browser is installed (CHROME_PATH, chromium, google-chrome), so the page is not tested in one.',
  );

let launched: Promise<Browser> | undefined;

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
}

/** Opens the address; whatever the page complains about fails the test. */
export async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
  const { width = 1280, height = 900, dark = false } = options;
  launched ??= chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    // Chromium has no sandbox for the superuser, as whom tests run in containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const context = await (await launched).newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(url);
  await page.locator('h1').waitFor();
  return page;
}

/** Scripts that fail and what the policy forbids. A line that breaks is no complaint: the page says that itself. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/Failed to load resource|net::ERR_/.test(text)) complaints.push(text);
  });
  return complaints;
}

/** The row of a file or, of several that are decided together, the part of it. */
export function rowOf(page: Page, path: string): ReturnType<Page['locator']> {
  return page.locator(`.row[aria-label^="${path},"]`);
}
