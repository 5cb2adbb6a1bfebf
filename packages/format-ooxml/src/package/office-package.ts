import { limits } from '../limits.js';
import { broken, type OfficeProblem, problemOf } from '../problem.js';
import { readSmallXml, type SmallElement } from '../xml/small-xml.js';
import type { Entry } from '../zip/entry.js';
import { nameKey, percentDecoded } from '../zip/entry-name.js';
import { readEntry } from '../zip/pour-entry.js';
import { type Archive, readArchive } from '../zip/read-archive.js';
import { ContentTypes } from './content-types.js';
import { familyOfType, type OfficeFamily } from './families.js';
import { nameOtherPackage } from './other-package.js';
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
  readonly #decoded: ReadonlyMap<string, Entry>;
  readonly #relationships = new Map<string, Relationships>();
  readonly #read = new Set<Entry>();
  #mainRoot: SmallElement | undefined;
  #relationshipBytes = 0;

  /** Throws `PackageError` where the archive is no package that can be looked into. */
  constructor(archive: Archive) {
    this.archive = archive;
    if (archive.entries.length === 0) broken('zip-damaged', 'The package is empty: it has no parts.');
    this.#entries = new Map(archive.entries.filter(({ isFolder }) => !isFolder).map((entry) => [entry.key, entry]));
    const escaped = [...this.parts].filter(({ key }) => key.includes('%'));
    this.#decoded = new Map(escaped.map((entry) => [nameKey(percentDecoded(entry.name)), entry]));
    const types = this.part('[Content_Types].xml');
    if (types === undefined) refuseOther(archive);
    this.contentTypes = new ContentTypes(this.read(types), types.name);
    this.#read.add(types);
  }

  /** Every part and other item, folders left out, in the order of the directory. */
  get parts(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** A part by its name, without regard to ASCII case and to percent escapes. */
  part(name: string): Entry | undefined {
    const found = this.#entries.get(nameKey(name));
    if (found !== undefined || (this.#decoded.size === 0 && !name.includes('%'))) return found;
    const decoded = nameKey(percentDecoded(name));
    return this.#entries.get(decoded) ?? this.#decoded.get(decoded);
  }

  typeOf(entry: Entry): string | undefined {
    return this.contentTypes.of(entry.key);
  }

  /** True for lists of types and relationships, and main parts, that were read as values already: in full, through the gate. */
  isRead(entry: Entry): boolean {
    return this.#read.has(entry);
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
    const read = readRelationships(this.read(entry), entry.name);
    this.#read.add(entry);
    return read;
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

  /** The main part as values, of a workbook or presentation. Throws what `readSmallXml` throws. */
  get mainRoot(): SmallElement {
    const { entry } = this.main;
    this.#mainRoot ??= readSmallXml(this.read(entry), entry.name);
    this.#read.add(entry);
    return this.#mainRoot;
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

function refuseOther(archive: Archive): never {
  const other = nameOtherPackage(archive);
  if (other === undefined) broken('content-types', 'The package has no list of content types.');
  return broken(other.code, `The package is no Office file: it is ${other.name}.`);
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
