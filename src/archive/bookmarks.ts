import { decodeHTML, escapeUTF8 } from 'entities';
import type { App } from '../app';
import { VisibleError } from '../errors';
import { type ArchivedMessage, readMessages, type Whose } from './messages';
import { parseForeignMessage } from './text-formats';

/**
 * The bookmark file that every browser and bookmark service reads (Netscape's, of 1996). A message is in it
 * when it has a link: the first is the bookmark, the whole text its description.
 */

export const DOCTYPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
const LINK = /https?:\/\/[^\s<>"]+/i;
/** Folders that browsers make themselves: where a bookmark lies in them says nothing of it. */
const OWN_FOLDER = /\b(PERSONAL_TOOLBAR_FOLDER|UNFILED_BOOKMARKS_FOLDER)=/i;

export function* writeBookmarks(app: App, whose: Whose, counted: () => void): Generator<string> {
  yield `${DOCTYPE}\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n`;
  for (const { createdAt, content, boards } of readMessages(app, whose)) {
    counted();
    const [link] = LINK.exec(content) ?? [];
    if (!link) continue;
    const title = content.replace(link, '').replace(/\s+/g, ' ').trim() || link;
    const tags = boards.map(({ tag }) => tag).join(',');
    const attributes = `HREF="${escapeUTF8(link)}" ADD_DATE="${Math.floor(createdAt / 1000)}" TAGS="${escapeUTF8(tags)}"`;
    yield `<DT><A ${attributes}>${escapeUTF8(title)}</A>\n<DD>${escapeUTF8(content)}\n`;
  }
  yield '</DL><p>\n';
}

const TOKEN = /<(\/?)(A|H3|DL|DD|DT)\b([^>]*)>|<[^>]*>|([^<]+)/gi;

/** Our own, or any browser's: a bookmark is a message, its tags and its innermost folder are tags. */
export function readBookmarks(text: string, file: string): ArchivedMessage[] {
  const found: ArchivedMessage[] = [];
  const folders: (string | null)[] = [];
  let folder: string | null = null; // the heading that the next list belongs to
  let mark: { href: string; date: number; tags: string[]; title: string; text: string } | null = null;
  let into: 'title' | 'text' | 'folder' | null = null;

  const end = () => {
    if (mark) found.push(toNote(mark, file));
    mark = null;
    into = null;
  };
  for (const [, closing, name = '', attributes = '', words = ''] of text.matchAll(TOKEN)) {
    const tag = name.toUpperCase();
    if (words) {
      if (into === 'folder') folder = (folder ?? '') + decodeHTML(words);
      else if (into && mark) mark[into] += decodeHTML(words);
    } else if (closing) {
      if (tag === 'DL') {
        end();
        folders.pop();
      } else if (tag === 'A' || tag === 'H3') into = null;
    } else if (tag === 'A') {
      end();
      const [href, date, tags] = ['HREF', 'ADD_DATE', 'TAGS'].map((key) => attribute(attributes, key));
      const nearest = folders.findLast((name) => name !== null);
      mark = {
        href: href ?? '',
        date: Number(date) * 1000,
        tags: [...(tags?.split(',') ?? []), ...(nearest ? [nearest] : [])],
        title: '',
        text: '',
      };
      into = 'title';
    } else if (tag === 'DD') into = 'text';
    else if (tag === 'H3') {
      end();
      folder = OWN_FOLDER.test(attributes) ? null : '';
      into = folder === null ? null : 'folder';
    } else if (tag === 'DL') {
      end();
      folders.push(folder);
      folder = null;
    } else if (tag === 'DT') end();
  }
  end();
  return found;
}

const attribute = (attributes: string, name: string) => {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes) ?? [];
  return value === undefined ? undefined : decodeHTML(value);
};

function toNote(
  {
    href,
    date,
    tags,
    title,
    text,
  }: { href: string; date: number; tags: string[]; title: string; text: string },
  file: string,
): ArchivedMessage {
  const whole = text.replace(/\n$/, '');
  // our own description is the message; another's only adds to it
  const content = whole.includes(href)
    ? whole
    : [title.trim() === href ? '' : title.trim(), href, text.trim()].filter(Boolean).join('\n');
  try {
    return parseForeignMessage({ content, tags, createdAt: date });
  } catch (error) {
    throw new VisibleError('BAD_REQUEST', `${file} cannot be imported: ${href}: ${(error as Error).message}`);
  }
}
