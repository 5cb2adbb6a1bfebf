/** Verify: every copy, pair and reference of a ledger, and on request whether each Office copy would open. */
import type { Ledger, LedgerProblem, LedgerReport } from '@verbatim/ledger';
import { formats } from './formats/formats.js';
import { mayBeOffice } from './formats/may-be-office.js';
import { deepCheckBytesMax } from './limits.js';

export interface CheckOptions {
  /** Also opens Office copies, one at a time in memory. */
  readonly deep?: boolean;
  /** Told how many copies were read, and their bytes, for a progress line. */
  readonly onCopy?: (done: number, bytes: number) => void;
}

export type CheckProblem =
  | LedgerProblem
  | {
      readonly code: 'OFFICE_INVALID';
      readonly message: string;
      readonly path: string;
      readonly snapshot: string;
      readonly hash: string;
    };

export interface Checked extends Omit<LedgerReport, 'problems'> {
  readonly ok: boolean;
  readonly problems: readonly CheckProblem[];
  /** Office copies that were opened, and those too large for it. */
  readonly opened?: number;
  readonly unopened?: number;
}

/** Reads everything, repairs nothing. Holds no lock: what others commit meanwhile is not part of what is checked. */
export async function checkLedger(ledger: Ledger, { deep, onCopy }: CheckOptions = {}): Promise<Checked> {
  const report = ledger.verify(onCopy === undefined ? {} : { onCopy });
  const base = { ...report, ok: report.problems.length === 0 };
  if (deep !== true) return base;
  const unusable = new Set(report.problems.flatMap(({ hash }) => hash ?? []));
  const seen = new Set<string>();
  const problems: CheckProblem[] = [...report.problems];
  let [opened, unopened] = [0, 0];
  for (const { id, path, state } of ledger.read((view) => [...view.allCopies('newest first')])) {
    if (state.kind === 'absent' || unusable.has(state.hash)) continue;
    const mark = `${state.hash} ${path}`;
    if (seen.has(mark)) continue;
    seen.add(mark);
    if (!mayBeOffice(path, new Uint8Array())) continue;
    if (state.size > deepCheckBytesMax) {
      unopened += 1;
      continue;
    }
    const chunks: Buffer[] = [];
    ledger.copies.content(state.hash, state.size).pour((chunk) => chunks.push(Buffer.from(chunk)));
    const message = await formats.problemOf?.(path, Buffer.concat(chunks));
    opened += 1;
    onCopy?.(report.copies + opened, report.bytes);
    if (message !== undefined) problems.push({ code: 'OFFICE_INVALID', message, path, snapshot: id, hash: state.hash });
  }
  return { ...base, ok: problems.length === 0, problems, opened, unopened };
}
