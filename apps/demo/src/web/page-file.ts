/** The page: one HTML file, whose only script and only style are allowed by their hashes. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { VerbatimError } from '@verbatim/core';

export interface PageFile {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

const built = new URL('../page.html', import.meta.url);

export function readPageFile(): PageFile {
  if (!existsSync(built)) {
    const hint = 'Run `npm start` or `npm test` once in its folder; either builds it.';
    throw new VerbatimError('VERBATIM_IO', 'The review page is not built yet.', { hint });
  }
  const html = readFileSync(built, 'utf8');
  return { html, contentSecurityPolicy: policyFor(html) };
}

/** Nothing is loaded from anywhere, nothing is sent but to the server itself, and text never becomes markup. */
export function policyFor(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashesOf(html, /<script[^>]*>([\s\S]*?)<\/script>/g)}`,
    `style-src ${hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashesOf(html: string, elements: RegExp): string {
  const hashes = [...html.matchAll(elements)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
  return hashes.length === 0 ? "'none'" : hashes.join(' ');
}
