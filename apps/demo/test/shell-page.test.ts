/** docs/shell.md is made from the table that the parser works with, so that it cannot tell another story. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type CompletedVerb, verbTable } from '../src/cli/completion/verb-table.js';
import { verbList } from '../src/cli/verb-list.js';
import { schemaOf } from './schemas.js';

const everywhere = new Set(['--root', '--home', '--json', '--agent', '--request', '--key', '--help']);

const opening = `# Every verb

\`verbatim VERB --help\` tells the same with examples. Options that nearly every verb takes are left out below: \`--root DIR\` and \`--home DIR\` (which
workspace, where the copies are), \`--json\` (one JSON value on standard output; the schema is named with each verb), \`--agent NAME\`,
\`--request ID\`, \`--key KEY\` (who acts, in which request, and a key that makes a retry safe). \`./NAME\` is always a path, \`action:ID\` always an
action. Exit codes: 0 done or unchanged, 1 something broke, 2 refused or problems found, 64 not understood, 130 interrupted.

This page is written by \`apps/demo/test/shell-page.test.ts\` (\`-u\` after a deliberate change).
`;

function section({ name, brief, options }: CompletedVerb): string {
  const schema = schemaOf[name];
  const json = schema === undefined ? '' : ` [JSON](cli/${schema.replace(/#.*/, '')})`;
  const rows = options
    .filter((option) => !everywhere.has(option.name))
    .map((option) => `- \`${option.name}${option.takesValue ? ' …' : ''}\`: ${option.brief}`);
  return [
    `## ${name}`,
    '',
    `${brief[0]?.toUpperCase()}${brief.slice(1)}.${json}`,
    ...(rows.length > 0 ? ['', ...rows] : []),
    '',
  ].join('\n');
}

test('the page on the command line tells of every verb and option', async () => {
  const order = Object.keys(verbList);
  const placeOf = ({ name }: CompletedVerb): number => order.indexOf(name.split(' ')[0] as string);
  const verbs = verbTable().toSorted((a, b) => placeOf(a) - placeOf(b));
  const page = `${opening}\n${verbs.map(section).join('\n')}`;
  await expect(page).toMatchFileSnapshot(fileURLToPath(new URL('../../../docs/shell.md', import.meta.url)));
});
