/** What differs in text, change by change, and the files that follow from verdicts; a file that is no text is one change. */
import {
  blockedByEdits,
  type Change,
  type ChangeSet,
  compose,
  composeAround,
  type EncodingName,
  findChanges,
  type PersonsEdit,
  recognizeText,
  unifiedDiff,
  type Verdict,
} from '@verbatim/format-text';
import type { Changes, FormatPort, ShownChange, ShownPart, VerdictOf } from '@verbatim/review';
import { shownPartsMax } from '../limits.js';
import { encodingOf, showText } from './shown-bytes.js';
import { oneSided, type Side, wholeFile } from './whole-file.js';

const binaryReason = 'This file is not text, so it is decided as a whole.';

export function textChanges(path: string, before: Side, after: Side): Changes {
  if (before === undefined || after === undefined) {
    const format = recognizeText(path, after ?? before ?? new Uint8Array());
    const reason = format === 'binary' ? { reason: binaryReason } : {};
    return { format, decidedBy: 'whole-file', ...reason, changes: [oneSided(before, after)] };
  }
  const set = findChanges(before, after, { fileName: path });
  if (set.format === 'binary') {
    const changes = set.changes.length === 0 ? [] : [wholeFile('binary file', before, after)];
    return { format: 'binary', decidedBy: 'whole-file', reason: binaryReason, changes };
  }
  const shown = { format: set.format, decidedBy: set.decidedBy, changes: set.changes.map(changeShower(set)) };
  const reason = set.reason ?? set.fallback;
  return reason === undefined ? shown : { ...shown, reason };
}

export const composeText: FormatPort['compose'] = (path, before, after, verdictOf) => {
  const set = findChanges(before, after, { fileName: path });
  return compose(set, verdictsOf(set, verdictOf));
};

export const composeTextAround: FormatPort['composeAround'] = (path, before, after, { now, wanted }, current) => {
  const set = findChanges(before, after, { fileName: path });
  return composeAround(set, verdictsOf(set, now), verdictsOf(set, wanted), current);
};

export const blockedTextChanges: FormatPort['blockedBy'] = (path, before, after, verdictOf, current) => {
  const set = findChanges(before, after, { fileName: path });
  const blocked = blockedByEdits(set, verdictsOf(set, verdictOf), current);
  if ('unfit' in blocked) return blocked;
  const encoding = encodingOf(current);
  const shown = ({ before: was, after: is }: PersonsEdit): ShownPart => ({
    before: showText(was, encoding),
    after: showText(is, encoding),
  });
  return new Map([...blocked].map(([id, edits]) => [id, edits.slice(0, shownPartsMax).map(shown)]));
};

/** `a.md@before` and `a.md@after`; a file that is not text is named and not shown. */
export const textDiff: FormatPort['diff'] = (path, before, after, from) => {
  const names = { beforeName: `${path}@before`, afterName: `${path}@after` };
  const { hunks: _, ...shown } = unifiedDiff(before, after, { ...names, ...(from === undefined ? {} : { from }) });
  return shown;
};

function verdictsOf({ changes }: ChangeSet, verdictOf: VerdictOf): ReadonlyMap<Change['id'], Verdict> {
  return new Map(changes.map(({ id }) => [id, verdictOf(id)]));
}

/** Decodes a change only when somebody looks at its parts: a status counts changes and shows none. */
function changeShower(set: ChangeSet): (change: Change) => ShownChange {
  let found: { before: EncodingName; after: EncodingName } | undefined;
  const encodings = () => {
    found ??= {
      before: encodingOf(set.before.length === 0 ? set.after : set.before),
      after: encodingOf(set.after.length === 0 ? set.before : set.after),
    };
    return found;
  };
  return ({ id, kind, label, parts }) => {
    const shown = parts.slice(0, shownPartsMax);
    return {
      id,
      kind,
      label: shown.length === parts.length ? label : `${label} (${shown.length} of ${parts.length} places shown)`,
      get parts() {
        return shown.map(({ before, after }) => ({
          before: showText(set.before.subarray(before.start, before.end), encodings().before),
          after: showText(set.after.subarray(after.start, after.end), encodings().after),
        }));
      },
    };
  };
}
