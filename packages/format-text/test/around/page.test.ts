import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blockedByEdits, type ChangeId, composeAround, findChanges, type Verdict } from '../../src/index.js';
import { utf8 } from '../bytes.js';

test('the example in the page on edits around is what comes out', () => {
  const page = readFileSync(new URL('../../../../docs/formats/around-edits.md', import.meta.url), 'utf8');
  const [before, after, current, result] = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, body]) => body!);
  const set = findChanges(utf8(before!), utf8(after!), { format: 'text' });
  const ids = set.changes.map(({ id }) => id);
  expect(ids).toHaveLength(3);
  const monday = { before: utf8('the parcel came on Monday\n'), after: utf8('the parcel came on Tuesday\n') };
  expect(blockedByEdits(set, new Map(), utf8(current!))).toEqual(new Map([[ids[0], [monday]]]));
  const wanted = new Map(ids.slice(1).map((id): [ChangeId, Verdict] => [id, 'reject']));
  expect(composeAround(set, new Map(), wanted, utf8(current!))).toEqual({ bytes: utf8(result!) });
});
