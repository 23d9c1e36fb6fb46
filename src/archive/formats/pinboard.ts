import { z } from 'zod';
import { itemReader } from './json-items';
import { hasSigns, partFormat } from './parts';
import { MARKS, toEntry } from './saved-link';

/** A text of Pinboard, which writes false for a missing one. */
const words = z.string().catch('');

const post = z.object({
  href: z.string(),
  /** The title. */
  description: words,
  /** The notes. */
  extended: words,
  time: words,
  tags: words,
  toread: words,
});

/** Bookmarks of Pinboard, with tags and notes. */
export const pinboard = partFormat({
  name: 'Pinboard',
  takes: 'JSON',
  // the API answers with the same bookmarks in `posts`
  isPart: hasSigns(
    /^\s*(\[|\{[^[]*"posts"\s*:\s*\[)\s*\{/,
    /"href"\s*:/,
    /"description"\s*:/,
    /"extended"\s*:/,
  ),
  read: itemReader(['posts'], post, (post, place) =>
    toEntry(
      {
        url: post.href,
        title: post.description,
        notes: post.extended,
        tags: post.tags.split(/\s+/),
        marks: post.toread === 'yes' ? [MARKS.toRead] : [],
        time: post.time,
      },
      place,
    ),
  ),
});
