/** Looking at an app's draft. Writes nothing, but that a turn begins. */
import type {
  DiffRequest,
  DiffShown,
  DraftsReport,
  FileEntry,
  HistoryRequest,
  HistoryShown,
  Metrics,
  Standing,
  TurnStarted,
  Unchanged,
  VerifyOptions,
} from '@verbatim/drafts';
import { exportRevision } from '@verbatim/node';
import type { Refused } from '@verbatim/review';
import { appOf, type DraftSession, folderNamed, told } from './draft-session.js';

export interface AppsShown {
  readonly outcome: 'shown';
  readonly apps: readonly AppShown[];
}

export async function listDrafts({ drafts }: DraftSession): Promise<AppsShown> {
  const apps = await drafts.apps();
  return {
    outcome: 'shown',
    apps: await Promise.all(apps.map(async (app) => ({ app, ...(await drafts.app(app).standing()) }))),
  };
}

export type AppShown = { readonly app: string } & Standing;

export async function startTurn(
  session: DraftSession,
  { app, turn }: { readonly app: string; readonly turn: string },
): Promise<TurnStarted | Refused> {
  return told(await appOf(session, app).startTurn(turn));
}

export async function logDraft(
  session: DraftSession,
  { app, ...request }: HistoryRequest & { readonly app: string },
): Promise<HistoryShown | Unchanged | Refused> {
  return told(await appOf(session, app).history(request));
}

export async function diffDraft(
  session: DraftSession,
  { app, ...request }: DiffRequest & { readonly app: string },
): Promise<DiffShown | Unchanged | Refused> {
  return told(await appOf(session, app).diff(request));
}

export interface RevisionShown {
  readonly outcome: 'revision';
  readonly app: string;
  readonly revision: number;
  readonly files: readonly FileEntry[];
  readonly standing: Standing;
}

/** A revision's files, and where the app stands. */
export async function showDraft(
  session: DraftSession,
  { app, revision }: { readonly app: string; readonly revision?: number | undefined },
): Promise<RevisionShown | Refused> {
  const draft = appOf(session, app);
  const shown = told(await draft.revision(revision));
  if (shown.outcome === 'refused') return shown;
  const { outcome, files } = shown;
  return { outcome, app, revision: shown.revision, files, standing: await draft.standing() };
}

export interface FileShown extends FileEntry {
  readonly outcome: 'file';
  readonly revision: number;
  readonly bytes: Uint8Array;
}

export async function showDraftFile(
  session: DraftSession,
  { app, file, revision }: { readonly app: string; readonly file: string; readonly revision?: number | undefined },
): Promise<FileShown | Refused> {
  return told(await appOf(session, app).read(file, revision));
}

export interface DraftExported {
  readonly outcome: 'exported';
  readonly revision: number;
  /** The folder, absolute. */
  readonly to: string;
  readonly files: number;
}

/** Writes a revision's files into an empty folder. */
export async function exportDraft(
  session: DraftSession,
  { app, revision, dir }: { readonly app: string; readonly revision: number; readonly dir: string },
): Promise<DraftExported | Refused> {
  const shown = told(await appOf(session, app).revision(revision));
  if (shown.outcome === 'refused') return shown;
  const to = await exportRevision(shown, folderNamed(session, dir));
  return { outcome: 'exported', revision, to, files: shown.files.length };
}

export type DraftsVerified = DraftsReport & { readonly ok: boolean };

/** Checks all drafts, of every app. Repairs nothing. */
export async function verifyDrafts({ drafts }: DraftSession, options: VerifyOptions): Promise<DraftsVerified> {
  const report = await drafts.verify(options);
  return { ok: report.problems.length === 0, ...report };
}

export type MetricsShown = Metrics & { readonly outcome: 'shown'; readonly app: string };

export async function metricsOfDraft(session: DraftSession, { app }: { readonly app: string }): Promise<MetricsShown> {
  return { outcome: 'shown', app, ...(await appOf(session, app).metrics()) };
}
