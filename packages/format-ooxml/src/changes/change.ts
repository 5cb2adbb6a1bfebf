import type { OfficeFamily } from '../package/families.js';

/** `c` and 12 hexadecimal digits; the same change of the same two files always has the same id. */
export type OfficeChangeId = `c${string}`;

/**
 * What a change is about. `paragraph`, `shape` and `cell`: their text or value, or that they came or went; `format`: only how
 * a paragraph, shape or cell looks; `slide` and `sheet`: a whole one came, went, moved or was renamed; `markup`: what else
 * differs in a part of which the text is compared; `part`: a part that is not taken apart; `package`: only the zip archive;
 * `more`: those above the limit, counted; `whole-file`: the file could not be looked into.
 */
export type OfficeChangeKind =
  | 'paragraph'
  | 'shape'
  | 'cell'
  | 'format'
  | 'slide'
  | 'sheet'
  | 'markup'
  | 'part'
  | 'package'
  | 'more'
  | 'whole-file';

/** Text for people, of one side each; '' where there is nothing on that side. Long text ends with how much is left out. */
export interface OfficeChangePart {
  readonly before: string;
  readonly after: string;
}

export interface OfficeChange {
  readonly id: OfficeChangeId;
  readonly kind: OfficeChangeKind;
  /** Where: `paragraph 12`, `table 1, row 2, cell 3`, `slide 3, Title 1`, `Sheet1!B4`; behind it `added` or `removed`. */
  readonly label: string;
  readonly parts: readonly OfficeChangePart[];
}

/** All that was found to differ between two versions of one Office file. They are decided together. */
export interface OfficeChangeSet {
  /** `binary` where neither the bytes nor the name are those of an Office file. */
  readonly format: OfficeFamily | 'binary';
  readonly decidedBy: 'whole-file';
  /** Why the file is decided as a whole; a sentence for people. */
  readonly reason: string;
  /** Empty only where the bytes are equal. */
  readonly changes: readonly OfficeChange[];
  /** True where a limit was reached, so that some change is larger, or shown shorter, than a closer look would make it. */
  readonly coarse: boolean;
}
