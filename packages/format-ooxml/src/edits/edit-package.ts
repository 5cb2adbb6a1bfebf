import { assert } from '@verbatim/core';
import { checkPackage } from '../check/check-office.js';
import { familyNames, type OfficeFamily } from '../package/families.js';
import { openSide, type Side, sameBytes } from '../package/side.js';
import { isRefusal, PackageError, problemOf } from '../problem.js';
import { decodeXml, encodeXml, isUnicodeName, type XmlText } from '../xml/encoding.js';
import { applySplices, type Splice } from '../xml/splice.js';
import { XmlReader } from '../xml/xml-reader.js';
import type { Entry } from '../zip/entry.js';
import { readEntry } from '../zip/pour-entry.js';
import { readArchive } from '../zip/read-archive.js';
import { rewriteArchive } from '../zip/rewrite-archive.js';
import { refuseEdit, refuseProblem } from './refuse-edit.js';

export interface EditedOffice {
  /** The new file; the very array that was given where there was nothing to change. */
  readonly bytes: Uint8Array;
  /** What the person should know, in whole sentences. */
  readonly notes: readonly string[];
}

export interface EditOptions {
  /** Edits a digitally signed file too: its signature stays in the file, and is void. Without, such a file is refused. */
  readonly evenIfSigned?: boolean;
}

/** What an edit does to one part. */
export interface PartEdit {
  readonly entry: Entry;
  readonly text: XmlText;
  readonly splices: readonly Splice[];
}

/** Works out an edit from an opened package; writes nothing. */
export type PlanEdit = (side: Side) => { readonly parts: readonly PartEdit[]; readonly notes: readonly string[] };

/**
 * Runs a native edit: opens the package, plans, checks the whole file, writes the parts concerned and nothing else, and
 * checks the result: every other entry lies in it byte for byte as before, and the changed parts read back as meant. Refuses
 * `OFFICE_INVALID`, `OFFICE_UNSUPPORTED` (another family, signed) and what the plan refuses.
 */
export function editPackage(
  bytes: Uint8Array,
  family: OfficeFamily,
  { evenIfSigned = false }: EditOptions,
  plan: PlanEdit,
): EditedOffice {
  try {
    const side = openSide(bytes);
    if (side.family !== family) {
      refuseEdit(
        'OFFICE_UNSUPPORTED',
        `This edit is for ${familyNames[family]}, but the file is ${familyNames[side.family]}.`,
      );
    }
    const signed = isSigned(side);
    if (signed && !evenIfSigned) refuseSigned();
    const { parts, notes } = plan(side);
    const changed = parts.filter(({ splices }) => splices.length > 0);
    // The parts to be changed went through the gate in whole when the plan read them.
    const planned = new Set(changed.map(({ entry }) => entry));
    const refusal = checkPackage(side.pack, '', (entry) => planned.has(entry)).find(isRefusal);
    if (refusal !== undefined) refuseProblem(refusal);
    if (changed.length === 0) return { bytes, notes };
    return { bytes: write(side, changed), notes: signed ? [...notes, voidSignature] : notes };
  } catch (error) {
    if (error instanceof PackageError) refuseProblem(problemOf(error));
    throw error;
  }
}

/**
 * The text of a part that is to be edited. Throws `PackageError` where it cannot be read; refuses `OFFICE_UNSUPPORTED` where
 * it names an encoding that it is not in, as new characters would then be read as others.
 */
export function editedText({ pack }: Side, entry: Entry): XmlText {
  const text = decodeXml(pack.read(entry), entry.name);
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.-]+)/.exec(text.text.slice(0, 200))?.[1] ?? text.encoding;
  if (!isUnicodeName(declared)) {
    refuseEdit(
      'OFFICE_UNSUPPORTED',
      `The part ${entry.name} says that its encoding is ${declared}, which Office files do not have.`,
    );
  }
  return text;
}

/** By its relationship, as its place is free, and by the folder that Office uses (ECMA-376 part 2, 10). */
function isSigned({ pack }: Side): boolean {
  if (pack.related('', 'origin').length > 0) return true;
  return [...pack.parts].some(({ key }) => key.startsWith('_xmlsignatures/'));
}

/** Any edit voids a signature, and taking it off silently is nobody's wish. */
function refuseSigned(): never {
  return refuseEdit(
    'OFFICE_UNSUPPORTED',
    'This file is digitally signed, and any edit would void the signature.',
    'Remove the signature in its own program first.',
  );
}

const voidSignature = 'The file is digitally signed; the signature is still in it, and void.';

function write({ pack }: Side, parts: readonly PartEdit[]): Uint8Array {
  const contents = new Map(parts.map(({ entry, text, splices }) => [entry, contentOf(entry, text, splices)]));
  const { archive } = pack;
  const bytes = rewriteArchive(archive, contents);
  const written = readArchive(bytes);
  assert(!written.problems.some(isRefusal), 'an edited Office file is a sound archive');
  assert(written.entries.length === archive.entries.length, 'an edit keeps every entry');
  archive.entries.forEach((entry, at) => {
    const now = written.entries[at]!;
    const content = contents.get(entry);
    const isRight =
      content === undefined
        ? sameBytes(
            archive.bytes.subarray(entry.extent.start, entry.extent.end),
            bytes.subarray(now.extent.start, now.extent.end),
          )
        : sameBytes(content, readEntry(written, now));
    assert(isRight, `an edit touches only its parts (${entry.name})`);
  });
  return bytes;
}

/** The part with its splices, which must still be well-formed. */
function contentOf(entry: Entry, text: XmlText, splices: readonly Splice[]): Uint8Array {
  const edited = applySplices(text.text, splices);
  try {
    const gate = new XmlReader(entry.name);
    gate.write(edited);
    gate.end();
  } catch (error) {
    assert(false, `an edited part is well-formed (${problemOf(error).message})`);
  }
  return encodeXml(edited, text);
}
