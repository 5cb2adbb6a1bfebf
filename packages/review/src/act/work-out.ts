/** Works out what an agent's edits come to, file by file, in memory. Nothing is written here. */
import {
  type Attributes,
  type Content,
  type Hash,
  type Look,
  type LookPresent,
  RefusalError,
  refuse,
  sameIdentity,
} from '@verbatim/core';
import { sha256 } from '@verbatim/ledger';
import { checkBytes } from '../call.js';
import { heldBytesMax } from '../limits.js';
import { changedMeanwhile, onlyToTrash } from '../messages.js';
import type { Changed, Edit } from '../review-api.js';
import type { Room } from '../room.js';
import { parentOf } from '../transition/work-folders.js';

export type Wish =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly content: Content; readonly attributes: Attributes };

/** One file as it was found, and as the edits leave it. */
export interface Working {
  readonly path: string;
  readonly found: Look;
  readonly foundContent: Content | undefined;
  wish: Wish;
  /** True where the file came from or went to another path. */
  moved: boolean;
  /** True where the agent deleted it: its bytes go to the trash. */
  deleted: boolean;
  /** The file on disk that lies here by the edits so far, itself at first; undefined for none, or one that is written anew. */
  origin: Working | undefined;
}

export interface WorkedOut {
  readonly files: readonly Working[];
  readonly notes: readonly string[];
}

export async function workOut(room: Room, edits: readonly Edit[]): Promise<WorkedOut> {
  const files = new Map<string, Working>();
  const notes: string[] = [];
  const at = (path: string): Working => {
    let working = files.get(path);
    if (working === undefined) {
      if (files.size >= room.limits.filesPerActionMax)
        refuse('LIMIT', `One action can touch ${room.limits.filesPerActionMax} files at most.`, [path]);
      working = find(room, path);
      if (working.found.kind === 'present') working.origin = working;
      files.set(path, working);
    }
    return working;
  };

  for (const edit of edits) {
    if (edit.op === 'delete' && room.tree.isFolder(edit.path)) {
      refuse('IS_FOLDER', `This is a folder. ${onlyToTrash}`, [edit.path], 'Delete its files one by one.');
    }
    const working = at(edit.path);
    switch (edit.op) {
      case 'write': {
        const isAnew = working.wish.kind === 'absent';
        working.wish = { kind: 'present', content: contentOf(edit.bytes), attributes: attributesFor(room, working) };
        // What was deleted and is written anew is edited.
        if (isAnew && working.deleted) Object.assign(working, { origin: working, deleted: false });
        break;
      }
      case 'change': {
        const wish = mustBeThere(working);
        const changed = await change(edit, wish.content);
        checkBytes(changed.bytes, edit.path);
        notes.push(...(changed.notes ?? []));
        working.wish = { ...wish, content: contentOf(changed.bytes) };
        break;
      }
      case 'delete': {
        mustBeThere(working);
        working.wish = { kind: 'absent' };
        // Of a file that was moved first, the one that the person knows goes to the trash.
        if (working.origin !== undefined) working.origin.deleted = true;
        working.origin = undefined;
        break;
      }
      case 'move': {
        const wish = mustBeThere(working);
        const target = at(edit.to);
        if (target.wish.kind === 'present')
          refuse('PATH_TAKEN', 'There is a file at that place already.', [edit.to], 'Choose another name.');
        target.wish = wish;
        target.origin = working.origin;
        working.wish = { kind: 'absent' };
        working.origin = undefined;
        break;
      }
    }
  }
  for (const working of files.values()) {
    const { path, wish, origin } = working;
    if (origin !== undefined && origin !== working) origin.moved = working.moved = true;
    if (wish.kind === 'present' && wish.content.size > room.limits.fileBytesMax) tooLarge(room, path);
  }
  return { files: [...files.values()], notes };
}

/** Bytes in memory as a content. */
export function contentOf(bytes: Uint8Array, hash: Hash = sha256(bytes)): Content {
  return { hash, size: bytes.length, pour: (sink) => sink(bytes) };
}

/** Looks at a file and holds its bytes; refuses what Verbatim does not take on by default (design section 6). */
export function find(room: Room, path: string): Working {
  const { tree } = room;
  const glance = tree.glance(path);
  if (glance.kind === 'present' && glance.size > room.limits.fileBytesMax) tooLarge(room, path);
  const chunks: Buffer[] | undefined = glance.kind === 'present' && glance.size > heldBytesMax ? undefined : [];
  const found = tree.look(
    path,
    (chunk) => chunks?.push(Buffer.from(chunk)),
    () => chunks?.splice(0),
  );
  if (found.kind === 'absent') {
    checkFolder(room, path);
    return { path, found, foundContent: undefined, wish: found, moved: false, deleted: false, origin: undefined };
  }
  checkReplaceable(room, path, found);
  const foundContent =
    chunks === undefined ? readAgain(room, path, found) : contentOf(Buffer.concat(chunks), found.hash);
  const wish: Wish = { kind: 'present', content: foundContent, attributes: found.attributes };
  return { path, found, foundContent, wish, moved: false, deleted: false, origin: undefined };
}

/** Bytes that are not held: read once more when they are copied, and refused where the file has changed by then. */
export function readAgain({ tree }: Room, path: string, { hash, size }: LookPresent): Content {
  const content = tree.content(path, hash, size);
  return {
    ...content,
    pour(sink) {
      try {
        content.pour(sink);
      } catch (error) {
        throw error instanceof RefusalError ? new RefusalError(changedMeanwhile([path])) : error;
      }
    },
  };
}

export function checkReplaceable(room: Room, path: string, look: LookPresent): void {
  const { tree } = room;
  const links = look.links > 1 ? linksOfOthers(room, path, look) : 1;
  if (links > 1) {
    refuse(
      'HARD_LINKED',
      `This file has ${links} names (hard links); replacing it would part them.`,
      [path],
      'Copy the file to a name of its own, then work on that.',
    );
  }
  const readOnly = tree.readOnly(path);
  if (readOnly === 'file')
    refuse(
      'READ_ONLY',
      'This file is read-only.',
      [path],
      'Make it writable first (chmod u+w), if it is meant to change.',
    );
  if (readOnly === 'folder') folderReadOnly(path);
}

/** What could not be brought back as it was is not taken on. */
export function checkOwner({ tree }: Room, path: string, { attributes }: LookPresent): void {
  if (tree.keepsOwner(attributes)) return;
  refuse(
    'OWNER_NOT_KEPT',
    'This file has an owner or a group that this user cannot give to a file, so Discard could not bring it back as it was.',
    [path],
    'Run the command as the owner of the file, in its group.',
  );
}

/** How many names a file has, without the one that another process of ours links it in by, or has not cleared away yet. */
function linksOfOthers({ ledger, tree }: Room, path: string, look: LookPresent): number {
  const steps = ledger.read((view) => view.journal()).flatMap((record) => record.steps);
  const ours = steps
    .filter((step) => step.path === path)
    .flatMap(({ staged, aside }) => [tree.glance(staged), tree.glance(aside)])
    .filter((name) => name.kind === 'present' && sameIdentity(name.identity, look.identity)).length;
  // Counted after ours: what is cleared away in between is in neither number.
  const now = tree.glance(path);
  return now.kind === 'present' ? now.links - ours : 1;
}

/** Folders that are missing would be made in the nearest one that is there. */
export function checkFolder({ tree }: Room, path: string): void {
  let made = path;
  while (!tree.isFolder(parentOf(made))) made = parentOf(made);
  if (tree.readOnly(made) === 'folder') folderReadOnly(path);
}

function folderReadOnly(path: string): never {
  return refuse(
    'FOLDER_READ_ONLY',
    'The folder of this file cannot be written, so the file cannot be replaced safely.',
    [path],
    'Make the folder writable, then try again.',
  );
}

function tooLarge({ limits }: Room, path: string): never {
  return refuse(
    'LIMIT',
    `This file is larger than ${limits.fileBytesMax / 1_048_576} MiB, the most that Verbatim takes on.`,
    [path],
  );
}

function attributesFor({ tree }: Room, working: Working): Attributes {
  if (working.wish.kind === 'present') return working.wish.attributes;
  return working.found.kind === 'present' ? working.found.attributes : tree.newAttributes(working.path);
}

function mustBeThere(working: Working): Wish & { kind: 'present' } {
  if (working.wish.kind === 'present') return working.wish;
  return refuse('FILE_ABSENT', 'There is no such file.', [working.path]);
}

/**
 * Hands a change bytes of its own: what it does to them must never reach the captured ones (P1). A change that refuses
 * says which file it is about.
 */
async function change(edit: Edit & { op: 'change' }, content: Content): Promise<Changed> {
  const chunks: Uint8Array[] = [];
  content.pour((chunk) => chunks.push(Buffer.from(chunk)));
  try {
    return await edit.change(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.files.length === 0) {
      throw new RefusalError({ ...error.refusal, files: [edit.path] });
    }
    throw error;
  }
}
