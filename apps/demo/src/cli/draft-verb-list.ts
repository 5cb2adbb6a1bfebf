/** Every verb of `verbatim draft` with what it does, in the order in which the overview tells them. */

export const draftVerbList = {
  apps: 'which apps have a draft, and where each stands',
  save: 'make the files of a folder the draft',
  edit: 'replace text in a file of the draft',
  write: 'write a file of the draft from standard input',
  delete: 'delete a file from the draft',
  rename: 'rename a file of the draft',
  turn: 'begin a turn, and be told what the one before changed',
  log: 'revisions, newest first, with their marks',
  show: 'the files of a revision, or one of them',
  diff: 'what the previous turn changed, or between two revisions',
  undo: 'copy an earlier revision forward as a new one',
  export: 'write the files of a revision into an empty folder',
  check: 'run a command on a revision, and record whether it passed',
  publish: 'run a command that puts a revision live, and record it',
  ship: 'check the draft, then publish exactly what was checked',
  metrics: 'revisions a turn, edits a ship, undos, no-ops, retries',
  verify: 'check every revision and every copy of all drafts',
} as const;

export type DraftVerbName = keyof typeof draftVerbList;

export function isDraftVerb(name: string): name is DraftVerbName {
  return Object.hasOwn(draftVerbList, name);
}
