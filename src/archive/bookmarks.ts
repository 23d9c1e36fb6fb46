import { decodeHTML, escapeUTF8 } from 'entities';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { VisibleError } from '../errors';
import { type ArchivedMessage, readMessages } from './messages';
import { parseForeignMessage } from './text-formats';

export const DOCTYPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
const LINK = /https?:\/\/[^\s<>"]+/i;
/** Matches attributes of a folder that a browser makes itself. Its name is not used as a tag. */
const BUILT_IN_FOLDER = /\b(PERSONAL_TOOLBAR_FOLDER|UNFILED_BOOKMARKS_FOLDER)=/i;
const TOKEN = /<(\/?)(A|H3|DL|DD|DT)\b([^>]*)>|<[^>]*>|([^<]+)/gi;

/**
 * Yields a bookmark file of the messages that have a link. It is in the Netscape format, which browsers and
 * bookmark services read. The first link of a message is the bookmark, and the whole content is its
 * description. `onMessage` is called for every message.
 */
export function* writeBookmarks(app: App, person: User, onMessage: () => void): Generator<string> {
  yield `${DOCTYPE}\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n`;
  for (const { createdAt, content, boards } of readMessages(app, person)) {
    onMessage();
    const [link] = LINK.exec(content) ?? [];
    if (!link) continue;
    const title = content.replace(link, '').replace(/\s+/g, ' ').trim() || link;
    const tags = boards.map(({ tag }) => tag).join(',');
    const attributes = `HREF="${escapeUTF8(link)}" ADD_DATE="${Math.floor(createdAt / 1000)}" TAGS="${escapeUTF8(tags)}"`;
    yield `<DT><A ${attributes}>${escapeUTF8(title)}</A>\n<DD>${escapeUTF8(content)}\n`;
  }
  yield '</DL><p>\n';
}

type Bookmark = { href: string; date: number; tags: string[]; title: string; description: string };

/**
 * Reads a bookmark file that Tagline or a browser has exported. Each bookmark is a message; its tags and its
 * innermost folder are the tags of the message. Throws a VisibleError that names the first invalid bookmark.
 */
export function readBookmarks(text: string, file: string): ArchivedMessage[] {
  const messages: ArchivedMessage[] = [];
  const openFolders: (string | null)[] = [];
  let heading: string | null = null; // the name of the folder whose bookmarks follow
  let bookmark: Bookmark | null = null;
  let textOf: 'title' | 'description' | 'heading' | null = null;

  const endBookmark = () => {
    if (bookmark) messages.push(toMessage(bookmark, file));
    bookmark = null;
    textOf = null;
  };
  for (const [, closing, name = '', attributes = '', words = ''] of text.matchAll(TOKEN)) {
    const element = name.toUpperCase();
    if (words) {
      if (textOf === 'heading') heading = (heading ?? '') + decodeHTML(words);
      else if (textOf && bookmark) bookmark[textOf] += decodeHTML(words);
    } else if (closing) {
      if (element === 'DL') {
        endBookmark();
        openFolders.pop();
      } else if (element === 'A' || element === 'H3') textOf = null;
    } else if (element === 'A') {
      endBookmark();
      const folder = openFolders.findLast((name) => name !== null);
      bookmark = {
        href: attribute(attributes, 'HREF') ?? '',
        date: Number(attribute(attributes, 'ADD_DATE')) * 1000,
        tags: [...(attribute(attributes, 'TAGS')?.split(',') ?? []), ...(folder ? [folder] : [])],
        title: '',
        description: '',
      };
      textOf = 'title';
    } else if (element === 'DD') textOf = 'description';
    else if (element === 'H3') {
      endBookmark();
      const isBuiltIn = BUILT_IN_FOLDER.test(attributes);
      heading = isBuiltIn ? null : '';
      textOf = isBuiltIn ? null : 'heading';
    } else if (element === 'DL') {
      endBookmark();
      openFolders.push(heading);
      heading = null;
    } else if (element === 'DT') endBookmark();
  }
  endBookmark();
  return messages;
}

const attribute = (attributes: string, name: string) => {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes) ?? [];
  return value === undefined ? undefined : decodeHTML(value);
};

function toMessage({ href, date, tags, title, description }: Bookmark, file: string): ArchivedMessage {
  const whole = description.replace(/\n$/, '');
  // Tagline exports the whole message as the description; other programs describe the link
  const content = whole.includes(href)
    ? whole
    : [title.trim() === href ? '' : title.trim(), href, description.trim()].filter(Boolean).join('\n');
  try {
    return parseForeignMessage({ content, tags, createdAt: date });
  } catch (error) {
    throw new VisibleError('BAD_REQUEST', `${file} cannot be imported: ${href}: ${(error as Error).message}`);
  }
}
