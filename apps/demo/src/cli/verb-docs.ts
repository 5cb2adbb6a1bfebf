/** What `verbatim VERB --help` says of each verb: what it does, and lines that can be typed as they are. */
import { type VerbName, verbList } from './verb-list.js';

/** Verbs that say more than this in their own place. */
type ToldElsewhere = 'draft' | 'hook' | 'salvage' | 'completion';

const examples: Readonly<Record<Exclude<VerbName, ToldElsewhere>, readonly string[]>> = {
  status: ['verbatim status', 'verbatim status --json'],
  inspect: ['verbatim inspect ./notes.md', 'verbatim inspect action:a1b2c3d4e5f --from 20'],
  keep: ['verbatim keep ./notes.md', 'verbatim keep --changed'],
  discard: ['verbatim discard ./notes.md', 'verbatim discard --all'],
  accept: ['verbatim accept ./notes.md 3f2a', 'verbatim accept ./notes.md kind:paragraph'],
  reject: ['verbatim reject ./notes.md 3f2a', 'verbatim reject ./notes.md 3f2a --around-edits'],
  diff: ['verbatim diff ./notes.md', 'verbatim diff action:a1b2c3d4e5f --from 40:1'],
  serve: ['verbatim serve', 'verbatim serve --port 8080', 'verbatim serve --check "npm test" --publish ./deploy.sh'],

  history: ['verbatim history ./notes.md', 'verbatim history . --since 2026-03-01'],
  save: ['verbatim save ./notes.md --note "before lunch"'],
  restore: ['verbatim restore ./notes.md s1b2c3d4e5f --preview', 'verbatim restore --action a1b2c3d4e5f'],
  undo: ['verbatim undo d1b2c3d4e5f'],
  pin: ['verbatim pin ./notes.md s1b2c3d4e5f'],
  unpin: ['verbatim unpin ./notes.md s1b2c3d4e5f'],

  edit: [
    'verbatim edit notes.md --replace draft --with final',
    'verbatim edit notes.md --replace 2025 --with 2026 --all',
  ],
  write: ['verbatim write notes.md < new-notes.md'],
  delete: ['verbatim delete old-notes.md'],
  move: ['verbatim move notes.md archive/notes.md'],
  'insert-paragraph': ['verbatim insert-paragraph memo.docx --text "One more thing." --after 3'],
  'add-text-box': ['verbatim add-text-box deck.pptx --slide 2 --text "Thank you"'],
  'set-cell': ["verbatim set-cell book.xlsx --cell 'Sheet1!B4' --value 12.5"],
  apply: ['verbatim apply edits.json', 'verbatim apply - < edits.json'],
  begin: ['verbatim begin notes.md data.csv --agent my-agent'],
  commit: ['verbatim commit a1b2c3d4e5f'],
  cancel: ['verbatim cancel a1b2c3d4e5f'],

  verify: ['verbatim verify', 'verbatim verify --deep'],
  export: ['verbatim export ./notes.md --to notes.zip'],
  purge: ['verbatim purge ./notes.md', 'verbatim purge ./notes.md s1b2c3d4e5f --yes'],
  relocate: ['verbatim relocate --root .', 'verbatim relocate --from ../old-place'],
  doctor: ['verbatim doctor', 'verbatim doctor --json'],
  demo: ['verbatim demo', 'verbatim demo --once'],
};

export function docsOf(verb: keyof typeof examples): { brief: string; fullDescription: string } {
  const brief = verbList[verb];
  const sentence = `${brief.charAt(0).toUpperCase()}${brief.slice(1)}.`;
  return { brief, fullDescription: [sentence, '', ...examples[verb].map((line) => `  ${line}`)].join('\n') };
}
