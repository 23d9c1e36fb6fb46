import type { App } from '../app/app';
import { titleOfLink } from '../media/previews/previews';
import { toSingleLine } from '../media/previews/single-line';
import { MARKS } from './formats/saved-link';
import type { ArchivedMessage } from './schemas';
import { linksIn, TITLE_MAX, titleOf } from './titles';

export const DOCTYPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
/** Without it, an import would take a link that is written without https for one of another program. */
export const OWN_MARK = 'DATA-TAGLINE';

/** The file is in the Netscape format, which browsers and bookmark services read. */
export function* writeBookmarks(app: App, messages: Iterable<ArchivedMessage>): Generator<string> {
  yield `${DOCTYPE}\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n`;
  for (const { createdAt, content, boards } of messages) {
    const tags = boards.map(({ tag }) => tag);
    const attributes = [
      `ADD_DATE="${Math.floor(createdAt / 1000)}"`,
      `TAGS="${Bun.escapeHTML(tags.join(','))}"`,
      ...(tags.includes(MARKS.toRead) ? ['TOREAD="1"'] : []),
      `${OWN_MARK}="1"`,
    ].join(' ');
    for (const url of linksIn(content)) {
      const title = Bun.escapeHTML(titleOfBookmark(app, content, url));
      yield `<DT><A HREF="${Bun.escapeHTML(url)}" ${attributes}>${title}</A>\n<DD>${Bun.escapeHTML(content)}\n`;
    }
  }
  yield '</DL><p>\n';
}

/** What the page calls itself, or else what was written about it. */
export const titleOfBookmark = (app: App, content: string, url: string): string =>
  toSingleLine(titleOfLink(app, url) ?? '', TITLE_MAX) || titleOf(content) || url;
