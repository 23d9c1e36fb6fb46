import { z } from 'zod';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Format, LeftOut } from './format';
import { itemReader } from './json-items';
import { hasKeys } from './json-keys';
import { visiblePaths } from './parts';
import { MARKS, toEntry } from './saved-link';

// `metadata_0_to_20.json` and so on; for each page `content/SLUG.html`, and `highlights/SLUG.md` if it has some.

const words = z.string().nullish();

const page = z.object({
  slug: z.string(),
  title: words,
  description: words,
  url: z.string(),
  state: words,
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])).catch([]),
  savedAt: words,
});

const isMetadata = hasKeys([''], 'slug', 'url', 'labels', 'savedAt', 'state');

export const omnivore: Format = {
  name: 'Omnivore',
  takes: 'zip, or its JSON',
  async recognises(bundle) {
    for (const path of visiblePaths(bundle)
      .filter((path) => !/\.(md|html)$/.test(path))
      .slice(0, 100))
      if (await isMetadata(bundle, path)) return true;
    return false;
  },
  async *entries(bundle) {
    const used = new Set<string>();
    const highlights = new Map<string, string>();
    for (const path of visiblePaths(bundle)) {
      const [, slug] = /(?:^|\/)highlights\/([^/]+)\.md$/.exec(path) ?? [];
      if (slug) highlights.set(slug, await bundle.text(path, NOTE_CHARACTERS_MAX).catch(() => ''));
    }
    const read = itemReader([], page, (page) => {
      if (/^deleted$/i.test(page.state ?? '')) return { leftOut: 'links in the trash' } satisfies LeftOut;
      used.add(page.slug);
      return toEntry(
        {
          ...page,
          notes: highlights.get(page.slug),
          tags: page.labels.map((label) => (typeof label === 'string' ? label : label.name)),
          marks: [/^archived$/i.test(page.state ?? '') ? MARKS.archived : MARKS.toRead],
          time: page.savedAt,
        },
        page.url || page.slug || 'a page',
      );
    });
    let texts = 0;
    for (const path of visiblePaths(bundle))
      if (/(^|\/)content\/[^/]+$/.test(path)) texts += 1;
      else if (await isMetadata(bundle, path)) yield* read(bundle, path);
      else if (!/(^|\/)highlights\//.test(path))
        yield { unreadable: path, reason: 'it is no file of Omnivore' };
    if (texts > 0) yield { leftOut: 'texts of the pages', count: texts };
    for (const [slug, text] of highlights)
      if (!used.has(slug) && text.trim() !== '')
        yield { note: { key: slug, text, createdAt: null, tags: [], hashtags: false } };
  },
};
