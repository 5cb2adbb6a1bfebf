/** One scripted action and one verdict, checked against the disk by this file's own reading and hashing. */
import type { Verbatim } from '@verbatim/node';
import type { DecisionAnswer, FileReceipt, InspectedFile } from '@verbatim/review';
import { readPart } from './read-parts.js';
import { type ScratchFolder, sha256 } from './scratch-folder.js';
import type { ScriptedAction, Trace } from './scripted-agent.js';

export interface CheckedRow {
  readonly path: string;
  /** What the file was recognised as. */
  readonly format: InspectedFile['format'] | null;
  /** What the agent did. */
  readonly what: string;
  readonly changes: number;
  readonly sha256: FileReceipt['sha256'];
  readonly verdict: 'keep' | 'discard';
  /** What did not come out as promised, in words. */
  readonly problems: readonly string[];
}

type Bytes = Buffer | undefined;

export async function checkOnce(
  verbatim: Verbatim,
  folder: ScratchFolder,
  action: ScriptedAction,
  verdict: 'keep' | 'discard',
): Promise<CheckedRow[]> {
  const { review } = verbatim;
  const before = action.traces.map(({ path }) => folder.read(path));
  const acted = await action.act(verbatim, folder);
  if (acted.outcome !== 'pending') throw new Error(`the scripted agent was answered ${acted.outcome}`);
  const after = action.traces.map(({ path }) => folder.read(path));
  const target = { kind: 'action', id: acted.action } as const;
  const shown = await review.inspect(target);
  const decided = await review[verdict]([target]);

  return action.traces.map((trace, at): CheckedRow => {
    const now = folder.read(trace.path);
    const sides = { before: before[at], after: after[at], now };
    const file = shown.outcome === 'refused' ? undefined : shown.files.find(({ path }) => path === trace.path);
    const changes = file?.changeCount ?? 0;
    return {
      path: trace.path,
      format: file?.format ?? null,
      what: action.what,
      changes,
      sha256: { before: sha256(before[at]), after: sha256(after[at]), now: sha256(now) },
      verdict,
      problems: [
        ...(changes === 0 ? ['no change was shown'] : []),
        ...(verdict === 'discard' ? afterDiscard : afterKeep)(trace, sides, decided),
      ],
    };
  });
}

interface Sides {
  readonly before: Bytes;
  readonly after: Bytes;
  readonly now: Bytes;
}

function afterDiscard(trace: Trace, { before, after, now }: Sides, decided: DecisionAnswer): string[] {
  const problems: string[] = [];
  const receipt = receiptOf(trace, decided);
  const wanted = before === undefined ? 'removed' : 'restored';
  if (decided.outcome !== 'discarded') problems.push(`the decision came out as ${decided.outcome}`);
  if (sha256(after) === sha256(before)) problems.push('the agent changed nothing');
  if (sha256(now) !== sha256(before)) problems.push('the bytes are not those from before');
  if (isMarked(trace, now)) problems.push('the edit’s marker is still there');
  if (receipt?.did !== wanted) problems.push(`the file is listed as ${receipt?.did ?? 'nothing'}, not as ${wanted}`);
  if (receipt?.sha256.now !== sha256(now)) problems.push('the receipt’s hash is not that of the file');
  return problems;
}

function afterKeep(trace: Trace, { before, now }: Sides, decided: DecisionAnswer): string[] {
  const problems: string[] = [];
  if (decided.outcome !== 'kept') problems.push(`the decision came out as ${decided.outcome}`);
  if (sha256(now) === sha256(before)) problems.push('the bytes are those from before');
  if (!isMarked(trace, now)) problems.push('the edit’s marker is not there');
  if (receiptOf(trace, decided)?.sha256.now !== sha256(now))
    problems.push('the receipt’s hash is not that of the file');
  return problems;
}

/** A deletion's mark is that there is no file; that of an Office file lies in one of its parts. */
function isMarked({ marker, part }: Trace, bytes: Bytes): boolean {
  if (marker === null || bytes === undefined) return marker === null && bytes === undefined;
  const content = part === undefined ? bytes : readPart(bytes, part);
  return content?.includes(marker) === true;
}

function receiptOf({ path }: Trace, decided: DecisionAnswer): FileReceipt | undefined {
  return decided.outcome === 'refused' ? undefined : decided.files.find((file) => file.path === path);
}
