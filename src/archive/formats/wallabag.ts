import { z } from 'zod';
import { linkReader } from './json-items';
import { hasKeys } from './json-keys';
import { hasColumns, linkRowReader, partFormat } from './parts';
import { MARKS, type SavedLink } from './saved-link';

const words = z.string().nullish();
/** An export has booleans, an answer of the API numbers. */
const flag = z.union([z.boolean(), z.number()]).nullish();

const entry = z.object({
  url: words,
  given_url: words,
  title: words,
  tags: z.array(z.union([z.string(), z.object({ label: z.string() })])).catch([]),
  annotations: z.array(z.object({ text: words, quote: words })).catch([]),
  is_archived: flag,
  is_starred: flag,
  created_at: words,
});

const readJson = linkReader(
  ['_embedded.items'],
  entry,
  (entry): SavedLink => ({
    url: entry.url || entry.given_url || '',
    title: entry.title,
    notes: entry.annotations.map(({ text }) => text ?? '').join('\n'),
    highlights: entry.annotations.map(({ quote }) => quote ?? ''),
    tags: entry.tags.map((tag) => (typeof tag === 'string' ? tag : tag.label)),
    marks: [entry.is_starred ? MARKS.favorite : null, entry.is_archived ? MARKS.archived : MARKS.toRead],
    time: entry.created_at,
  }),
);

const isJson = hasKeys(['', '_embedded.items'], 'is_archived', 'is_starred', 'title', 'url');
const isTable = hasColumns('title', 'url', 'content', 'tags', 'mime type', 'language', 'creation date');

const readTable = linkRowReader((cell) => ({
  url: cell('url'),
  title: cell('title'),
  tags: cell('tags').split(','),
  time: cell('creation date'),
}));

/** The texts of the pages, which the program keeps, are not taken. */
export const wallabag = partFormat({
  name: 'wallabag',
  takes: 'JSON or CSV',
  isPart: async (bundle, path) => (await isJson(bundle, path)) || (await isTable(bundle, path)),
  async *read(bundle, path, reader) {
    if (await isTable(bundle, path)) return yield* readTable(bundle, path, reader);
    let links = 0;
    for await (const entry of readJson(bundle, path)) {
      if ('note' in entry) links += 1;
      yield entry;
    }
    if (links > 0) yield { leftOut: 'texts of the pages', count: links };
  },
});
