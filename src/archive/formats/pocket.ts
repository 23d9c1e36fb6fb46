import { z } from 'zod';
import type { Bundle } from '../bundle';
import type { Entry, Format, Reader } from './format';
import { readItems } from './json-items';
import { anyPart, hasColumns, hasSigns, linkRowReader, visiblePaths } from './parts';
import { readPocketPage } from './pocket-page';
import { MARKS, toEntry } from './saved-link';

// The links are in `part_000000.csv` and so on, with the columns title, url, time_added, tags and status; the
// highlights are in `annotations/part_000000.json`. Until 2024 the export was the HTML page
// `ril_export.html`.

const isTable = hasColumns('title', 'url', 'time_added', 'tags', 'status');
const isPage = hasSigns(/<title>\s*Pocket Export\s*<\/title>/i);
const isAnnotations = (path: string) => /(^|\/)annotations\/[^/]+\.json$/.test(path);

const annotated = z.object({
  url: z.string(),
  title: z.string().nullish(),
  highlights: z.array(z.object({ quote: z.string(), created_at: z.number().nullish() })).min(1),
});
type Annotations = Map<string, z.infer<typeof annotated>>;

export const pocket: Format = {
  name: 'Pocket',
  takes: 'zip, CSV or HTML',
  recognises: anyPart(async (bundle, path) => (await isTable(bundle, path)) || (await isPage(bundle, path))),
  async *entries(bundle, reader) {
    const annotations = await readAnnotations(bundle);
    for (const path of visiblePaths(bundle))
      if (await isTable(bundle, path)) yield* readTable(bundle, path, reader, annotations);
      else if (await isPage(bundle, path)) yield* readPocketPage(bundle, path);
      else if (!isAnnotations(path)) yield { unreadable: path, reason: 'it is no list of Pocket' };
    // pages that have highlights but are in none of the tables
    for (const { url, title, highlights } of annotations.values())
      yield toEntry(
        { url, title, highlights: quotesOf(highlights), time: timeOf(highlights), tags: [] },
        url,
      );
  },
};

async function readAnnotations(bundle: Bundle): Promise<Annotations> {
  const annotations: Annotations = new Map();
  for (const path of bundle.paths.filter(isAnnotations))
    try {
      for await (const item of readItems(bundle, path, [])) {
        const { data } = annotated.safeParse(item);
        if (data) annotations.set(data.url, data);
      }
    } catch {} // links are imported even if their highlights cannot be read
  return annotations;
}

const readTable = (
  bundle: Bundle,
  path: string,
  reader: Reader,
  annotations: Annotations,
): AsyncIterable<Entry> =>
  linkRowReader((cell) => {
    const url = cell('url');
    const highlights = annotations.get(url)?.highlights ?? [];
    annotations.delete(url);
    return {
      url,
      title: cell('title'),
      highlights: quotesOf(highlights),
      tags: cell('tags').split('|'),
      marks: [cell('status') === 'archive' ? MARKS.archived : MARKS.toRead],
      time: cell('time_added'),
    };
  })(bundle, path, reader);

type Highlight = z.infer<typeof annotated>['highlights'][number];

const quotesOf = (highlights: Highlight[]) => highlights.map(({ quote }) => quote);

const timeOf = ([first]: Highlight[]) => String(first?.created_at ?? '');
