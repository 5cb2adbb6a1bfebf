/**
 * Every rule of the check, in the order of sections 1.1 to 1.4 of the measurements it rests on: what is refused, what is only
 * told, and what is accepted without a word, each by a file that provokes it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkOffice } from '../src/index.js';
import { problemCodes } from '../src/problem.js';
import { container } from './check-rows/container.js';
import { contentTypesAndRelationships } from './check-rows/content-types-and-relationships.js';
import { families } from './check-rows/families.js';
import { xmlParts } from './check-rows/xml-parts.js';

const sections = {
  '1.1 the container': container,
  '1.2 content types and relationships': contentTypesAndRelationships,
  '1.3 the parts': xmlParts,
  '1.4 the three families': families,
};

/** What a file is refused for, or else what is told of it: a part that was taken out is always told of too. */
function problemsOf(bytes: Uint8Array, fileName: string): string {
  const { verdict, problems } = checkOffice(bytes, fileName);
  for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\.$/s);
  const refusals = problems.filter(({ grade }) => grade === 'refuse');
  expect(verdict).toBe(refusals.length > 0 ? 'refuse' : 'accept');
  const told = refusals.length > 0 ? refusals : problems;
  return told.map(({ grade, code }) => `${grade} ${code}`).join(', ');
}

describe.each(Object.entries(sections))('%s', (_section, rows) => {
  test.each(rows.map(([rule, problems, bytes, fileName = 'a.docx']) => ({ rule, problems, bytes, fileName })))(
    '$rule: $problems',
    ({ problems, bytes, fileName }) => {
      expect(problemsOf(bytes, fileName)).toBe(problems);
    },
  );
});

test('every code is provoked, and has a row in docs/formats/office.md with each grade it comes in', () => {
  const provoked = new Set(
    Object.values(sections).flatMap((rows) => rows.flatMap(([, problems]) => problems.split(', '))),
  );
  provoked.delete('');
  const codes = new Set([...provoked].map((one) => one.split(' ')[1]!));
  expect([...codes].sort()).toEqual([...problemCodes].sort());
  const page = readFileSync(new URL('../../../docs/formats/office.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([\w-]+)` +\| (refuse|warn)(?:, (warn))? +\|/gm)].flatMap(
    ([, code, ...grades]) => grades.filter((grade) => grade !== undefined).map((grade) => `${grade} ${code}`),
  );
  expect(documented.sort()).toEqual([...provoked].sort());
});
