import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVerbatim } from '@verbatim/node';

const [root, home] = ['notes-', 'copies-'].map((name) => mkdtempSync(join(tmpdir(), name)));
const file = join(root, 'notes.md');
writeFileSync(file, 'The result is preliminary.\r\n');
const { review, edits, close } = await openVerbatim({ root, home });
await review.act('edit', [edits.replace('notes.md', { replace: 'preliminary', with: 'ready' })], { agent: 'example' });
assert.equal(readFileSync(file, 'utf8'), 'The result is ready.\r\n');
const decision = await review.discard([{ kind: 'file', path: 'notes.md' }]);
assert.equal(readFileSync(file, 'utf8'), 'The result is preliminary.\r\n');
console.log(decision.outcome, decision.files[0].sha256); // now equals before
await close();
