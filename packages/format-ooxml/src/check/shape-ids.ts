import type { OfficePackage } from '../package/office-package.js';
import { type OfficeProblem, problem } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import type { XmlVisitor } from '../xml/xml-reader.js';
import type { Entry } from '../zip/entry.js';

/**
 * Watches slides go through the gate for shapes that share a number. Alternatives of one shape do so as a rule, and only the
 * first counts; other repeats come from libraries, and whether PowerPoint minds them is not settled, so they are a warning.
 */
export class ShapeIds {
  readonly problems: OfficeProblem[] = [];
  readonly #pack: OfficePackage;

  constructor(pack: OfficePackage) {
    this.#pack = pack;
  }

  visitorOf(entry: Entry): XmlVisitor | undefined {
    if (!/\.presentationml\.slide\+xml$/i.test(this.#pack.typeOf(entry) ?? '')) return undefined;
    const seen = new Set<string>();
    /** By depth: whether an alternative was read there already. */
    const isTaken: boolean[] = [];
    let skip: number | undefined;
    let isTold = false;
    return {
      open: ({ uri, local, attributes }, depth) => {
        if (skip !== undefined) return;
        if (local === 'AlternateContent') isTaken[depth + 1] = false;
        else if ((local === 'Choice' || local === 'Fallback') && namespaceOf(uri) === 'compatibility') {
          if (isTaken[depth] === true) skip = depth;
          isTaken[depth] = true;
        } else if (local === 'cNvPr' && namespaceOf(uri) === 'slide') {
          const id = attributes['id']?.value ?? '';
          if (seen.has(id) && !isTold) {
            isTold = true;
            const message = `Two shapes of the slide have the number ${id.slice(0, 20)}.`;
            this.problems.push(problem('warn', 'shape-id-duplicate', message, entry.name));
          }
          seen.add(id);
        }
      },
      close: (_tag, depth) => {
        if (skip === depth) skip = undefined;
      },
    };
  }
}
