/** What waits, narrowed to what somebody looks for. */
import { computed } from '@preact/signals';
import type { StatusAction } from '@verbatim/review';
import { place } from './place.ts';
import { type Group, groups } from './state.ts';

export interface ShownGroup extends Group {
  /** True where some of its actions are not shown. */
  readonly isNarrowed: boolean;
}

const words = computed(() => (place.value.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean));

export const isFiltered = computed(() => words.value.length > 0);

export const shownGroups = computed<readonly ShownGroup[]>(() =>
  groups.value.flatMap((group) => {
    const actions = group.actions.filter(isLookedFor);
    return actions.length === 0 ? [] : [{ ...group, actions, isNarrowed: actions.length < group.actions.length }];
  }),
);

export const shownFileCount = computed(() =>
  shownGroups.value.reduce(
    (sum, { actions }) => sum + actions.reduce((count, { files }) => count + files.length, 0),
    0,
  ),
);

/** Files that are decided together are shown together: all of them where one is looked for. */
function isLookedFor({ files, request, agent }: StatusAction): boolean {
  if (words.value.length === 0) return true;
  const named = [...files.map(({ path }) => path), agent ?? '', request === null ? '' : `request ${request}`];
  const text = named.join('\n').toLowerCase();
  return words.value.every((word) => text.includes(word));
}
