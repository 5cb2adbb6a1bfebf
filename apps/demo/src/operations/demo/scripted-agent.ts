/** What the demo's agent does: no model, the same edits every time. */
import type { Verbatim } from '@verbatim/node';
import type { ActAnswer, Edit } from '@verbatim/review';
import { memo, type OfficeEdit, officeEdits } from './office-edits.js';
import { addComment } from './png-comment.js';
import type { ScratchFolder } from './scratch-folder.js';

/** One file of a scripted action and how its edit can be recognised. */
export interface Trace {
  readonly path: string;
  /** Text that is in the file after the edit and not before; null where the edit removes the file. */
  readonly marker: string | null;
  /** The part of the Office file that the text is in. */
  readonly part?: string;
}

export interface ScriptedAction {
  readonly what: string;
  readonly traces: readonly Trace[];
  act(verbatim: Verbatim, folder: ScratchFolder): Promise<ActAnswer>;
}

interface Line {
  readonly path: string;
  readonly replace: string;
  readonly with: string;
  readonly marker: string;
}

const lines: readonly Line[] = [
  {
    path: 'field-notes.md',
    replace: 'The result is preliminary.',
    with: 'The validated result is ready for review.',
    marker: 'The validated result is ready for review.',
  },
  {
    path: 'paper.tex',
    replace: 'for a reason that is not\nunderstood at this point.',
    with: 'because its inlet was\nblocked by sand.',
    marker: 'blocked by sand',
  },
  {
    path: 'minutes.txt',
    replace: 'The date of the next meeting is open.',
    with: 'The next meeting is on Thursday at 16:00.',
    marker: 'Thursday at 16:00',
  },
  {
    path: 'stations.csv',
    replace: '54.3089,10.1410,,not in use',
    with: '54.3089,10.1410,+0.02,in use since week 42',
    marker: 'in use since week 42',
  },
  {
    path: 'settings.json',
    replace: '"enabled": false, "level": 4.2',
    with: '"enabled": true, "level": 4.0',
    marker: '"level": 4.0',
  },
];

const agent = { agent: 'demo', request: 'survey' };

function replaceLine({ path, replace, with: text, marker }: Line): ScriptedAction {
  return {
    what: 'edited',
    traces: [{ path, marker }],
    act: ({ review, edits }) => review.act('edit', [edits.replace(path, { replace, with: text })], agent),
  };
}

function editOffice({ path, part, marker, edit }: OfficeEdit): ScriptedAction {
  return {
    what: 'edited',
    traces: [{ path, marker, part }],
    act: ({ review, edits }) => review.act('edit', [edit(edits, path)], agent),
  };
}

const comment = 'Checked against the log of the harbour office';

const commentChart: ScriptedAction = {
  what: 'edited',
  traces: [{ path: 'chart.png', marker: comment }],
  act: ({ review }, folder) => {
    const bytes = addComment(folder.read('chart.png') ?? new Uint8Array(), comment);
    return review.act('write', [{ op: 'write', path: 'chart.png', bytes }], agent);
  },
};

const summary = '# Summary\n\nAll three gauges agree within 2 cm once the inlet is clean.\n';

const createSummary: ScriptedAction = {
  what: 'created',
  traces: [{ path: 'summary.md', marker: 'agree within 2 cm' }],
  act: ({ review }) =>
    review.act('write', [{ op: 'write', path: 'summary.md', bytes: new TextEncoder().encode(summary) }], agent),
};

const deleteMinutes: ScriptedAction = {
  what: 'deleted',
  traces: [{ path: 'archive/minutes.txt', marker: null }],
  act: ({ review }) => review.act('delete', [{ op: 'delete', path: 'archive/minutes.txt' }], agent),
};

const reportMemo = 'report/survey-memo.docx';

/** Three files as one action: decided together, all or none. */
const rewriteReport: ScriptedAction = {
  what: 'edited',
  traces: [
    ...reportLines().map(({ path, marker }) => ({ path, marker })),
    { path: reportMemo, marker: memo.marker, part: memo.part },
  ],
  act: ({ review, edits }) => {
    const steps = reportLines().map(
      ({ path, replace, with: text }): Edit => edits.replace(path, { replace, with: text }),
    );
    return review.act('apply', [...steps, memo.edit(edits, reportMemo)], agent);
  },
};

function reportLines(): readonly Line[] {
  return lines
    .filter(({ path }) => ['field-notes.md', 'stations.csv'].includes(path))
    .map((line) => ({ ...line, path: `report/${line.path}` }));
}

export const scriptedActions: readonly ScriptedAction[] = [
  ...lines.map(replaceLine),
  ...officeEdits.map(editOffice),
  commentChart,
  createSummary,
  deleteMinutes,
  rewriteReport,
];
