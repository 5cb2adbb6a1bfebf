/** Revisions of drafts as people read them. */
import type {
  ChangedFile,
  DiffShown,
  FileEntry,
  HistoryShown,
  Standing,
  TurnStarted,
  Unchanged,
} from '@verbatim/drafts';
import type {
  AppsShown,
  DraftExported,
  DraftsVerified,
  FileShown,
  MetricsShown,
  RevisionShown,
} from '../../operations/drafts/read-draft.js';
import type { DraftWritten } from '../../operations/drafts/write-draft.js';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';
import { checkText } from './care.js';
import { painted } from './diff.js';
import type { Page } from './suggestion.js';
import { columns, counted, localTime, remarks, shortHash, sizeOf } from './words.js';

type Sheet = Omit<Page, 'session'>;

export function printApps({ apps }: AppsShown, { colors, suggest }: Sheet): string {
  if (apps.length === 0)
    return `No app has a draft yet. One begins with:  ${suggest.command('draft save', ['APP', 'DIR'])}\n`;
  const head = ['APP', 'HEAD', 'FILES', 'SIZE', 'LIVE', 'TURN'].map((title) => colors.dim(title));
  const rows = apps.map((one) => [
    visible(one.app),
    `r${one.head}`,
    String(one.files),
    sizeOf(one.bytes),
    liveOf(one),
    one.turn === null || one.turn.turn === null ? '-' : visible(one.turn.turn),
  ]);
  return `${columns([head, ...rows]).join('\n')}\n`;
}

export function printVerified(answer: DraftsVerified, { colors, suggest }: Sheet): string {
  const { problems, apps, revisions, copies, bytes, orphans } = answer;
  const told = problems.map(({ app, revision, path, ...problem }) => {
    const parts = [app, revision === undefined ? undefined : `r${revision}`, path];
    return { ...problem, where: parts.flatMap((part) => (part === undefined ? [] : visible(part))).join(' ') };
  });
  const what = [counted(apps, 'app'), counted(revisions, 'revision'), counted(copies, 'copy', 'copies')];
  const disabled = 'only revisions that need it cannot be read, undone to or published';
  return checkText(
    told,
    { what: [`${what.join(', ')}, ${sizeOf(bytes)} checked.`], orphans, disabled },
    { colors, suggest },
  );
}

export function printWritten(app: string): (answer: DraftWritten, sheet: Sheet) => string {
  return (answer, { colors, suggest }) => {
    const { outcome, revision, base, reason, files, fileCount } = answer;
    if (outcome === 'unchanged') {
      return `${[...remarks(answer, colors), `No byte differs: the draft stays at r${revision}.`].join('\n')}\n`;
    }
    const rest = fileCount - files.length;
    const lines = [
      ...columns(files.map((file) => [`  ${file.kind}`, nameOf(file)])),
      ...(rest > 0 ? [`  and ${counted(rest, 'more file')}`] : []),
      ...remarks(answer, colors),
      `${colors.green(`r${revision}`)}  ${visible(reason)}`,
      `Undo     ${suggest.command('draft undo', [app], ['--to', String(base)])}`,
    ];
    return `${lines.join('\n')}\n`;
  };
}

export function printTurn({ turn, revision, summary }: TurnStarted, { colors }: Sheet): string {
  return `${colors.dim(`Turn ${visible(turn)} begins at r${revision}.`)}\n${visibleLines(summary)}\n`;
}

export function printLog(app: string): (answer: HistoryShown | Unchanged, sheet: Sheet) => string {
  return (answer, { colors, suggest }) => {
    if (answer.outcome === 'unchanged') return 'Nothing has moved.\n';
    const { revisions, next } = answer;
    if (revisions.length === 0) return `${nothingSaved(app, suggest).join('\n')}\n`;
    const head = ['REVISION', 'AT', 'FILES', 'SIZE', 'TURN', 'WHAT', 'MARKS'].map((title) => colors.dim(title));
    const rows = revisions.map(({ revision, at, files, bytes, turn, reason, marks }) => [
      `r${revision}`,
      localTime(at),
      String(files),
      sizeOf(bytes),
      turn === null ? '-' : visible(turn),
      visible(reason),
      marksOf(marks, colors),
    ]);
    const more =
      next?.before === undefined
        ? []
        : [`Go on: ${suggest.command('draft log', [app], ['--before', String(next.before)])}`];
    return `${[...columns([head, ...rows]), ...more].join('\n')}\n`;
  };
}

function marksOf({ undoOf, check, publish }: HistoryShown['revisions'][number]['marks'], colors: Colors): string {
  const marks = [
    ...(undoOf === undefined ? [] : [`undo to r${undoOf}`]),
    ...(check === undefined ? [] : [check === 'ok' ? colors.green('check ok') : colors.red('check failed')]),
    ...(publish === undefined ? [] : [publish === 'live' ? colors.green('live') : `publish ${publish}`]),
  ];
  return marks.join(', ');
}

export function printRevision({ app, revision, files, standing }: RevisionShown, { colors, suggest }: Sheet): string {
  if (standing.head === 0) return `${nothingSaved(app, suggest).join('\n')}\n`;
  const lines = [
    `${colors.bold(visible(app))}  r${revision}, ${counted(files.length, 'file')}`,
    ...columns(files.map(({ path, size, hash }) => [`  ${visible(path)}`, sizeOf(size), shortHash(hash)])),
    standingLine(standing, colors),
    `Revisions  ${suggest.command('draft log', [app])}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The draft of an app that was never saved is empty, and so is that of a mistyped name. */
function nothingSaved(app: string, suggest: Sheet['suggest']): string[] {
  return [`Nothing was ever saved as ${visible(app)}.`, `Apps  ${suggest.command('draft apps')}`];
}

function standingLine(standing: Standing, colors: Colors): string {
  const { head, lastPassed, newestPassed, publish, publishing } = standing;
  const passed = lastPassed === null ? 'no check has passed' : `r${newestPassed ?? lastPassed} passed its check`;
  const cut = publish === 'unconfirmed' ? colors.yellow(`; publish of r${publishing} unconfirmed`) : '';
  return `Head r${head}; live ${liveOf(standing)}; ${passed}${cut}.`;
}

function liveOf({ published, editedAfterPublishing }: Standing): string {
  if (published === null) return '-';
  return `r${published}${editedAfterPublishing ? ', edited since' : ''}`;
}

/** A file's text, or for one that is none its bytes in base64, so that JSON can hold it. */
export type FileText = FileEntry & {
  readonly outcome: 'file';
  readonly revision: number;
  readonly text?: string;
  readonly base64?: string;
};

export function fileAsText({ outcome, revision, path, hash, size, bytes }: FileShown): FileText {
  const file = { outcome, revision, path, hash, size };
  try {
    return { ...file, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ...file, base64: Buffer.from(bytes).toString('base64') };
  }
}

/** As it is where it goes into a file or another program; made harmless on a terminal. */
export function printFile({ path, size, text }: FileText): string {
  if (text === undefined)
    return `${visible(path)} is no text: ${sizeOf(size)} (its bytes with --json, or with draft export).\n`;
  return process.stdout.isTTY ? visibleLines(text) : text;
}

export function printDraftDiff(app: string): (answer: DiffShown | Unchanged, sheet: Sheet) => string {
  return (answer, { colors, suggest }) => {
    if (answer.outcome === 'unchanged') return 'Nothing has moved.\n';
    const { from, to, turn, files, fileCount, next } = answer;
    const of = turn === null ? '' : ` (turn ${visible(turn)})`;
    const lines = [`r${from}..r${to}${of}: ${counted(fileCount, 'file')}`];
    for (const file of files) {
      const counts = file.isBinary ? 'binary' : `+${file.added} -${file.removed}`;
      lines.push('', `${colors.bold(nameOf(file))}  ${file.kind}, ${counts}`);
      if (file.text !== '') lines.push(...painted(file, colors));
      if (file.next !== undefined) lines.push(`Go on: ${furtherDiff(app, file.next, suggest)}`);
    }
    if (next !== undefined) lines.push('', `More files: ${furtherDiff(app, next, suggest)}`);
    return `${lines.join('\n')}\n`;
  };
}

/** The command of a follow-up request. */
function furtherDiff(app: string, request: NonNullable<DiffShown['next']>, suggest: Sheet['suggest']): string {
  const { from, to, turn, path, at, after, linesMax, bytesMax } = request;
  const option = (name: string, value: string | number | undefined): string[] =>
    value === undefined ? [] : [`--${name}`, String(value)];
  const options = [
    ...option('from', from),
    ...option('to', to),
    ...option('turn', turn),
    ...option('at', at === undefined ? undefined : `${at.hunk}:${at.line}`),
    ...option('after', after),
    ...option('lines', linesMax),
    ...option('bytes', bytesMax),
  ];
  return suggest.command('draft diff', path === undefined ? [app] : [app, path], options);
}

export function printExportedDraft({ revision, to, files }: DraftExported, { colors }: Sheet): string {
  return `${colors.green('Exported.')} ${counted(files, 'file')} of r${revision} in ${visible(to)}.\n`;
}

interface Judged {
  readonly revision: number;
  readonly ok: boolean;
  readonly message?: string;
  readonly notes?: readonly string[];
  readonly replayed?: true;
}

export function printChecked(answer: Judged, { colors }: Sheet): string {
  const { revision, ok, message = '' } = answer;
  const passed = `${colors.green('Passed.')} r${revision}`;
  return judgement(answer, ok ? passed : `${colors.red('Failed.')} r${revision}: ${visible(message)}`, colors);
}

export function printPublished(answer: Judged, { colors }: Sheet): string {
  const { revision, ok, message = '' } = answer;
  const published = `${colors.green('Published.')} r${revision} is live.`;
  const failed = `${colors.red('Not published.')} r${revision}: ${visible(message)} What was live stays live.`;
  return judgement(answer, ok ? published : failed, colors);
}

export function printShipped(answer: Judged & { readonly outcome: string }, { colors }: Sheet): string {
  const { outcome, revision, message = '' } = answer;
  const shipped = `${colors.green('Shipped.')} r${revision} passed its check and is live.`;
  const what = outcome === 'check-failed' ? 'The check failed' : 'The check passed, publishing failed';
  const failed = `${colors.red('Not shipped.')} r${revision}: ${what}. ${visible(message)}`;
  return judgement(answer, outcome === 'shipped' ? shipped : failed, colors);
}

/** With what was left behind, and whether the command was run just now or this is the answer of an earlier time. */
function judgement(answer: Judged, sentence: string, colors: Colors): string {
  return `${[sentence, ...remarks(answer, colors)].join('\n')}\n`;
}

export function printMetrics({ outcome: _, app, bytes, ...counts }: MetricsShown): string {
  const rows = Object.entries(counts).map(([name, value]) => [`  ${spelled(name)}`, shownNumber(value)]);
  return `${[visible(app), ...columns([...rows, ['  bytes in the draft', sizeOf(bytes.draft)], ['  bytes written', sizeOf(bytes.written)]])].join('\n')}\n`;
}

function spelled(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function shownNumber(value: number | null): string {
  if (value === null) return '-';
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function nameOf({ path, from }: Pick<ChangedFile, 'path' | 'from'>): string {
  return from === undefined ? visible(path) : `${visible(path)} (from ${visible(from)})`;
}

function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
