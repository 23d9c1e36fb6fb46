import { z } from 'zod';
import type { Entry } from './format';
import { hasKeys, keysOf } from './json-keys';
import { treeReader } from './json-tree';
import { partFormat } from './parts';
import { toEntry } from './saved-link';

const words = z.string().nullish();
const book = z.object({
  title: words,
  author: words,
  entries: z
    .array(z.object({ text: words, note: words, time: z.number().nullish(), chapter: words }))
    .catch([]),
});
/** One book, or several in `documents`. */
const file = book.extend({ documents: z.array(book).optional() });

const isOfSeveral = hasKeys(['documents'], 'entries', 'title');

export const koreader = partFormat({
  name: 'KOReader',
  takes: 'JSON of its highlights',
  async isPart(bundle, path) {
    const keys = await keysOf(bundle, path);
    const isOfOne = keys.has('entries[].page') && keys.has('entries[].time') && keys.has('entries[].sort');
    return isOfOne || ((await isOfSeveral(bundle, path)) && keys.has('documents[].entries[].page'));
  },
  read: treeReader(file, function* ({ documents, ...alone }, _bundle, path): Generator<Entry> {
    for (const { title, author, entries } of documents ?? [alone])
      for (const { text, note, time, chapter } of entries)
        yield toEntry(
          {
            url: '',
            title: [title, author].filter(Boolean).join(', '),
            description: chapter,
            highlights: text ? [text] : [],
            notes: note,
            tags: ['highlights'],
            time: time ? String(time) : '',
          },
          path,
        );
  }),
});
