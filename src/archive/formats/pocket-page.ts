import { decodeHTML } from 'entities';
import type { Bundle } from '../bundle';
import type { Entry } from './format';
import { attribute, tokensOf } from './html';
import { MARKS, type SavedLink, toEntry } from './saved-link';

export async function* readPocketPage(bundle: Bundle, path: string): AsyncGenerator<Entry> {
  let heading = '';
  let link: SavedLink | null = null;
  let isHeading = false;
  for await (const { tag, closing, attributes, text } of tokensOf(bundle, path)) {
    if (text && isHeading) heading += text;
    else if (text && link) link.title += decodeHTML(text);
    else if (tag === 'H1') {
      isHeading = !closing;
      if (!closing) heading = '';
    } else if (tag === 'A' && closing && link) {
      yield toEntry(link, link.url.slice(0, 200) || 'a link');
      link = null;
    } else if (tag === 'A' && !closing) {
      link = {
        url: attribute(attributes, 'HREF'),
        title: '',
        tags: attribute(attributes, 'TAGS').split(','),
        marks: [/archive/i.test(heading) ? MARKS.archived : MARKS.toRead],
        time: attribute(attributes, 'TIME_ADDED'),
      };
    }
  }
}
