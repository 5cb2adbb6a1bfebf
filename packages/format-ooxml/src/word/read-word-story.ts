import { type Story, StoryBuilder } from '../changes/story.js';
import { limits } from '../limits.js';
import { broken } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import { tagEndingAt } from '../xml/start-tag.js';
import { readXml, type XmlVisitor } from '../xml/xml-reader.js';
import { WordParagraph } from './word-paragraph.js';
import { WordPlaces } from './word-places.js';

/**
 * Reads the paragraphs of a Word part: the main part, a header or footer, notes or comments (ECMA-376 part 1, 17.3). Of
 * alternatives (`mc:AlternateContent`) the first choice is read, as Word would. Throws the XML gate's problems, and `limit`
 * above `limits.blocksMax` paragraphs.
 */
export function readWordStory(text: string, part: string, label: string): Story {
  const story = new StoryBuilder(text);
  readXml(text, part, (reader): XmlVisitor => {
    const places = new WordPlaces(label);
    let paragraph: { place: string; start: number; depth: number; content: WordParagraph } | undefined;
    let skip: number | undefined;
    return {
      open: (tag, depth) => {
        if (skip !== undefined) return;
        const namespace = namespaceOf(tag.uri);
        if (namespace === 'compatibility' && tag.local === 'Fallback') skip = depth;
        else if (paragraph !== undefined) paragraph.content.open(tag, depth);
        else if (namespace === 'word' && tag.local === 'p') {
          const place = places.paragraph(depth);
          const { start } = tagEndingAt(text, reader.position);
          if (place !== undefined) paragraph = { place, start, depth, content: new WordParagraph() };
        } else if (namespace === 'word') places.open(tag, depth);
      },
      text: (piece) => {
        if (skip === undefined) paragraph?.content.text(piece);
      },
      close: (_tag, depth) => {
        if (skip !== undefined) {
          if (skip === depth) skip = undefined;
          return;
        }
        if (paragraph?.depth === depth) {
          if (story.count >= limits.blocksMax) broken('limit', 'The part has too many paragraphs to compare.', part);
          const { place, start, content } = paragraph;
          story.add({ place, ...content.build() }, start, reader.position);
          paragraph = undefined;
        } else if (paragraph === undefined) places.close(depth);
        else paragraph.content.close(depth);
      },
    };
  });
  return story.build();
}
