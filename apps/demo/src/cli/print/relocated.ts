import type { Relocated } from '../../operations/relocate.js';
import { visible } from '../visible.js';

export function printRelocated({ outcome, from, to }: Relocated): string {
  if (outcome === 'unchanged') return `The workspace is known at ${visible(to)} already.\n`;
  return `The workspace that was at ${visible(from)} is known at ${visible(to)} now. Its reviews wait there.\n`;
}
