import { z } from 'zod';
import type { Bundle } from '../bundle';
import type { Entry } from './format';
import { readValues } from './json-items';
import { hasKeys } from './json-keys';
import { partFormat, placeIn } from './parts';
import { MARKS, toEntry } from './saved-link';

const words = z.string().nullish();

const link = z.object({
  name: words,
  url: words,
  description: words,
  tags: z.array(z.object({ name: z.string() })).catch([]),
  createdAt: words,
  importDate: words,
});

const PATHS = ['name', 'description', 'links.*'].map((field) => `$.collections.*.${field}`);

export const linkwarden = partFormat({
  name: 'Linkwarden',
  takes: 'JSON',
  isPart: hasKeys(['collections'], 'links', 'parentId'),
  async *read(bundle, path) {
    const pinned = await readPinned(bundle, path);
    let collection = '';
    let number = 0;
    try {
      for await (const { key, value } of readValues(bundle, path, PATHS))
        if (key === 'name') collection = String(value ?? '');
        else if (key === 'description') yield* value ? [{ leftOut: 'descriptions of collections' }] : [];
        else yield toLink(value, collection, pinned, placeIn(bundle, path, `link ${++number}`));
    } catch (error) {
      yield { unreadable: `the rest of ${path}`, reason: (error as Error).message };
    }
  },
});

/** Pinned links come after the collections, so the file is read an extra time. */
async function readPinned(bundle: Bundle, path: string): Promise<Set<string>> {
  const pinned = new Set<string>();
  try {
    for await (const { value } of readValues(bundle, path, ['$.pinnedLinks.*.url']))
      pinned.add(String(value));
  } catch {} // a damaged file is reported when the links are read
  return pinned;
}

function toLink(value: unknown, collection: string, pinned: Set<string>, place: string): Entry {
  const { data } = link.safeParse(value);
  if (!data) return { unreadable: place, reason: 'it is not like the others' };
  if (!data.url) return { unreadable: data.name || place, reason: 'its file is not in the export' };
  return toEntry(
    {
      url: data.url,
      title: data.name,
      description: data.description,
      tags: [...data.tags.map(({ name }) => name), collection === 'Unorganized' ? '' : collection],
      marks: [pinned.has(data.url) && MARKS.favorite],
      time: data.importDate ?? data.createdAt,
    },
    place,
  );
}
