/** Every verb with what it does, in the order in which the overview tells them. */

export const verbList = {
  status: 'what waits for a decision',
  inspect: 'every change, with Before and After',
  keep: 'leave what an agent did as it is',
  discard: 'put the original bytes back, exactly',
  accept: 'say that single changes of a text file stay',
  reject: 'put single changes of a text file back',
  diff: 'what changed, as a unified diff to read',
  serve: 'review in the browser, on this machine only',

  history: 'which copies there are of a file, a folder or an action',
  save: 'save a file as it is now, as a restore point',
  restore: 'put a copy back, after saving what is there',
  undo: 'undo a decision, or an undo',
  pin: 'keep a copy from being removed to make room',
  unpin: 'leave a copy to be removed again',

  edit: 'replace text in a file',
  write: 'write a file from standard input',
  delete: 'move a file to the trash',
  move: 'move or rename a file',
  'insert-paragraph': 'add a paragraph to a Word document',
  'add-text-box': 'add a text box to a PowerPoint slide',
  'set-cell': 'set a cell of an Excel workbook',
  apply: 'several edits as one action',
  begin: 'capture files before an agent writes them by itself',
  commit: 'record what the agent wrote since begin',
  cancel: 'end an action that was begun',
  hook: 'capture and record what an agent writes, from its hooks',

  draft: 'numbered revisions of an app’s files (verbatim draft --help)',

  verify: 'check every copy and every record',
  export: 'write copies into a zip archive',
  purge: 'remove the copies of a file for good',
  relocate: 'tell where a workspace has moved',
  doctor: 'check machine, folders and ledger; tell where the data lies',
  salvage: 'rebuild a damaged index, or copy everything out of it',
  completion: 'print a script that completes verbs in a shell',
  demo: 'see all of it on sample files',
} as const;

export type VerbName = keyof typeof verbList;

const groups: readonly { readonly title: string; readonly verbs: readonly VerbName[] }[] = [
  { title: 'You', verbs: ['status', 'inspect', 'keep', 'discard', 'accept', 'reject', 'diff', 'serve'] },
  { title: 'History', verbs: ['history', 'save', 'restore', 'undo', 'pin', 'unpin'] },
  { title: 'Agents', verbs: ['edit', 'write', 'delete', 'move', 'apply', 'begin', 'commit', 'cancel', 'hook'] },
  { title: 'Agents, in Office files', verbs: ['insert-paragraph', 'add-text-box', 'set-cell'] },
  { title: 'Drafts of apps', verbs: ['draft'] },
  { title: 'Care', verbs: ['verify', 'export', 'purge', 'relocate', 'doctor', 'salvage', 'completion', 'demo'] },
];

export function isVerb(name: string): name is VerbName {
  return Object.hasOwn(verbList, name);
}

export function overview(): string {
  const width = Object.keys(verbList).reduce((widest, name) => Math.max(widest, name.length), 0);
  const lines = groups.flatMap(({ title, verbs }) => [
    '',
    `${title}:`,
    ...verbs.map((name) => `  ${name.padEnd(width)}  ${verbList[name]}`),
  ]);
  return `Verbatim keeps what an agent changes until you decide, and puts the original back byte for byte.

verbatim VERB [OPTIONS]
verbatim VERB --help
${lines.join('\n')}

Options of every verb:
  --root DIR    the workspace (else the nearest known one above this folder, else this folder)
  --home DIR    the folder that keeps the copies (else VERBATIM_HOME, else your application data)
  --json        one JSON value on standard output, nothing else
  --agent NAME  --request ID  --key KEY    who acts, in which request, and a key that makes a retry safe

Exit codes: 0 done or unchanged, 1 something broke, 2 refused, 64 not understood, 130 interrupted.
`;
}
