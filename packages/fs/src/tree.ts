/** A folder that nothing reaches out of, with all that Verbatim does in it. See the Disk port in `@verbatim/core`. */

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  type Attributes,
  type Content,
  type Entry,
  type Glance,
  type Hash,
  type Identity,
  type Look,
  type Staged,
  sameIdentity,
  systemCode,
  type Tree,
  VerbatimError,
} from '@verbatim/core';
import { answered, mayAccess, noSuchCall } from './expected-codes.js';
import { guarded, ioFault } from './faults.js';
import { attributesOf, identityOf, modeOf } from './identity.js';
import { folderTriesMax, noteBytes, smallFileBytesMax } from './limits.js';
import { asWritten, locate } from './locate.js';
import { newAttributesIn } from './new-attributes.js';
import { contentOf, hashAll, lookAt, mustBeFile, openFile, type Reading, statFile } from './read-file.js';
import { mayGive, stageFile, writeAll } from './stage.js';
import { type Folder, openWalker, type Walker } from './walk.js';

export class RealTree implements Tree {
  readonly path: string;
  readonly identity: Identity;
  readonly #reading: Reading;
  readonly #walker: Walker;

  constructor(reading: Reading, path: string, platform: string) {
    this.path = path;
    this.#reading = reading;
    this.#walker = openWalker(reading.calls, path, platform);
    try {
      this.identity = identityOf(reading.calls.fstat(this.#walker.root.fd), reading.boot);
    } catch (error) {
      this.#walker.close();
      throw error;
    }
  }

  isInPlace(): boolean {
    const { calls, boot } = this.#reading;
    return guarded('look at this folder', this.path, () => {
      try {
        return sameIdentity(identityOf(calls.lstat(this.path), boot), this.identity);
      } catch (error) {
        if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return false;
        throw error;
      }
    });
  }

  asWritten(given: string): string | undefined {
    return asWritten(this.path, given);
  }

  locate(given: string, lastAsIs = false): string {
    return guarded('look at this path', given, () => locate(this.#reading.calls, this.path, given, lastAsIs));
  }

  look(path: string, sink?: (chunk: Uint8Array) => void, restart?: () => void): Look {
    return (
      this.#in('read this file', path, (folder, name) => lookAt(this.#reading, folder, name, path, sink, restart)) ?? {
        kind: 'absent',
      }
    );
  }

  glance(path: string): Glance {
    return (
      this.#in('look at this file', path, (folder, name): Glance => {
        const stat = statFile(this.#reading, folder, name, path);
        if (stat === undefined) return { kind: 'absent' };
        return {
          kind: 'present',
          size: Number(stat.size),
          mode: modeOf(stat),
          identity: identityOf(stat, this.#reading.boot),
          attributes: attributesOf(stat, null),
          links: Number(stat.nlink),
          modified: stat.mtimeNs.toString(),
          changed: stat.ctimeNs.toString(),
        };
      }) ?? { kind: 'absent' }
    );
  }

  read(path: string, head?: number): Uint8Array | undefined {
    return this.#in('read this file', path, (folder, name) => {
      const { calls } = this.#reading;
      const fd = openFile(calls, folder, name, path);
      if (fd === undefined) return undefined;
      try {
        if (head !== undefined) {
          const start = Buffer.alloc(head);
          return start.subarray(0, calls.read(fd, start, head, 0));
        }
        const size = Number(calls.fstat(fd).size);
        if (size > smallFileBytesMax)
          throw new VerbatimError('VERBATIM_IO', 'This file is larger than it can be.', { path });
        const chunks: Buffer[] = [];
        hashAll(calls, fd, size, (chunk) => chunks.push(Buffer.from(chunk)));
        return Buffer.concat(chunks);
      } finally {
        calls.close(fd);
      }
    });
  }

  content(path: string, hash: Hash, size: number): Content {
    const { calls } = this.#reading;
    const open = (): number | undefined =>
      this.#in('read this file', path, (folder, name) => openFile(calls, folder, name, path));
    const content = contentOf(calls, open, path, hash, size);
    return { ...content, pour: (sink) => guarded('copy this file', path, () => content.pour(sink)) };
  }

  list(path: string): readonly Entry[] {
    const read = (place: string): readonly Entry[] =>
      this.#reading.calls.readdir(place).map((entry) => ({
        name: entry.name,
        kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
      }));
    return guarded('list this folder', path === '' ? this.path : path, () => {
      try {
        if (path === '') return read(this.#walker.root.at('.'));
        // A name in the folder, so that the walk opens it without following links.
        return this.#walker.within(`${path}/.`, (folder) => read(folder.at('.'))) ?? [];
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return [];
        throw error;
      }
    });
  }

  isFolder(path: string): boolean {
    if (path === '') return true;
    return (
      this.#in('look at this folder', path, (folder, name) => {
        try {
          return this.#reading.calls.lstat(folder.at(name)).isDirectory();
        } catch (error) {
          if (systemCode(error) === 'ENOENT') return false;
          throw error;
        }
      }) ?? false
    );
  }

  readOnly(path: string): 'file' | 'folder' | undefined {
    const { calls } = this.#reading;
    return this.#in('look at this file', path, (folder, name) => {
      const stat = statFile(this.#reading, folder, name, path);
      if (stat !== undefined) {
        if ((stat.mode & 0o222n) === 0n || !mayAccess(() => calls.access(folder.at(name), constants.W_OK)))
          return 'file';
      }
      const allowed = mayAccess(() => calls.access(folder.at('.'), constants.W_OK | constants.X_OK));
      return allowed ? undefined : 'folder';
    });
  }

  keepsOwner(attributes: Attributes): boolean {
    return mayGive(attributes);
  }

  newAttributes(path: string): Attributes {
    const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    // A folder that is yet to be made gets its ACL and group from the one it is made in.
    if (parent !== '' && !this.isFolder(parent)) return this.newAttributes(parent);
    return this.#must('look at this folder', path, (folder) => newAttributesIn(this.#reading.calls, folder.fd));
  }

  freeBytes(): number {
    return guarded('ask for free space', this.path, () => this.#reading.calls.freeBytes(this.#walker.root.at('.')));
  }

  makeFolders(path: string): readonly string[] {
    const made = new Set<string>();
    for (let tries = 1; path !== ''; tries++) {
      try {
        this.#makeEach(path, made);
        break;
      } catch (error) {
        // Another process may take an empty folder away right before the next one is made in it.
        const isGone = error instanceof VerbatimError && error.data['system'] === 'ENOENT';
        if (!isGone || tries === folderTriesMax) throw error;
      }
    }
    return [...made];
  }

  #makeEach(path: string, made: Set<string>): void {
    const parts = path.split('/');
    for (let depth = 1; depth <= parts.length; depth++) {
      const folderPath = parts.slice(0, depth).join('/');
      this.#must('make a folder', folderPath, (folder, name) => {
        try {
          this.#reading.calls.mkdir(folder.at(name), 0o777);
          made.add(folderPath);
        } catch (error) {
          if (systemCode(error) !== 'EEXIST') throw error;
        }
      });
    }
  }

  removeFolder(path: string): boolean {
    return (
      this.#in('remove a folder', path, (folder, name) => {
        try {
          this.#reading.calls.rmdir(folder.at(name));
          return true;
        } catch (error) {
          if (['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false;
          throw error;
        }
      }) ?? false
    );
  }

  stage(path: string, content: Content, attributes: Attributes, like?: string): Staged {
    return this.#must('write a new file', path, (folder, name) => {
      if (like === undefined) return stageFile(this.#reading, folder, name, path, content, attributes, undefined);
      return this.#must('read this file', like, (likeFolder, likeName) =>
        stageFile(this.#reading, folder, name, path, content, attributes, likeFolder.at(likeName)),
      );
    });
  }

  jot(path: string, bytes: Uint8Array): void {
    this.#must('write a new file', path, (folder, name) => {
      const { calls } = this.#reading;
      const fd = calls.open(folder.at(name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        writeAll(this.#reading, fd, bytes);
      } finally {
        calls.close(fd);
      }
    });
  }

  note(path: string, text: string): void {
    this.#must('write a note', path, (folder, name) => {
      const { calls } = this.#reading;
      const fd = calls.open(folder.at(name), constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
      try {
        writeAll(this.#reading, fd, Buffer.from(text.padEnd(noteBytes)));
      } finally {
        calls.close(fd);
      }
    });
  }

  writeDurably(path: string, bytes: Uint8Array): void {
    const slash = path.lastIndexOf('/');
    const folderPath = path.slice(0, Math.max(slash, 0));
    const temporary = `${folderPath}${slash < 0 ? '' : '/'}.tmp-${randomBytes(8).toString('hex')}`;
    this.jot(temporary, bytes);
    try {
      this.flushFile(temporary);
      this.rename(temporary, path);
    } catch (error) {
      this.remove(temporary);
      throw error;
    }
    this.flushFolder(folderPath);
  }

  exchange(a: string, b: string): 'done' | 'unsupported' {
    return this.#pair('exchange two files', a, b, (from, to) =>
      answered(() => this.#reading.calls.exchange(from, to), { unsupported: noSuchCall }),
    );
  }

  link(from: string, to: string): 'done' | 'taken' | 'unsupported' {
    return this.#pair('link a file in', from, to, (fromPlace, toPlace) =>
      answered(() => this.#reading.calls.link(fromPlace, toPlace), {
        taken: ['EEXIST'],
        unsupported: [...noSuchCall, 'EMLINK'],
      }),
    );
  }

  rename(from: string, to: string): void {
    this.#pair('rename a file', from, to, (fromPlace, toPlace) => this.#reading.calls.rename(fromPlace, toPlace));
  }

  remove(path: string): void {
    this.#in('remove a file', path, (folder, name) => this.#unlink(folder, name));
  }

  /** Another process may clear the same place away. */
  #unlink(folder: Folder, name: string): void {
    try {
      this.#reading.calls.unlink(folder.at(name));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }

  flushFile(path: string): void {
    this.#must('flush a file', path, (folder, name) => {
      const fd = openFile(this.#reading.calls, folder, name, path);
      if (fd !== undefined) this.#flushAndClose(fd);
    });
  }

  flushFolder(path: string): void {
    if (path === '') {
      guarded('flush a folder', this.path, () => this.#reading.calls.flush(this.#walker.root.fd));
      return;
    }
    // A name in the folder, so that the walk opens it without following links.
    this.#must('flush a folder', `${path}/.`, (folder) => this.#reading.calls.flush(folder.fd));
  }

  removeSettled(
    path: string,
    stored: (hash: Hash) => boolean,
    settled: boolean,
  ): 'removed' | 'kept' | 'busy' | 'unsure' {
    return (
      this.#in('remove a file', path, (folder, name) => {
        const { calls } = this.#reading;
        const fd = openFile(calls, folder, name, path);
        if (fd === undefined) return 'removed';
        try {
          const stat = mustBeFile(calls.fstat(fd), path);
          if (stat.nlink > 1n) {
            // The bytes stay reachable under their other name: nothing can be lost here.
            this.#unlink(folder, name);
            return 'removed';
          }
          const lease = (): 'busy' | 'unsure' | 'done' =>
            answered(() => calls.readLease(fd), {
              busy: ['EAGAIN', 'EBUSY'],
              // EACCES: only a file's owner is given leases on it.
              unsure: [...noSuchCall, 'ENOLCK', 'EACCES'],
            });
          const first = lease();
          if (first === 'busy' || (first === 'unsure' && !settled)) return first;
          if (!stored(hashAll(calls, fd, Number(stat.size)))) return 'kept';
          // Somebody who came meanwhile waits in the call that opens the file, and would write into a removed one.
          if (lease() === 'busy') return 'busy';
          this.#unlink(folder, name);
          return 'removed';
        } finally {
          calls.close(fd);
        }
      }) ?? 'removed'
    );
  }

  close(): void {
    this.#walker.close();
  }

  #in<T>(attempt: string, path: string, use: (folder: Folder, name: string) => T): T | undefined {
    return guarded(attempt, path, () => this.#walker.within(path, use));
  }

  #must<T>(attempt: string, path: string, use: (folder: Folder, name: string) => T): T {
    return guarded(attempt, path, () => {
      let reached = false;
      const result = this.#walker.within(path, (folder, name) => {
        reached = true;
        return use(folder, name);
      });
      if (!reached) throw ioFault(attempt, path, Object.assign(new Error('ENOENT'), { code: 'ENOENT' }));
      return result as T;
    });
  }

  #pair<T>(attempt: string, a: string, b: string, use: (a: string, b: string) => T): T {
    return this.#must(attempt, a, (folderA, nameA) =>
      this.#must(attempt, b, (folderB, nameB) => use(folderA.at(nameA), folderB.at(nameB))),
    );
  }

  #flushAndClose(fd: number): void {
    try {
      this.#reading.calls.flush(fd);
    } finally {
      this.#reading.calls.close(fd);
    }
  }
}
