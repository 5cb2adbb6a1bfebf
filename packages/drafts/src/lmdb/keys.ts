/**
 * Keys of the local store. All of an app lies behind a hash of its id, so that no operation meets another app's records.
 */
import type { Hash } from '@verbatim/core';
import { sha256 } from '@verbatim/store';
import type { RevisionNumber } from '../words.js';

const short = (text: string): string => sha256(text).slice(0, 32);
const order = (number: number): string => number.toString().padStart(15, '0');

export const keys = {
  format: 'meta/format',
  app: (app: string) => `app/${short(app)}`,
  apps: 'app/',
  revision: (app: string, number: RevisionNumber) => `revision/${short(app)}/${order(number)}`,
  marks: (app: string, number: RevisionNumber) => `marks/${short(app)}/${order(number)}`,
  manifest: (app: string, number: RevisionNumber) => `manifest/${short(app)}/${order(number)}`,
  page: (app: string, id: string) => `page/${short(app)}/${id}`,
  turn: (app: string, id: string) => `turn/${short(app)}/${short(id)}`,
  key: (app: string, key: string) => `key/${short(app)}/${short(key)}`,
  /** Keys in the order in which their age is to be looked at. */
  keyDue: (app: string, due: number, key: string) => `key-due/${short(app)}/${order(due)}/${short(key)}`,
  keysDue: (app: string) => `key-due/${short(app)}/`,
  /** How often retained revisions of all apps name a copy. */
  copy: (hash: Hash) => `copy/${hash}`,
  allCopies: 'copy/',
  /** Copies that no revision names any more. */
  unnamed: (hash: Hash) => `unnamed/${hash}`,
  allUnnamed: 'unnamed/',
  /** All records that revisions are made of, of all apps. */
  ofRevisions: ['revision/', 'marks/', 'manifest/', 'page/'],
} as const;
