/** A process of its own that reads a ledger's index: one that is damaged can end it, and nothing else. Run with the folder. */
import { isVerbatimError } from '@verbatim/core';
import { surveyLedger } from '@verbatim/ledger';
import type { ChildSays } from './survey-index.js';

const say = (line: ChildSays): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

say({ is: 'started' });
try {
  say({ is: 'read', survey: await surveyLedger({ dir: process.argv[2] ?? '' }) });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  say({ is: 'failed', code: isVerbatimError(error) ? error.code : null, message });
}
