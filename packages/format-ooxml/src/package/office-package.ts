import { limits } from '../limits.js';
import { broken, type OfficeProblem, problemOf } from '../problem.js';
import type { Entry } from '../zip/entry.js';
import { nameKey } from '../zip/entry-name.js';
import { readEntry } from '../zip/pour-entry.js';
import { type Archive, readArchive } from '../zip/read-archive.js';
import { ContentTypes } from './content-types.js';
import { familyOfType, type OfficeFamily } from './families.js';
import {
  isOfKind,
  type Relationship,
  type Relationships,
  readRelationships,
  relationshipsNameOf,
  targetNames,
} from './relationships.js';

/** A package with its content types and its main part known. Parts are read when they are asked for. */
export class OfficePackage {
  readonly archive: Archive;
  readonly contentTypes: ContentTypes;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #relationships = new Map<string, Relationships>();
  #relationshipBytes = 0;

  /** Throws `PackageError` where the archive is no package that can be looked into. */
  constructor(archive: Archive) {
    this.archive = archive;
    if (archive.entries.length === 0) broken('zip-damaged', 'The package is empty: it has no parts.');
    this.#entries = new Map(archive.entries.filter(({ isFolder }) => !isFolder).map((entry) => [entry.key, entry]));
    const types = this.part('[Content_Types].xml');
    if (types === undefined) broken('content-types', 'The package has no list of content types.');
    this.contentTypes = new ContentTypes(this.read(types), types.name);
  }

  /** Every part and other item, folders left out, in the order of the directory. */
  get parts(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** A part by its name, without regard to ASCII case. */
  part(name: string): Entry | undefined {
    return this.#entries.get(nameKey(name));
  }

  typeOf(entry: Entry): string | undefined {
    return this.contentTypes.of(entry.key);
  }

  /** A part's bytes, with length and CRC-32 checked. Throws `entry-unreadable` or `entry-crc`. */
  read(entry: Entry): Uint8Array {
    return readEntry(this.archive, entry);
  }

  /** The relationships of a part, or with '' of the package; none where it has no such part. Throws the part's problems. */
  relationshipsOf(source: string): Relationships {
    const known = this.#relationships.get(source);
    if (known !== undefined) return known;
    const entry = this.part(relationshipsNameOf(source));
    const read = entry === undefined ? noRelationships : this.#readRelationships(entry);
    this.#relationships.set(source, read);
    return read;
  }

  #readRelationships(entry: Entry): Relationships {
    this.#relationshipBytes += entry.size;
    if (this.#relationshipBytes > limits.relationshipBytesMax) {
      broken('limit', `The package has more than ${limits.relationshipBytesMax} bytes of relationships.`, entry.name);
    }
    return readRelationships(this.read(entry), entry.name);
  }

  /** The part that an internal relationship leads to, if it is there. */
  targetOf(source: string, relationship: Relationship): Entry | undefined {
    if (relationship.isExternal) return undefined;
    for (const name of targetNames(source, relationship.target)) {
      const entry = this.part(name);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** The part behind the relationship id of a part. */
  targetById(source: string, id: string | undefined): Entry | undefined {
    const relationship = this.relationshipsOf(source).byId.get(id ?? '');
    return relationship && this.targetOf(source, relationship);
  }

  /** All parts that a part is related to by relationships of one kind, such as `styles`; each of them once. */
  related(source: string, kind: string): readonly Entry[] {
    const found = new Set<Entry>();
    for (const relationship of this.relationshipsOf(source).list) {
      const entry = isOfKind(relationship, kind) ? this.targetOf(source, relationship) : undefined;
      if (entry !== undefined) found.add(entry);
    }
    return [...found];
  }

  /** The main part, found by relationship as its name is free. Throws `relationships`, `main-part`. */
  get main(): MainPart {
    if (this.part('_rels/.rels') === undefined)
      broken('relationships', 'The package has no relationships, so its main part cannot be found.');
    const relationship = this.relationshipsOf('').list.find(
      (one) => !one.isExternal && isOfKind(one, 'officeDocument'),
    );
    if (relationship === undefined) broken('main-part', 'The package names no main part.', '_rels/.rels');
    const entry = this.targetOf('', relationship);
    if (entry === undefined)
      broken('main-part', 'The main part of the package is missing.', relationship.target.slice(0, 200));
    const type = this.typeOf(entry) ?? '';
    return { entry, type, family: familyOfType(type) };
  }
}

const noRelationships: Relationships = { list: [], byId: new Map(), problems: [] };

export interface MainPart {
  readonly entry: Entry;
  readonly type: string;
  /** Undefined where the package holds something else, such as a theme or a binary workbook. */
  readonly family: OfficeFamily | undefined;
}

/** The package in `bytes`, or why there is none. */
export function openPackage(bytes: Uint8Array): OfficePackage | OfficeProblem {
  try {
    return new OfficePackage(readArchive(bytes));
  } catch (error) {
    return problemOf(error);
  }
}
