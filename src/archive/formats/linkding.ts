import { z } from 'zod';
import { linkReader } from './json-items';
import { hasKeys } from './json-keys';
import { partFormat } from './parts';
import { MARKS } from './saved-link';

// The HTML export of linkding is read as bookmarks (bookmarks.ts).

const words = z.string().nullish();

const bookmark = z.object({
  url: z.string(),
  title: words,
  /** Title and description of the page, in answers of older versions. */
  website_title: words,
  website_description: words,
  description: words,
  notes: words,
  is_archived: z.boolean().nullish(),
  unread: z.boolean().nullish(),
  tag_names: z.array(z.string()).catch([]),
  date_added: words,
});

export const linkding = partFormat({
  name: 'linkding',
  takes: 'JSON of its API, or HTML',
  isPart: hasKeys(['', 'results'], 'url', 'tag_names', 'date_added'),
  read: linkReader(['results'], bookmark, (bookmark) => ({
    url: bookmark.url,
    title: bookmark.title || bookmark.website_title,
    description: bookmark.description || bookmark.website_description,
    notes: bookmark.notes,
    tags: bookmark.tag_names,
    marks: [bookmark.unread && MARKS.toRead, bookmark.is_archived && MARKS.archived],
    time: bookmark.date_added,
  })),
});
