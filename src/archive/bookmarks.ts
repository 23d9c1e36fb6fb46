import type { ArchivedMessage } from './schemas';

export const DOCTYPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
const LINK = /https?:\/\/[^\s<>"]+/i;

/** The file is in the Netscape format, which browsers and bookmark services read. */
export function* writeBookmarks(messages: Iterable<ArchivedMessage>): Generator<string> {
  yield `${DOCTYPE}\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n`;
  for (const { createdAt, content, boards } of messages) {
    const [link] = LINK.exec(content) ?? [];
    if (!link) continue;
    const title = content.replace(link, '').replace(/\s+/g, ' ').trim() || link;
    const tags = boards.map(({ tag }) => tag).join(',');
    const attributes = `HREF="${Bun.escapeHTML(link)}" ADD_DATE="${Math.floor(createdAt / 1000)}" TAGS="${Bun.escapeHTML(tags)}"`;
    yield `<DT><A ${attributes}>${Bun.escapeHTML(title)}</A>\n<DD>${Bun.escapeHTML(content)}\n`;
  }
  yield '</DL><p>\n';
}
