/** What differs in Word, PowerPoint and Excel files, and in files that are so only by name. */
import { checkOffice, findOfficeChanges, type OfficeChange, recognizeOffice } from '@verbatim/format-ooxml';
import type { Changes, ShownChange } from '@verbatim/review';
import { showText } from './shown-bytes.js';
import { textChanges } from './text-changes.js';
import { isText, oneSided, type Side, showWhole } from './whole-file.js';

/** What a file is by its content, else by its name; undefined where it is no Office file by either. */
export function officeFormat(path: string, bytes: Uint8Array): Changes['format'] | undefined {
  return recognizeOffice(bytes, path);
}

/** For a file that is an Office file on one side at least, by its content or by its name; undefined for all others. */
export function officeChanges(path: string, before: Side, after: Side): Changes | undefined {
  const isOffice = [after, before].some((side) => side !== undefined && recognizeOffice(side, path) !== undefined);
  if (!isOffice) return undefined;
  if (before === undefined || after === undefined) return createdOrDeleted(path, before, after);
  if (isText(before) && isText(after)) return textByAnotherName(path, before, after);
  const { format, decidedBy, reason, changes, coarse } = findOfficeChanges(before, after, path);
  return {
    format,
    decidedBy,
    reason: coarse ? `${reason} A limit was reached, so some changes are told in less detail.` : reason,
    changes: changes.map((change) => shown(change, before, after)),
  };
}

/**
 * Why these bytes would not open as the Office file that their name or their content promises, with the check and the part;
 * undefined where they would, or where nothing is promised. Never throws: a check that fails has found no sound file.
 */
export function officeProblem(path: string, bytes: Uint8Array): string | undefined {
  try {
    if (recognizeOffice(bytes, path) === undefined) return undefined;
    const found = refusalOf(path, bytes);
    if (found === undefined) return undefined;
    const where = found.part === undefined ? '' : `, part ${found.part}`;
    return showLine(`${found.message.replace(/\.$/, '')} (check ${found.code}${where}).`);
  } catch (error) {
    return `It could not be checked (${error instanceof Error ? error.message : String(error)}).`;
  }
}

function createdOrDeleted(path: string, before: Side, after: Side): Changes {
  const bytes = after ?? before ?? new Uint8Array();
  const format = recognizeOffice(bytes, path) ?? 'binary';
  const reason = mismatch(path, bytes);
  const changes = [oneSided(before, after)];
  return { format, decidedBy: 'whole-file', ...(reason === undefined ? {} : { reason }), changes };
}

/** Text under the name of an Office file, on both sides: nothing would open it, so its lines are the most that can be shown. */
function textByAnotherName(path: string, before: Uint8Array, after: Uint8Array): Changes {
  const { changes } = textChanges(path, before, after);
  const format = recognizeOffice(after, path) ?? 'text';
  const reason = `${mismatch(path, after) ?? ''} It is shown as text and decided as a whole.`.trimStart();
  return { format, decidedBy: 'whole-file', reason, changes };
}

/** A sentence where name and content say different things. What is a package at all is not unpacked for it. */
function mismatch(path: string, bytes: Uint8Array): string | undefined {
  const content = recognizeOffice(bytes, '');
  if (content === undefined) return refusalOf(path, bytes)?.message;
  if (content === recognizeOffice(new Uint8Array(), path)) return undefined;
  return `The file is ${familyNames[content]}, although its name does not say so.`;
}

function refusalOf(path: string, bytes: Uint8Array): ReturnType<typeof checkOffice>['problems'][number] | undefined {
  return checkOffice(bytes, path).problems.find(({ grade }) => grade === 'refuse');
}

const familyNames = {
  word: 'a Word document',
  powerpoint: 'a PowerPoint presentation',
  excel: 'an Excel workbook',
} as const;

/** The texts come from inside the file and may hold anything; they are made fit to be seen when somebody looks. */
function shown({ id, kind, label, parts }: OfficeChange, before: Uint8Array, after: Uint8Array): ShownChange {
  return {
    id,
    kind,
    label: showLine(label),
    get parts() {
      if (kind === 'whole-file' || kind === 'package') return [showWhole(before, after)];
      return parts.map((part) => ({ before: show(part.before), after: show(part.after) }));
    },
  };
}

function show(text: string): string {
  return showText(new TextEncoder().encode(text), 'utf-8');
}

function showLine(text: string): string {
  return show(text).replaceAll(/\s+/g, ' ');
}
