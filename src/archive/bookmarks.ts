import { createReadStream } from 'node:fs';
import { decodeHTML, escapeUTF8 } from 'entities';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { type HtmlToken, readHtmlTokens, TokenTooLong } from './html-tokens';
import { type ArchivedMessage, readMessages } from './messages';
import { MESSAGE_CHARACTERS_MAX, parseAt, parseForeignMessage, refusal } from './text-formats';
import { parseTime } from './written-times';

export const DOCTYPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
const LINK = /https?:\/\/[^\s<>"]+/i;
/** Matches attributes of folders that a browser makes itself. Names of such folders are not used as tags. */
const BUILT_IN_FOLDER = /\b(PERSONAL_TOOLBAR_FOLDER|UNFILED_BOOKMARKS_FOLDER)=/i;
/** Maximum depth of folders within folders. A deeper file is refused, because it would only use up memory. */
const FOLDERS_DEEP_MAX = 1000;

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

type Bookmark = { href: string; date: string; tags: string[]; title: string; description: string };

/**
 * Reads a bookmark file that Tagline or a browser has exported. Each bookmark is a message; its tags and its
 * innermost folder are the tags of the message. Throws a VisibleError that names the first invalid bookmark.
 */
export async function* readBookmarks(file: string): AsyncGenerator<ArchivedMessage> {
  const openFolders: (string | null)[] = [];
  let heading: string | null = null; // the name of the folder whose bookmarks follow
  let bookmark: Bookmark | null = null;
  let textOf: 'title' | 'description' | 'heading' | null = null;

  const endBookmark = () => {
    const ended = bookmark ? [toMessage(bookmark, file)] : [];
    bookmark = null;
    textOf = null;
    return ended;
  };
  for await (const { tag, closing, attributes, text } of tokensOf(file)) {
    if (text) {
      if (textOf === 'heading') heading = joined(file, heading ?? '', text);
      else if (textOf && bookmark) bookmark[textOf] = joined(file, bookmark[textOf], text);
    } else if (closing) {
      if (tag === 'DL') {
        yield* endBookmark();
        openFolders.pop();
      } else if (tag === 'A' || tag === 'H3') textOf = null;
    } else if (tag === 'A') {
      yield* endBookmark();
      const folder = openFolders.findLast((name) => name !== null);
      bookmark = {
        href: attribute(attributes, 'HREF'),
        date: attribute(attributes, 'ADD_DATE'),
        tags: [...attribute(attributes, 'TAGS').split(/[,;|]/), ...(folder ? [folder] : [])],
        title: '',
        description: '',
      };
      textOf = 'title';
    } else if (tag === 'DD') textOf = 'description';
    else if (tag === 'H3') {
      yield* endBookmark();
      const isBuiltIn = BUILT_IN_FOLDER.test(attributes);
      heading = isBuiltIn ? null : '';
      textOf = isBuiltIn ? null : 'heading';
    } else if (tag === 'DL') {
      yield* endBookmark();
      if (openFolders.push(heading) > FOLDERS_DEEP_MAX)
        throw refusal(file, `folders are more than ${FOLDERS_DEEP_MAX} deep.`);
      heading = null;
    } else if (tag === 'DT') yield* endBookmark();
  }
  yield* endBookmark();
}

async function* tokensOf(file: string): AsyncGenerator<HtmlToken> {
  try {
    yield* readHtmlTokens(createReadStream(file, 'utf8'), MESSAGE_CHARACTERS_MAX);
  } catch (error) {
    throw error instanceof TokenTooLong ? refusal(file, error.message) : error;
  }
}

/**
 * Decodes a text of the file and appends it to the text before. Throws a VisibleError if the result has more
 * than MESSAGE_CHARACTERS_MAX characters.
 */
function joined(file: string, before: string, html: string): string {
  const whole = before + decodeHTML(html);
  if (whole.length > MESSAGE_CHARACTERS_MAX)
    throw refusal(file, `a bookmark has more than ${MESSAGE_CHARACTERS_MAX} characters.`);
  return whole;
}

function attribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes) ?? [];
  return decodeHTML(value);
}

function toMessage({ href, date, tags, title, description }: Bookmark, file: string): ArchivedMessage {
  const whole = description.replace(/\n$/, '');
  // Tagline exports the whole message as the description; other programs describe the link
  const content =
    href && whole.includes(href)
      ? whole
      : [title.trim() === href ? '' : title.trim(), href, description.trim()].filter(Boolean).join('\n');
  return parseAt(file, href.slice(0, 200), () =>
    parseForeignMessage({ content, tags: tags.filter(Boolean), createdAt: parseTime(date) }),
  );
}
