import { z } from 'zod';
import type { Bundle } from '../bundle';
import type { Entry } from './format';
import { itemReader, readItems } from './json-items';
import { hasKeys } from './json-keys';
import { partFormat } from './parts';
import { MARKS, toEntry } from './saved-link';

const words = z.string().nullish();

const bookmark = z.object({
  /** A number of seconds since 1970 in the export, an ISO 8601 time in an answer of the API. */
  createdAt: z.union([z.number(), z.string()]),
  title: words,
  tags: z.array(z.union([z.string(), z.object({ name: z.string() })])).catch([]),
  /** Null if the bookmark is a file. The export leaves out files. */
  content: z
    .object({ type: z.string(), url: words, text: words, title: words, description: words })
    .nullish(),
  note: words,
  lists: z.array(z.string()).catch([]),
  archived: z.boolean().nullish(),
  favourited: z.boolean().nullish(),
});
type Bookmark = z.infer<typeof bookmark>;

/** A smart list is only a stored search. */
const list = z.object({ id: z.string(), name: z.string(), type: z.string() });

export const karakeep = partFormat({
  name: 'karakeep',
  takes: 'JSON',
  isPart: hasKeys(['bookmarks'], 'createdAt', 'content', 'tags'),
  async *read(bundle, path) {
    const { lists, smart } = await readLists(bundle, path);
    if (smart > 0) yield { leftOut: 'smart lists', count: smart };
    yield* itemReader(['bookmarks'], bookmark, (bookmark, place) => toKarakeepEntry(bookmark, lists, place))(
      bundle,
      path,
    );
  },
});

/** Reads the file an extra time, because the lists come after the bookmarks that name them. */
async function readLists(bundle: Bundle, path: string) {
  const lists = new Map<string, string>();
  let smart = 0;
  try {
    for await (const item of readItems(bundle, path, ['lists'])) {
      const { data } = list.safeParse(item);
      if (data?.type === 'smart') smart += 1;
      else if (data) lists.set(data.id, data.name);
    }
  } catch {} // a damaged file is reported when the bookmarks are read
  return { lists, smart };
}

function toKarakeepEntry(bookmark: Bookmark, lists: Map<string, string>, place: string): Entry {
  const { content, title, createdAt } = bookmark;
  if (!content?.url && !content?.text && !bookmark.note?.trim())
    return { unreadable: title ?? place, reason: 'its file is not in the export' };
  return toEntry(
    {
      url: content?.url ?? '',
      title: title ?? content?.title,
      description: content?.text ?? content?.description,
      notes: bookmark.note,
      tags: [
        ...bookmark.tags.map((tag) => (typeof tag === 'string' ? tag : tag.name)),
        ...bookmark.lists.map((id) => lists.get(id) ?? ''),
      ],
      marks: [bookmark.favourited && MARKS.favorite, bookmark.archived && MARKS.archived],
      time: String(createdAt),
    },
    place,
  );
}
