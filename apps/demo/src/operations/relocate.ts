import { relocate as repoint } from '@verbatim/node';

export interface RelocateInput {
  /** Where the workspace is now, absolute. */
  readonly root: string;
  readonly home?: string;
  /** Where it was, absolute; needed only for a folder that was copied. */
  readonly from?: string;
}

export interface Relocated {
  readonly ok: true;
  readonly problems: readonly string[];
  readonly outcome: 'relocated' | 'unchanged';
  readonly from: string;
  readonly to: string;
}

/** Tells a workspace's ledger where its folder is now. Touches no file of the workspace. */
export async function relocate(input: RelocateInput): Promise<Relocated> {
  return { ok: true, problems: [], ...repoint(input) };
}
