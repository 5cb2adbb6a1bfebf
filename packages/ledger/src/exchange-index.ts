/**
 * An index is exchanged for a new one so that nothing that another process commits meanwhile goes down with the old one: by
 * then nobody has it open for writing, and nobody can open it (ADR 16). One salvage at a time.
 */
import { type Disk, type Glance, type Owner, type Tree, VerbatimError } from '@verbatim/core';
import { indexFile, isOpenHere, lockFile, writerFile } from '@verbatim/store';

export interface TakenIndex {
  /** Where the old files lie, relative to the ledger's folder; undefined where there was none. */
  readonly setAside: string | undefined;
  /** Moves the new index in. Durable when it returns. */
  replaceBy(path: string): void;
  /** All is as it was; for a new index that could not be made. */
  putBack(): void;
}

/**
 * Moves the old index into the folder `set-aside/NAME` and puts something in its place that cannot be opened, so that whoever comes is refused and
 * makes none of its own. Throws `VERBATIM_LEDGER_IN_USE`, with everything as it was, where another process has it open for
 * writing, or where it is not the one that was `judged` any more.
 */
export function takeIndex(tree: Tree, disk: Disk, name: string, judged: Glance | undefined): TakenIndex {
  checkNotInUse(tree, disk);
  const folder = `${setAsideFolder}/${name}`;
  const old = `${folder}/${indexFile}`;
  const isThere = tree.glance(indexFile).kind === 'present';
  tree.makeFolders(folder);
  tree.jot(old, Buffer.from(placeholder));
  // The old index must not be lost with a folder that a power cut takes back.
  for (const place of [folder, setAsideFolder, '']) tree.flushFolder(place);
  const ours = tree.glance(old);
  if (isThere) exchange(tree, old, indexFile);
  else moveIn(tree, old);

  const putBack = (): void => {
    if (isThere) exchange(tree, old, indexFile);
    const ourPlace = isThere ? old : indexFile;
    if (isSame(tree.glance(ourPlace), ours)) tree.remove(ourPlace);
    tree.removeFolder(folder);
    tree.removeFolder(setAsideFolder);
  };
  const isJudged = !isThere || judged === undefined || isSame(tree.glance(old), judged);
  if (!isJudged || (isThere && isWritten(tree, old))) {
    putBack();
    throw isJudged ? inUse(tree) : inUse(tree, 'Another process has put a new index in place meanwhile.');
  }
  const others = [lockFile, writerFile].filter((name) => tree.glance(name).kind === 'present');
  return {
    setAside: isThere || others.length > 0 ? folder : undefined,
    replaceBy(path) {
      for (const name of others) tree.rename(name, `${folder}/${name}`);
      tree.flushFolder(folder);
      if (!isSame(tree.glance(indexFile), ours)) throw inUse(tree, 'Another process has moved the index meanwhile.');
      tree.rename(path, indexFile);
      tree.removeFolder(folder);
      tree.flushFolder('');
    },
    putBack,
  };
}

const setAsideFolder = 'set-aside';

/** Shorter than a page, so that LMDB takes it for no index; empty it would be made one. */
const placeholder = 'verbatim salvage is at work here, or was ended while it was. Run it again.\n';

/** Where the disk cannot exchange files, the place is empty for a moment; who opens just then notices it afterwards. */
function exchange(tree: Tree, a: string, b: string): void {
  if (tree.exchange(a, b) === 'done') return;
  tree.rename(b, `${a}.out`);
  tree.rename(a, b);
  tree.rename(`${a}.out`, a);
}

/** Over nothing: what is there by now is somebody's. */
function moveIn(tree: Tree, path: string): void {
  const linked = tree.link(path, indexFile);
  if (linked === 'unsupported') return tree.rename(path, indexFile);
  tree.remove(path);
  if (linked === 'taken') throw inUse(tree, 'Another process has made an index meanwhile.');
}

function isSame(a: Glance, b: Glance): boolean {
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind === b.kind;
  return a.identity.inode === b.identity.inode && a.identity.device === b.identity.device;
}

/** What another process writes after this would be lost with the old index. Reading it is harmless. */
function checkNotInUse(tree: Tree, disk: Disk): void {
  if (isOpenHere(tree.path)) throw inUse(tree, 'This process has the ledger open already.');
  const writer = readWriter(tree);
  const isAlive = writer !== undefined && disk.process(writer.pid)?.started === writer.started;
  const who = isAlive && writer.pid !== disk.self().pid ? `pid ${writer.pid}` : undefined;
  if (who !== undefined) throw inUse(tree, `Another Verbatim process (${who}) has this ledger open.`);
  // Where the index is gone, those that had it open still have its locks.
  if (isWritten(tree, tree.glance(indexFile).kind === 'present' ? indexFile : lockFile)) throw inUse(tree);
}

/** Whether somebody has the file open for writing. False too where the system does not tell: then they find out by themselves. */
function isWritten(tree: Tree, path: string): boolean {
  const glance = tree.glance(path);
  // A second name, of a backup say, would be reason enough to remove it.
  if (glance.kind === 'absent' || glance.links > 1) return false;
  // No hash is accepted, so this only asks.
  return tree.removeSettled(path, () => false, false) === 'busy';
}

function inUse(tree: Tree, message = 'Another Verbatim process has this ledger open.'): VerbatimError {
  return new VerbatimError('VERBATIM_LEDGER_IN_USE', message, {
    path: tree.path,
    hint: 'End it (verbatim serve, say), then try again. Nothing was changed.',
  });
}

function readWriter(tree: Tree): { pid: number; started: string } | undefined {
  const { pid, started } = readNote(tree, writerFile) ?? {};
  return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
}

function readNote(tree: Tree, name: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(tree.read(name))) as Record<string, unknown>;
  } catch {
    // A torn note names nobody.
    return undefined;
  }
}

const turnFile = 'salvage.json';

/** Runs `body` while no other salvage of this ledger does. What a killed one left is taken over. */
export async function inTurn<T>(tree: Tree, disk: Disk, body: () => Promise<T>): Promise<T> {
  const holder = readNote(tree, turnFile);
  if (holder !== undefined && disk.liveness(holder as unknown as Owner) === 'dead') tree.remove(turnFile);
  try {
    tree.jot(turnFile, Buffer.from(JSON.stringify(disk.self())));
  } catch (error) {
    if (tree.glance(turnFile).kind === 'absent') throw error;
    throw inUse(tree, `Another salvage is at work on this ledger. If none is, remove ${tree.path}/${turnFile}.`);
  }
  try {
    return await body();
  } finally {
    tree.remove(turnFile);
  }
}
