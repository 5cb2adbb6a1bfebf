/** The entry of every process that the races start: `child ROLE OPTIONS`. Roles talk with the test over IPC. */
import { contend } from './roles/contender.js';
import { editOnce } from './roles/edit-once.js';
import { edit } from './roles/editor.js';
import { flip } from './roles/flipper.js';
import { keepOnce } from './roles/keep-once.js';
import { holdLock, waitForLock } from './roles/lock.js';
import { mix } from './roles/mixed.js';
import { beNobody } from './roles/nobody.js';
import { openAgain } from './roles/opener.js';
import { beSignalled } from './roles/signalled.js';
import { readStatus } from './roles/status-reader.js';
import { watch } from './roles/watcher.js';

export type Role =
  | 'contend'
  | 'edit'
  | 'editOnce'
  | 'flip'
  | 'beSignalled'
  | 'holdLock'
  | 'keepOnce'
  | 'mix'
  | 'waitForLock'
  | 'readStatus'
  | 'watch'
  | 'beNobody'
  | 'openAgain';

const roles: Readonly<Record<Role, (options: never) => Promise<void>>> = {
  contend,
  edit,
  editOnce,
  flip,
  beSignalled,
  holdLock,
  keepOnce,
  mix,
  waitForLock,
  readStatus,
  watch,
  beNobody,
  openAgain,
};

const [role, options] = process.argv.slice(2) as [Role, string];
void roles[role](JSON.parse(options) as never);
