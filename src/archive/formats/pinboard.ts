import { z } from 'zod';
import { linkReader } from './json-items';
import { hasKeys } from './json-keys';
import { partFormat } from './parts';
import { MARKS } from './saved-link';

/** Pinboard writes false in place of a missing text. */
const words = z.string().catch('');

const post = z.object({
  href: z.string(),
  /** Pinboard calls it description. */
  description: words,
  extended: words,
  time: words,
  tags: words,
  toread: words,
});

export const pinboard = partFormat({
  name: 'Pinboard',
  takes: 'JSON',
  // an export is an array of bookmarks, an answer of the API has this array in `posts`
  isPart: hasKeys(['', 'posts'], 'href', 'description', 'extended'),
  read: linkReader(['posts'], post, (post) => ({
    url: post.href,
    title: post.description,
    notes: post.extended,
    tags: post.tags.split(/\s+/),
    marks: [post.toread === 'yes' && MARKS.toRead],
    time: post.time,
  })),
});
