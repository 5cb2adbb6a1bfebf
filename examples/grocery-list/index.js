// An assistant changes a working grocery list; the provider fails before it can say what it did. What then?
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalDrafts } from '@verbatim/node';

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array} given */
const textOf = (given) => new TextDecoder().decode(given);

// The platform writes config.js itself, from settings that may change at any time.
let theme = 'light';
const settings = {
  owns: ['config.js'],
  generate: () => [{ path: 'config.js', bytes: bytes(`export const theme = '${theme}';\n`) }],
};
const home = mkdtempSync(join(tmpdir(), 'groceries-'));
const drafts = openLocalDrafts({ home, policy: () => ({ generators: [settings] }) });
const app = drafts.app('groceries');

// The app as it is live: r1, and the platform's file with it as r2.
const files = {
  'app.js': 'items.sort(byCreatedAt);\nrender(items);\n',
  'styles.css': '.done {\n  color: grey;\n}\n',
  'index.html': '<ul id="list"></ul>\n',
};
const given = Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) }));
assert.equal(said(await app.save(given, { turn: 'build the list' })).revision, 1);
assert.equal(said(await app.regenerate({ turn: 'build the list' })).revision, 2);
assert.equal(said(await app.ship({ check: passes, publish: () => {} })).outcome, 'shipped');

// One turn: an edit, a check that reports issues, two more edits, and no explanation.
said(await app.startTurn('sort by completion'));
/** @param {string} path @param {string} replace @param {string} text */
const edit = (path, replace, text) =>
  app.edit(path, { replace, with: text }, { turn: 'sort by completion', key: `${path} ${text}` });
assert.equal(said(await edit('app.js', 'byCreatedAt', 'byCompletedThenCreatedAt')).revision, 3);
const failed = said(await app.ship({ check: passes, publish: () => assert.fail('never published') }));
assert.equal(failed.outcome, 'check-failed');
assert.equal(failed.message, 'byCompletedThenCreatedAt is not defined');
said(await edit('app.js', 'render(items);', 'render(items.filter(isOpen));'));
const third = said(await edit('styles.css', 'color: grey;', 'display: none;'));
assert.equal(third.revision, 5);
// The provider tries again after a timeout: the same edit is not made twice.
assert.deepEqual(said(await edit('styles.css', 'color: grey;', 'display: none;')), { ...third, replayed: true });

// The next turn knows what happened, although nobody told it.
const { summary } = said(await app.startTurn('why is my list empty?'));
console.log(summary);
assert.equal(summary, 'Previous turn changed r2..r5:\n- app.js: +2 -2\n- styles.css: +1 -1');
const diff = said(await app.diff());
assert.deepEqual([diff.from, diff.to], [2, 5]);
const [script] = diff.files;
console.log(script?.text);
assert.match(script?.text ?? '', /^--- app\.js@2\n\+\+\+ app\.js@5\n@@ -1,2 \+1,2 @@\n-items\.sort\(byCreatedAt\);\n/);

// The turn is undone: a new revision, with the platform's file made from the settings of now. What is live stays live.
theme = 'dark';
const undone = said(await app.undo({ turn: 'sort by completion' }, { turn: 'why is my list empty?' }));
assert.deepEqual([undone.revision, undone.undoOf], [6, 2]);
assert.equal(textOf(said(await app.read('app.js')).bytes), files['app.js']);
assert.equal(textOf(said(await app.read('config.js')).bytes), "export const theme = 'dark';\n");
assert.equal((await app.standing()).published, 2);

// Shipped: checked, then published, exactly that revision.
/** @type {string | undefined} */
let live;
const shipped = said(
  await app.ship({
    check: passes,
    publish: async (revision) => void (live = textOf(await revision.read('app.js'))),
  }),
);
assert.deepEqual([shipped.outcome, shipped.revision, live], ['shipped', 6, files['app.js']]);
const { published, editedAfterPublishing, newestPassed } = await app.standing();
assert.deepEqual([published, editedAfterPublishing, newestPassed], [6, false, 6]);
const history = said(await app.history());
assert.deepEqual(
  history.revisions.map(({ revision, reason }) => `r${revision} ${reason}`),
  [
    'r6 undo to r2',
    'r5 edit styles.css',
    'r4 edit app.js',
    'r3 edit app.js',
    'r2 regenerate platform files',
    'r1 save app.js, index.html, styles.css',
  ],
);
const { revisionsPerTurn, undoRate, retryRate } = await app.metrics();
console.log(`shipped r6; ${revisionsPerTurn} revisions a turn, undo rate ${undoRate}, retry rate ${retryRate}`);
await drafts.close();

/**
 * The check of this story: everything that is called is there.
 *
 * @param {import('@verbatim/drafts').RevisionFiles} revision
 */
async function passes(revision) {
  const missing = /by\w+Then\w+/.exec(textOf(await revision.read('app.js')));
  if (missing !== null) throw new Error(`${missing[0]} is not defined`);
  return true;
}

/**
 * The answer, where it is no refusal.
 *
 * @template {{ readonly outcome: string }} A
 * @param {A} answer
 * @returns {Exclude<A, { readonly outcome: 'refused' } | { readonly outcome: 'unchanged'; readonly unchangedSince: string }>}
 */
function said(answer) {
  assert.ok(answer.outcome !== 'refused' && !('unchangedSince' in answer), JSON.stringify(answer));
  return /** @type {any} */ (answer);
}
