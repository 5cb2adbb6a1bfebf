/** Where copies are named, for what is told of one that is damaged: once, with everything that it disables. */
import type { Hash } from '@verbatim/core';
import { namingAppsMax } from '../limits.js';
import type { RevisionNumber } from '../words.js';

export interface NamePlace {
  readonly app: string;
  readonly revision: RevisionNumber;
  readonly path: string;
}

export interface CopyNames {
  readonly size: number;
  /** The newest revision of the app that was looked at last. */
  newest: NamePlace;
  readonly apps: AppNames[];
}

interface AppNames {
  readonly app: string;
  /** First and last of revisions in a row. */
  readonly runs: [from: RevisionNumber, to: RevisionNumber][];
}

/** To be called app by app, and for the revisions of each from the oldest on. */
export function addName(named: Map<Hash, CopyNames>, hash: Hash, size: number, place: NamePlace): void {
  const { app, revision } = place;
  const names = named.get(hash) ?? { size, newest: place, apps: [] };
  named.set(hash, names);
  names.newest = place;
  if (names.apps.at(-1)?.app !== app) names.apps.push({ app, runs: [] });
  const runs = names.apps.at(-1)?.runs ?? [];
  const last = runs.at(-1);
  if (last !== undefined && revision <= last[1] + 1) last[1] = revision;
  else runs.push([revision, revision]);
}

/** `r1 to r7 and r9 name it`; where there are several apps, with each one's name. */
export function namesTold({ apps }: CopyNames): string {
  const named = apps.slice(0, namingAppsMax).map(({ app, runs }) => {
    const revisions = listed(runs.map(([from, to]) => (from === to ? `r${from}` : `r${from} to r${to}`)));
    return apps.length === 1 ? revisions : `${revisions} of “${app}”`;
  });
  const rest = apps.length - named.length;
  const all = listed([...named, ...(rest === 0 ? [] : [`${rest} more app${rest === 1 ? '' : 's'}`])]);
  return `${all} ${/^r\d+$/.test(all) ? 'names' : 'name'} it`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
