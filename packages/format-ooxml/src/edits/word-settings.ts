import type { Side } from '../package/side.js';
import { attributeOf, childOf, isOn, readSmallXml, type SmallElement } from '../xml/small-xml.js';
import { refuseEdit } from './refuse-edit.js';

/** What a document's settings say about edits (ECMA-376 part 1, 17.15.1). */
export interface WordSettings {
  /** Word would mark an edit as a tracked change. */
  readonly tracksChanges: boolean;
}

/** Refuses `OFFICE_UNSUPPORTED` where editing is restricted, and the restriction in force. */
export function readEditableSettings({ pack, main }: Side): WordSettings {
  const entry = pack.related(main.entry.name, 'settings')[0];
  const settings = entry === undefined || entry.size === 0 ? undefined : readSmallXml(pack.read(entry), entry.name);
  const protection = childOf(settings, 'documentProtection');
  if (protection !== undefined && isOn(valueOf(protection, 'enforcement'))) {
    refuseEdit(
      'OFFICE_UNSUPPORTED',
      'Editing of this document is restricted, and the restriction is in force.',
      'Stop the protection in Word first.',
    );
  }
  const tracked = childOf(settings, 'trackRevisions');
  const value = tracked && valueOf(tracked, 'val');
  return { tracksChanges: tracked !== undefined && (value === undefined || isOn(value)) };
}

/** Attributes of Word's elements carry its namespace. */
function valueOf(element: SmallElement, local: string): string | undefined {
  return (
    element.attributes.find((one) => one.local === local && one.namespace === 'word')?.value ??
    attributeOf(element, local)
  );
}
