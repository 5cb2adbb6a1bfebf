import { align } from '../changes/align.js';
import { compareStories } from '../changes/compare-stories.js';
import type { Comparison } from '../changes/comparison.js';
import { type Story, sidesOf } from '../changes/story.js';
import { comparedText, type Side } from '../package/side.js';
import type { Entry } from '../zip/entry.js';
import { readSlideStory } from './read-slide-story.js';
import { readPresentation, type Slide } from './slides.js';

/** Compares slides by their ids, whatever their parts are called: which came, went or moved, then shape by shape. */
export function comparePresentations(comparison: Comparison): void {
  const { before, after, changes } = comparison;
  const slides = {
    before: readPresentation(before.pack, before.main).slides,
    after: readPresentation(after.pack, after.main).slides,
  };
  const left = new Map(slides.before.map((slide) => [slide.id, slide]));
  const inPlace = new Set(
    align(
      slides.before.map(({ id }) => id),
      slides.after.map(({ id }) => id),
    ).equal.map(([, at]) => slides.after[at]!.id),
  );
  for (const slide of slides.after) {
    const old = left.get(slide.id);
    left.delete(slide.id);
    if (old === undefined) {
      changes.add('slide', `slide ${slide.number} added`, [{ before: '', after: textOf(comparison, after, slide) }]);
      comparison.tell(undefined, slide.entry);
      continue;
    }
    if (!inPlace.has(slide.id)) {
      const parts = [{ before: `slide ${old.number}`, after: `slide ${slide.number}` }];
      changes.add('slide', `slide ${slide.number} moved from ${old.number}`, parts);
    }
    comparePart(comparison, old.entry, slide.entry, `slide ${slide.number}, `);
    comparePart(comparison, notesOf(before, old), notesOf(after, slide), `slide ${slide.number} notes, `);
  }
  for (const old of left.values()) {
    changes.add('slide', `slide ${old.number} removed`, [{ before: textOf(comparison, before, old), after: '' }]);
    comparison.tell(old.entry, undefined);
  }
}

function comparePart(comparison: Comparison, one: Entry | undefined, other: Entry | undefined, prefix: string): void {
  if ((one ?? other) === undefined || !comparison.isFirstLook(one, other)) return;
  if (one !== undefined && other !== undefined && comparison.isSame(one, other)) {
    comparison.tell(one, other);
    return;
  }
  const { before, after, changes } = comparison;
  comparison.compareContent(one, other, () => {
    const sides = sidesOf(one && storyOf(before, one), other && storyOf(after, other));
    compareStories({ ...sides, kind: 'shape', prefix, part: (other ?? one)!.name }, changes);
  });
}

function storyOf(side: Side, entry: Entry): Story {
  return readSlideStory(comparedText(side, entry), entry.name);
}

function textOf(comparison: Comparison, side: Side, { entry }: Slide): string {
  if (!comparison.isFirstLook(entry)) return '[slide]';
  return storyOf(side, entry)
    .blocks.map(({ place, text }) => `${place}: ${text}`)
    .join('\n');
}

function notesOf({ pack }: Side, { entry }: Slide): Entry | undefined {
  return pack.related(entry.name, 'notesSlide')[0];
}
