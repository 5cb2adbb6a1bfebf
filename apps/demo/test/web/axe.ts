/** The accessibility scan of what a page shows now. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string | null; nodes: { html: string }[] }[] }>;
}

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Its serious and critical findings. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(script);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: Axe }).axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
