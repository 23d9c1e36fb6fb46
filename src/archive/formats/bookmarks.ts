import { DOCTYPE, OWN_MARK } from '../bookmarks';
import type { Bundle } from '../bundle';
import { NOTE_CHARACTERS_MAX, refusal } from '../notes';
import type { Entry } from './format';
import { tokensOf } from './html';
import { hasSigns, partFormat } from './parts';
import { MARKS, timeOrNull, toEntry } from './saved-link';

/** A file with deeper folders is refused, to limit the memory. */
const FOLDERS_DEEP_MAX = 1000;

export const bookmarks = partFormat({
  name: 'Bookmarks',
  takes: 'HTML of a browser or service',
  isPart: hasSigns(new RegExp(DOCTYPE, 'i')),
  read: readBookmarks,
});

type Bookmark = {
  href: string;
  date: string;
  tags: string[];
  marks: (string | false)[];
  title: string;
  description: string;
  marked: boolean;
};

async function* readBookmarks(bundle: Bundle, path: string): AsyncGenerator<Entry> {
  const { name } = bundle;
  const openFolders: (string | null)[] = [];
  let heading: string | null = null; // the name of the folder whose bookmarks follow
  let bookmark: Bookmark | null = null;
  let ownNote = ''; // its further links follow with the same words
  let textOf: 'title' | 'description' | 'heading' | null = null;

  const endBookmark = (): Entry[] => {
    const ended = bookmark;
    bookmark = null;
    textOf = null;
    if (!ended) return [];
    const note = isOwn(ended) ? `${ended.date} ${ended.description}` : '';
    if (note && note === ownNote) return [];
    ownNote = note;
    return [toBookmarkEntry(ended)];
  };
  for await (const { tag, closing, attributes, text } of tokensOf(bundle, bundle.texts(path))) {
    if (text) {
      if (textOf === 'heading') heading = joined(name, heading ?? '', text);
      else if (textOf && bookmark) bookmark[textOf] = joined(name, bookmark[textOf], text);
    } else if (closing) {
      if (tag === 'dl') {
        yield* endBookmark();
        openFolders.pop();
      } else if (tag === 'a' || tag === 'h3') textOf = null;
    } else if (tag === 'a') {
      yield* endBookmark();
      const folder = openFolders.findLast((name) => name !== null);
      const { href = '', add_date: date = '', tags = '', toread, 'data-important': favourite } = attributes;
      bookmark = {
        href,
        date,
        tags: [...tags.split(/[,;|]/), ...(folder ? [folder] : [])],
        // Raindrop.io marks favourites so
        marks: [toread === '1' && MARKS.toRead, favourite === 'true' && MARKS.favorite],
        title: '',
        description: '',
        marked: OWN_MARK.toLowerCase() in attributes,
      };
      textOf = 'title';
    } else if (tag === 'dd') textOf = 'description';
    else if (tag === 'h3') {
      yield* endBookmark();
      // a folder that a browser makes itself is no tag
      const isBuiltIn = 'personal_toolbar_folder' in attributes || 'unfiled_bookmarks_folder' in attributes;
      heading = isBuiltIn ? null : '';
      textOf = isBuiltIn ? null : 'heading';
    } else if (tag === 'dl') {
      yield* endBookmark();
      if (openFolders.push(heading) > FOLDERS_DEEP_MAX)
        throw refusal(name, `folders are more than ${FOLDERS_DEEP_MAX} deep.`);
      heading = null;
    } else if (tag === 'dt') yield* endBookmark();
  }
  yield* endBookmark();
}

function joined(name: string, before: string, text: string): string {
  const whole = before + text;
  if (whole.length > NOTE_CHARACTERS_MAX)
    throw refusal(name, `a bookmark has more than ${NOTE_CHARACTERS_MAX} characters.`);
  return whole;
}

const NOTES = /\[linkding-notes\]((?:(?!\[linkding-notes\])[\s\S])*?)\[\/linkding-notes\]/;
const ARCHIVED = /^linkding:(bookmarks\.)?archived$/;

/** Tagline exports the whole message as the description; other programs describe the link. */
const isOwn = ({ href, description, marked }: Bookmark): boolean =>
  marked || (href !== '' && description.includes(href));

function toBookmarkEntry(bookmark: Bookmark): Entry {
  const { href, date, tags, marks, title, description } = bookmark;
  const whole = description.replace(/\n$/, '');
  if (isOwn(bookmark))
    return { note: { text: whole, tags: tags.filter(Boolean), createdAt: timeOrNull(date) } };
  const link = {
    url: href,
    title,
    description: whole.replace(NOTES, ''),
    notes: NOTES.exec(whole)?.[1],
    tags: tags.map((tag) => (ARCHIVED.test(tag) ? MARKS.archived : tag)),
    marks,
    time: date,
  };
  return toEntry(link, title.trim().slice(0, 200) || 'a bookmark');
}
