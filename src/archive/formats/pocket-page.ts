import type { Bundle } from '../bundle';
import type { Entry } from './format';
import { tokensOf } from './html';
import { MARKS, type SavedLink, toEntry } from './saved-link';

/** Yields the links of Pocket's HTML page. The page has the lists `Unread` and `Read Archive`. */
export async function* readPocketPage(bundle: Bundle, path: string): AsyncGenerator<Entry> {
  let heading = '';
  let link: SavedLink | null = null;
  let isHeading = false;
  for await (const { tag, closing, attributes, text } of tokensOf(bundle, bundle.texts(path))) {
    if (text && isHeading) heading += text;
    else if (text && link) link.title += text;
    else if (tag === 'h1') {
      isHeading = !closing;
      if (!closing) heading = '';
    } else if (tag === 'a' && closing && link) {
      yield toEntry(link, link.url.slice(0, 200) || 'a link');
      link = null;
    } else if (tag === 'a' && !closing) {
      link = {
        url: attributes.href ?? '',
        title: '',
        tags: (attributes.tags ?? '').split(','),
        marks: [/archive/i.test(heading) ? MARKS.archived : MARKS.toRead],
        time: attributes.time_added ?? '',
      };
    }
  }
}
