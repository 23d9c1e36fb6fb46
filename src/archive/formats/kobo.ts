import type { Entry } from './format';
import { tokensOf } from './html';
import { fileFormat } from './parts';
import { toEntry } from './saved-link';

// Adobe's format of annotations, which Kobo and other readers write to `Digital Editions/Annotations`.

const FIELDS = new Map([
  ['publication dc:title', 'title'],
  ['publication dc:creator', 'author'],
  ['annotation dc:date', 'time'],
  ['fragment text', 'quote'],
  ['content text', 'note'],
] as const);
type Field = 'title' | 'author' | 'time' | 'quote' | 'note';

export const kobo = fileFormat({
  name: 'Kobo',
  takes: 'annotations of a book (.annot)',
  ending: /\.annot$/i,
  isStart: (start) => /<annotationSet\b[^>]*ns\.adobe\.com\/digitaleditions/.test(start),
  async *read(bundle, path): AsyncGenerator<Entry> {
    const open: string[] = [];
    let found: Partial<Record<Field, string>> = {};
    for await (const { tag, closing, text } of tokensOf(bundle, bundle.texts(path), { xml: true })) {
      if (text) {
        const field = FIELDS.get(open.slice(-2).join(' ').toLowerCase() as 'fragment text');
        if (field) found[field] = (found[field] ?? '') + text;
      } else if (!closing) open.push(tag);
      else {
        while (open.length > 0 && open.pop() !== tag);
        if (tag.toLowerCase() !== 'annotation') continue;
        const { title, author, time, quote, note } = found;
        found = { title, author };
        yield quote?.trim() || note?.trim()
          ? toEntry(
              {
                url: '',
                title: [title, author].filter(Boolean).join(', '),
                highlights: quote ? [quote] : [],
                notes: note,
                tags: ['highlights'],
                time,
              },
              path,
            )
          : { leftOut: 'bookmarks of pages' };
      }
    }
  },
});
