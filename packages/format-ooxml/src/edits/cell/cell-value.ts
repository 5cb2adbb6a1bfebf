import { limits } from '../../limits.js';
import { escapeXml } from '../../xml/escape.js';
import { linesOfNewText } from '../new-text.js';
import { refuseEdit } from '../refuse-edit.js';

export type NewCellType = 'number' | 'boolean' | 'text';

/** A value as a cell holds it. Empty text empties the cell. */
export interface NewValue {
  readonly type: NewCellType;
  /** Digits, `TRUE` or `FALSE`, or the text with LF ends of line. */
  readonly value: string;
  readonly notes: readonly string[];
}

/**
 * Types a value: a number only in JSON's number form, boolean only `TRUE` and `FALSE`, all else text (design section 10); `type`
 * insists on one. Text is never made a formula or a date. Refuses `INPUT_INVALID` where the value is not of the type that
 * was asked for, or no finite number, and `LIMIT` above 32,767 characters.
 */
export function typeValue(value: string, type: NewCellType | undefined): NewValue {
  const wanted = type ?? (isNumber(value) ? 'number' : isBoolean(value) ? 'boolean' : 'text');
  if (wanted === 'number') return typeNumber(value);
  if (wanted === 'text') return typeText(value);
  if (!isBoolean(value)) refuseEdit('INPUT_INVALID', 'A boolean is TRUE or FALSE.');
  return { type: 'boolean', value, notes: [] };
}

/** The element `c` (ECMA-376 part 1, 18.3.1.4). `attributes` are those that stay, with a space before each. */
export function cellXml({ type, value }: NewValue, attributes: string, prefix: string): string {
  const open = `<${prefix}c${attributes}`;
  if (type === 'number') return `${open}><${prefix}v>${value}</${prefix}v></${prefix}c>`;
  if (type === 'boolean') return `${open} t="b"><${prefix}v>${value === 'TRUE' ? 1 : 0}</${prefix}v></${prefix}c>`;
  if (value === '') return `${open}/>`;
  const text = `<${prefix}t xml:space="preserve">${escapeXml(escapeControls(value))}</${prefix}t>`;
  return `${open} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`;
}

/** RFC 8259, section 6. */
function isNumber(value: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
}

function isBoolean(value: string): boolean {
  return value === 'TRUE' || value === 'FALSE';
}

function typeNumber(value: string): NewValue {
  const number = Number(value);
  if (!isNumber(value)) refuseEdit('INPUT_INVALID', `${value.slice(0, 40)} is not a number as JSON writes them.`);
  // Excel's own bounds are a little narrower than those of the format.
  if (Math.abs(number) > 9.999_999_999_999_99e307) {
    refuseEdit('INPUT_INVALID', 'The number is too large for a cell.', 'Ask for type text to store it as text.');
  }
  const digits = value
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  const notes = digits.length > 15 ? ['Excel keeps 15 digits of a number; the rest will be lost.'] : [];
  return { type: 'number', value: String(number === 0 ? 0 : number), notes };
}

function typeText(value: string): NewValue {
  const text = linesOfNewText(value, limits.cellCharsMax).join('\n');
  const notes = text.startsWith('=') ? ['The value starts with = and was stored as text, not as a formula.'] : [];
  return { type: 'text', value: text, notes };
}

/** What looks like an escape is written so that it is read as it stands (ECMA-376 part 1, 22.9.2.19). */
function escapeControls(text: string): string {
  return text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
